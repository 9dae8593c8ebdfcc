# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Whether a struct has an empty list whose element type does not exist. `inlay.footers.footer.other_types` asks it.

Bytes were validated: what is not a struct has none.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t

from inlay_runtime.native.cursor cimport (
    STOP, WIRE_LIST, WIRE_SET, WIRE_STRUCT, Bytes, Cursor, enter, list_header, make_cursor, minimal_size_of, read_integer, skip,
    skip_element,
)  # fmt: skip


cdef struct Path:
    Bytes ids
    int64_t length


def has_untyped_list(bytes data not None, int depth, bytes unread not None):
    """Whether one is anywhere in the struct, at any depth, in fields that the IDL has or has not. `unread` are the ids of the fields that
    lead to one where it does not count."""
    cdef int64_t size = PyBytes_GET_SIZE(data)
    cdef Bytes start = <Bytes>PyBytes_AS_STRING(data)
    cdef Cursor c = make_cursor(start, size, depth, size + 1, size + 1, 0)
    cdef Path path = Path(<Bytes>PyBytes_AS_STRING(unread), PyBytes_GET_SIZE(unread))
    cdef bint is_found = False
    c.is_validated = True
    with nogil:
        walk_struct(&c, start, &is_found, &path, 0)
    return is_found


cdef Bytes walk_struct(Cursor* c, Bytes p, bint* is_found, Path* unread, int64_t passed) noexcept nogil:
    """Passes over a struct; NULL where one was found, or where the bytes are not a struct. `passed` fields of the path `unread` lead here;
    -1 where others do."""
    cdef uint8_t byte
    cdef int64_t field_id = 0
    cdef int64_t there
    if enter(c, p) == NULL:
        return NULL
    while True:
        if p >= c.end:
            return NULL
        byte = p[0]
        p += 1
        if byte & 0x0F == STOP:
            break
        if byte <= 0x0F:
            p = read_integer(c, p, 3, 16, &field_id)
            if p == NULL:
                return NULL
        else:
            field_id += byte >> 4
        there = passed + 1 if 0 <= passed < unread.length and unread.ids[passed] == field_id else -1
        p = walk_value(c, p, byte & 0x0F, is_found, False, unread, there)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p


cdef Bytes walk_value(
    Cursor* c, Bytes p, int wire_type, bint* is_found, bint is_element, Path* unread, int64_t passed
) noexcept nogil:
    """Passes over a value; maps, which have no element type where they are empty, and scalars are skipped."""
    cdef int64_t size = 0
    cdef int64_t at
    cdef int element = 0
    if wire_type == WIRE_STRUCT:
        return walk_struct(c, p, is_found, unread, passed)
    if wire_type != WIRE_LIST and wire_type != WIRE_SET:
        return skip_element(c, p, wire_type) if is_element else skip(c, p, wire_type)
    p = list_header(c, p, &size, &element)
    if p == NULL or enter(c, p) == NULL:
        return NULL
    if size == 0 and not minimal_size_of(element) and (is_element or not 0 < passed == unread.length):
        is_found[0] = True
        return NULL
    for at in range(size):
        p = walk_value(c, p, element, is_found, True, unread, passed)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p
