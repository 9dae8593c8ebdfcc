# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A position in compact-protocol bytes, as `inlay_runtime.compact.cursor` has it: strict, bounds-checked.

Every function takes where it is to read and returns where it stopped, or NULL where the pure cursor would
raise. None needs the GIL, none makes an object. They are inline: cimport them.

    cdef Cursor c = make_cursor(data, size, depth, container, binary, budget)
    p = read_varint(&c, p, 10, &value)
    if p == NULL: ...
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

ctypedef const uint8_t* Bytes

cdef enum:
    STOP = 0
    TRUE = 1
    FALSE = 2
    WIRE_I8 = 3
    WIRE_I16 = 4
    WIRE_I32 = 5
    WIRE_I64 = 6
    WIRE_DOUBLE = 7
    WIRE_BINARY = 8
    WIRE_LIST = 9
    WIRE_SET = 10
    WIRE_MAP = 11
    WIRE_STRUCT = 12
    WIRE_UUID = 13
    EXTENSION_ID = 32767
    SPEC_WIRE_ID = -16384
    NO_EXTENSION = 32768
    ANOTHER_TYPE = 65536  # added to the id of a field of another type than declared: a key of its own

cdef struct Cursor:
    Bytes begin
    Bytes end
    int depth
    int deepest
    int64_t container  # limits on elements and on the bytes of a binary
    int64_t binary
    int64_t budget
    bint canonical  # whether all so far is spelled as the writer would
    bint is_validated  # then integers of a list may be wider than its label says, as its schema allowed


cdef inline Cursor make_cursor(
    Bytes data, Py_ssize_t size, int depth, int64_t container, int64_t binary, int64_t budget
) noexcept nogil:
    cdef Cursor c
    c.begin = data
    c.end = data + size
    c.depth = 0
    c.deepest = depth
    c.container = container
    c.binary = binary
    c.budget = budget
    c.canonical = True
    c.is_validated = False
    return c


cdef inline int64_t fold_extension(int64_t wire_id, int wire_type) noexcept nogil:
    """The id by which a field is known: 32767 for an extension in either spelling."""
    if wire_type == WIRE_BINARY and (wire_id == EXTENSION_ID or wire_id == SPEC_WIRE_ID):
        return EXTENSION_ID
    return NO_EXTENSION if wire_id == EXTENSION_ID else wire_id


cdef inline bint is_varint(int wire_type) noexcept nogil:
    return WIRE_I16 <= wire_type <= WIRE_I64


cdef inline bint is_same(int found, int expected) noexcept nogil:
    """Whether an element type nibble means the expected type: integers have the same bytes, 1 and 2 are boolean."""
    if expected == TRUE:
        return found == TRUE or found == FALSE
    return found == expected or (is_varint(found) and is_varint(expected))


cdef inline Bytes enter(Cursor* c, Bytes p) noexcept nogil:
    """One level deeper; the caller lowers `depth` when it leaves."""
    c.depth += 1
    return p if c.depth <= c.deepest else NULL


cdef inline Bytes take(Cursor* c, Bytes p, int64_t size) noexcept nogil:
    """Passes over `size` bytes."""
    return p + size if size <= c.end - p else NULL


cdef inline Bytes read_varint(Cursor* c, Bytes p, int longest, uint64_t* value) noexcept nogil:
    """ULEB128 of at most `longest` bytes; of ten, no more than 64 bits."""
    if p < c.end and p[0] < 0x80:
        value[0] = p[0]
        return p + 1
    return _long_varint(c, p, longest, value)


cdef inline Bytes _long_varint(Cursor* c, Bytes p, int longest, uint64_t* value) noexcept nogil:
    cdef uint64_t found = 0
    cdef int shift = 0
    cdef Bytes last = c.end if c.end - p < longest else p + longest
    while p < last:
        found |= <uint64_t>(p[0] & 0x7F) << shift
        if p[0] < 0x80:
            if shift == 63 and p[0] > 1:
                return NULL
            if p[0] == 0:
                c.canonical = False
            value[0] = found
            return p + 1
        shift += 7
        p += 1
    return NULL


cdef inline int64_t unzigzag(uint64_t value) noexcept nogil:
    return <int64_t>((value >> 1) ^ (0 - (value & 1)))


cdef inline Bytes read_integer(
    Cursor* c, Bytes p, int longest, int bits, int64_t* value
) noexcept nogil:
    """A zigzag varint of at most `longest` bytes, whose value fits `bits` bits."""
    cdef uint64_t raw = 0
    p = read_varint(c, p, longest, &raw)
    if p == NULL or (bits < 64 and raw >> bits):
        return NULL
    value[0] = unzigzag(raw)
    return p


