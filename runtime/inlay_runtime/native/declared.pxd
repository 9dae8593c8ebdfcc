# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Whether a field holds what its table declares, as `inlay_runtime.compact.declared` has it; inline, to be cimported."""

from libc.stdint cimport int64_t

from inlay_runtime.native.cursor cimport (
    ANOTHER_TYPE, FALSE, TRUE, Bytes, Cursor, enter, is_same, list_header, map_header, skip_element,
)  # fmt: skip
from inlay_runtime.native.plan cimport K_LIST, K_MAP, Row, Type


cdef inline bint is_container(Type* type_) noexcept nogil:
    return type_.kind == K_LIST or type_.kind == K_MAP


cdef inline bint is_declared(Cursor* c, Bytes p, Type* type_, int found) noexcept nogil:
    """Whether a value of the wire type `found` has the declared type; so have bytes that are no value at all."""
    if found != type_.wire and not (type_.wire == TRUE and found == FALSE):
        return False
    return not is_container(type_) or has_declared_elements(c, p, type_)


cdef inline bint has_declared_elements(Cursor* c, Bytes p, Type* type_) noexcept nogil:
    """Of a list, set or map; most need one look."""
    if type_.kind == K_LIST and p < c.end and p[0] & 0x0F == type_.element.wire and not is_container(type_.element):
        return True
    return _looked_through(c[0], p, type_)


cdef inline int64_t key_of(Cursor* c, Bytes p, Row* row, int64_t field_id, int wire_type) noexcept nogil:
    """By what a field is told from others: its id, unless it is of another type."""
    if row == NULL or is_declared(c, p, row.type, wire_type):
        return field_id
    return field_id + ANOTHER_TYPE


cdef inline bint _looked_through(Cursor ahead, Bytes p, Type* type_) noexcept nogil:
    ahead.is_validated = True  # integers are taken in any width
    if type_.kind == K_LIST and not is_container(type_.element):
        return _has_same_elements(&ahead, &p, type_)
    if type_.kind == K_MAP and not is_container(type_.key) and not is_container(type_.element):
        return _has_same_elements(&ahead, &p, type_)
    return _are_declared(&ahead, &p, type_)


cdef inline bint _has_same_elements(Cursor* c, Bytes* p, Type* type_) noexcept nogil:
    """Looks at the header of a container only."""
    cdef int64_t size = 0
    cdef int key = 0
    cdef int element = 0
    if type_.kind == K_LIST:
        p[0] = list_header(c, p[0], &size, &element)
        return p[0] == NULL or not size or is_same(element, type_.element.wire)
    p[0] = map_header(c, p[0], &size, &key, &element)
    return p[0] == NULL or not size or (is_same(key, type_.key.wire) and is_same(element, type_.element.wire))


cdef inline bint _are_declared(Cursor* c, Bytes* p, Type* type_) noexcept nogil:
    """Passes over a container, up to one in it that is another than declared; NULL where the bytes are no value."""
    cdef int64_t size = 0
    cdef int64_t at
    cdef int key = 0
    cdef int element = 0
    cdef Bytes start = p[0]
    if not _has_same_elements(c, p, type_):
        return False
    if p[0] == NULL:
        return True
    if type_.kind == K_LIST:
        p[0] = list_header(c, start, &size, &element)
    else:
        p[0] = map_header(c, start, &size, &key, &element)
    p[0] = enter(c, p[0])
    for at in range(size):
        if type_.kind == K_MAP and p[0] != NULL:
            if not is_container(type_.key):
                p[0] = skip_element(c, p[0], key)
            elif not _are_declared(c, p, type_.key):
                return False
        if p[0] == NULL:
            return True
        if not is_container(type_.element):
            p[0] = skip_element(c, p[0], element)
        elif not _are_declared(c, p, type_.element):
            return False
    c.depth -= 1
    return True
