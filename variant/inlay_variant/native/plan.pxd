# cython: language_level=3
"""A schema as a tree of C structs, with the columns that are read or written; what the native modules share."""
from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy, memset

from inlay_variant.native.buffers cimport (
    NO_MEMORY, OK, REJECT, Bits, Bytes, Column, grow_by, put, put_bit, put_byte, put_i32,
)
from inlay_variant.native.names cimport Names

cdef enum:
    UNTYPED = 0
    BITS = 1
    FIXED = 2
    DECIMAL = 3
    BYTES = 4
    LIST = 5
    FIELDS = 6
    MAP = 7

# A group of columns, for reading or for writing.
ctypedef struct Part:
    int kind
    int type
    int width
    int precision
    int scale
    bint has_value
    int64_t children_count
    Part* children
    const uint8_t* name
    int64_t name_size
    # The id of the name in a dictionary, and which dictionary that was.
    int64_t name_id
    int64_t name_generation
    # Reading
    Column value
    Column typed
    # Writing
    int64_t rows
    Bits value_valid
    Bytes value_offsets
    Bytes value_data
    Bits typed_valid
    Bytes typed_offsets
    Bytes typed_data


cdef class Plan:
    """The tree of groups in C; owns all of it."""

    cdef Part root
    cdef list alive

    cdef int build(self, Part* part, object group) except -1
    cdef int make_children(self, Part* part, Py_ssize_t count) except -1
    cdef int read(self, Part* part, object group, object struct) except -1
    cdef list columns(self, Part* part, object group)
    cdef object typed_column(self, Part* part, object typed)
    cdef object struct(self, Part* part, object group)


cdef class Rows:
    """The rows of storage: which are there, their names, their values."""

    cdef Column struct, metadata, value
    cdef Names names
    cdef list alive
    cdef int64_t limit
    cdef int depth

    cdef int open_metadata(self, int64_t row) noexcept nogil
    cdef const uint8_t* open_value(self, int64_t row, int64_t* size) noexcept nogil
    cdef int open_row(self, int64_t row, const uint8_t** data, int64_t* size) noexcept nogil


cdef int start_writing(Part* part) noexcept
cdef int check_value(const uint8_t* data, int64_t size, Names* names, int depth) noexcept nogil
cdef object with_metadata(object storage, object group, list columns)


# Writing rows

cdef inline int add_null_typed(Part* part) noexcept nogil:
    """A row whose typed value is null; those of its fields are missing."""
    cdef int64_t index
    cdef int answer
    if part.kind == UNTYPED:
        return OK
    answer = put_bit(&part.typed_valid, False)
    if answer < 0:
        return answer
    if part.kind == FIELDS:
        for index in range(part.children_count):
            answer = add_missing(&part.children[index])
            if answer < 0:
                return answer
        return OK
    if part.kind == LIST:
        return put_i32(&part.typed_offsets, part.children[0].rows)
    if part.kind == MAP:
        return put_i32(&part.typed_offsets, part.children[1].rows)
    if part.kind == BYTES:
        return put_i32(&part.typed_offsets, part.typed_data.size)
    return add_fixed(part, NULL)


cdef inline int add_fixed(Part* part, const uint8_t* data) noexcept nogil:
    """A value of fixed width, or zeros; `rows` still counts those before it."""
    cdef int64_t row = part.typed_valid.count - 1
    if part.kind == BITS:
        if row & 7 == 0:
            if put_byte(&part.typed_data, 0) < 0:
                return NO_MEMORY
        if data != NULL and data[0]:
            part.typed_data.data[row >> 3] |= <uint8_t> (1 << (row & 7))
        return OK
    if grow_by(&part.typed_data, part.width) < 0:
        return NO_MEMORY
    if data == NULL:
        memset(part.typed_data.data + part.typed_data.size, 0, part.width)
    else:
        memcpy(part.typed_data.data + part.typed_data.size, data, part.width)
    part.typed_data.size += part.width
    return OK


cdef inline int add_value(Part* part, const uint8_t* data, int64_t size) noexcept nogil:
    """A row of the value column; NULL is null."""
    cdef int answer
    part.rows += 1
    if not part.has_value:
        return OK if data == NULL else REJECT
    answer = put_bit(&part.value_valid, data != NULL)
    if answer == OK and data != NULL:
        answer = put(&part.value_data, data, size)
    if answer == OK:
        answer = put_i32(&part.value_offsets, part.value_data.size)
    return answer


cdef inline int add_missing(Part* part) noexcept nogil:
    cdef int answer = add_null_typed(part)
    return add_value(part, NULL, 0) if answer == OK else answer
