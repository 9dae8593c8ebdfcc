# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Looks through containers for elements of another type than declared."""

from libc.stdint cimport int64_t

from inlay_runtime.native.cursor cimport Bytes, Cursor, enter, is_same, list_header, map_header, skip_element
from inlay_runtime.native.plan cimport K_HOOKED, K_LIST, K_MAP, Type


cdef bint is_container_declared(Cursor* c, Bytes p, Type* type_) noexcept nogil:
    """Whether a list, set or map has declared elements at every depth; so have bytes that are not a value at all."""
    cdef Cursor ahead = c[0]
    type_ = strip_hook(type_)
    if type_ == NULL:
        return True
    ahead.is_validated = True  # integers are taken in any width
    if is_container(type_.element) or (type_.kind == K_MAP and is_container(type_.key)):
        return are_declared(&ahead, &p, type_)
    return has_same_elements(&ahead, &p, type_)


cdef Type* strip_hook(Type* type_) noexcept nogil:
    """What the IDL says; NULL for what a hook reads and is not a container."""
    return type_.element if type_.kind == K_HOOKED else type_


cdef bint is_container(Type* type_) noexcept nogil:
    type_ = strip_hook(type_)
    return type_ != NULL and (type_.kind == K_LIST or type_.kind == K_MAP)


cdef bint has_same_elements(Cursor* c, Bytes* p, Type* type_) noexcept nogil:
    """Passes over the header of a container."""
    cdef int64_t size = 0
    cdef int key = 0
    cdef int element = 0
    if type_.kind == K_LIST:
        p[0] = list_header(c, p[0], &size, &element)
        return p[0] == NULL or not size or is_same(element, type_.element.wire)
    p[0] = map_header(c, p[0], &size, &key, &element)
    return p[0] == NULL or not size or (is_same(key, type_.key.wire) and is_same(element, type_.element.wire))


cdef bint are_declared(Cursor* c, Bytes* p, Type* type_) noexcept nogil:
    """Passes over a container, up to one in it that is another than declared; NULL where the bytes are not a value."""
    cdef int64_t size = 0
    cdef int64_t at
    cdef int key = 0
    cdef int element = 0
    cdef Bytes start = p[0]
    if not has_same_elements(c, p, type_):
        return False
    if p[0] == NULL:
        return True
    if type_.kind == K_LIST:
        p[0] = list_header(c, start, &size, &element)
    else:
        p[0] = map_header(c, start, &size, &key, &element)
    p[0] = enter(c, p[0])
    for at in range(size):
        if type_.kind == K_MAP and not is_element_declared(c, p, type_.key, key):
            return False
        if not is_element_declared(c, p, type_.element, element):
            return False
        if p[0] == NULL:
            return True
    c.depth -= 1
    return True


cdef bint is_element_declared(Cursor* c, Bytes* p, Type* type_, int found) noexcept nogil:
    """Passes over an element of a wire type that has been looked at."""
    if p[0] == NULL:
        return True
    if is_container(type_):
        return are_declared(c, p, strip_hook(type_))
    p[0] = skip_element(c, p[0], found)
    return True