cdef inline Bytes read_size(Cursor* c, Bytes p, int64_t* size) noexcept nogil:
    """Passes over a length, which fits the bytes left; those bytes come next."""
    cdef uint64_t found = 0
    p = read_varint(c, p, 5, &found)
    if p == NULL or <int64_t>found > c.end - p or <int64_t>found > c.binary:
        return NULL
    size[0] = <int64_t>found
    return p


cdef inline int minimal_size_of(int wire_type) noexcept nogil:
    """The least bytes that an element of a container can take; 0 for what is not a type."""
    if wire_type == WIRE_DOUBLE:
        return 8
    if wire_type == WIRE_UUID:
        return 16
    return 1 if TRUE <= wire_type <= WIRE_STRUCT else 0


cdef inline Bytes list_header(
    Cursor* c, Bytes p, int64_t* size, int* element_type
) noexcept nogil:
    """Size and element type of a list or set: `ssss tttt`, or `1111 tttt` and a varint."""
    cdef uint64_t found
    cdef int least
    if p >= c.end:
        return NULL
    found = p[0] >> 4
    element_type[0] = p[0] & 0x0F
    p += 1
    if found == 15:
        p = read_varint(c, p, 5, &found)
        if p == NULL:
            return NULL
        if found < 15:
            c.canonical = False
    least = minimal_size_of(element_type[0])
    if found and not least:
        return NULL
    if <int64_t>found * (least or 1) > c.end - p or <int64_t>found > c.container:
        return NULL
    size[0] = <int64_t>found
    return p


cdef inline Bytes map_header(
    Cursor* c, Bytes p, int64_t* size, int* key_type, int* value_type
) noexcept nogil:
    """Size, key type and value type of a map: a varint and, unless it is 0, `kkkk vvvv`."""
    cdef uint64_t found = 0
    cdef int least
    p = read_varint(c, p, 5, &found)
    if p == NULL:
        return NULL
    size[0] = <int64_t>found
    key_type[0] = value_type[0] = 0
    if found == 0:
        return p
    if p >= c.end:
        return NULL
    key_type[0] = p[0] >> 4
    value_type[0] = p[0] & 0x0F
    p += 1
    if not minimal_size_of(key_type[0]) or not minimal_size_of(value_type[0]):
        return NULL
    least = minimal_size_of(key_type[0]) + minimal_size_of(value_type[0])
    if <int64_t>found * least > c.end - p or <int64_t>found > c.container:
        return NULL
    return p


cdef inline Bytes skip(Cursor* c, Bytes p, int wire_type) noexcept nogil:
    """Passes over a field's value of any type. A boolean field has no bytes of its own."""
    if wire_type <= FALSE:
        return p
    return skip_element(c, p, wire_type)


cdef inline Bytes skip_element(Cursor* c, Bytes p, int wire_type) noexcept nogil:
    """Passes over an element of a container; a boolean there is a byte."""
    cdef int64_t size = 0
    cdef int64_t at
    cdef int key_type = 0
    cdef int value_type = 0
    if is_varint(wire_type) and c.is_validated:
        return read_integer(c, p, 10, 64, &size)
    if wire_type == WIRE_I32:
        return read_integer(c, p, 5, 32, &size)
    if wire_type == WIRE_I64:
        return read_integer(c, p, 10, 64, &size)
    if wire_type == WIRE_BINARY:
        p = read_size(c, p, &size)
        return p + size if p != NULL else NULL
    if wire_type == WIRE_STRUCT:
        return skip_struct(c, p)
    if wire_type == WIRE_LIST or wire_type == WIRE_SET:
        p = list_header(c, p, &size, &value_type)
        if p == NULL or enter(c, p) == NULL:
            return NULL
        for at in range(size):
            p = skip_element(c, p, value_type)
            if p == NULL:
                return NULL
        c.depth -= 1
        return p
    if wire_type == WIRE_MAP:
        p = map_header(c, p, &size, &key_type, &value_type)
        if p == NULL or enter(c, p) == NULL:
            return NULL
        for at in range(size):
            p = skip_element(c, p, key_type)
            if p == NULL:
                return NULL
            p = skip_element(c, p, value_type)
            if p == NULL:
                return NULL
        c.depth -= 1
        return p
    if wire_type == WIRE_I16:
        return read_integer(c, p, 3, 16, &size)
    if wire_type == WIRE_DOUBLE:
        return take(c, p, 8)
    if wire_type == WIRE_UUID:
        return take(c, p, 16)
    if TRUE <= wire_type <= WIRE_I8:
        return take(c, p, 1)
    return NULL


cdef inline Bytes skip_struct(Cursor* c, Bytes p) noexcept nogil:
    """Passes over a struct. A byte whose type nibble is 0 is its stop, whatever the rest says."""
    cdef uint8_t byte
    cdef int64_t field_id
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
        if is_varint(byte & 0x0F) and p < c.end and p[0] < 0x80:
            p += 1  # most fields of a footer
            continue
        p = skip(c, p, byte & 0x0F)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p
