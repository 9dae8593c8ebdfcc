# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Columns of tables: what `inlay.footers.designs.flatbuffers.packed_bounds` does, in C, None where that has to say what is wrong; bounds as text, and rows
that are alike."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from inlay.footers.conversion.bounds_packing cimport (
    LONGEST, T_BYTE_ARRAY, T_DOUBLE, T_FIXED, T_FLOAT, T_INT32, T_INT96,
)  # fmt: skip
from inlay_runtime.native.packed cimport Lent
from inlay_runtime.native.utf8 cimport is_utf8

cdef enum:
    WRONG = -1

include "bounds_text.pxi"
include "distinct_rows.pxi"


cdef struct Column:
    const uint8_t* values
    const uint8_t* validity  # NULL where nothing is null
    const int32_t* offsets


cdef struct Slots:
    Column lo4
    Column lo8
    Column hi8
    Column length
    Column prefix
    Column whole


cdef Column column_of(flat, list kept):
    """Its buffers are in `kept` for as long as the addresses are used."""
    cdef Column column
    cdef bytes values = bytes(flat.values), validity = flat.validity, offsets = flat.offsets
    kept += [values, validity, offsets]
    column.values = values
    column.validity = NULL if validity is None else <const uint8_t*> PyBytes_AS_STRING(validity)
    column.offsets = NULL if offsets is None else <const int32_t*> PyBytes_AS_STRING(offsets)
    return column


cdef inline bint is_valid(const Column* column, int64_t row) noexcept nogil:
    return column.validity == NULL or (column.validity[row >> 3] >> (row & 7)) & 1


cdef inline int64_t size_of(const Column* column, int64_t row) noexcept nogil:
    return column.offsets[row + 1] - column.offsets[row]


cdef inline int64_t measure(const Slots* slots, int type_, int64_t row, bint* is_there) noexcept nogil:
    """How many bytes the bound has; WRONG for a length that the type does not have."""
    cdef int64_t length
    cdef int64_t size = 0
    is_there[0] = True
    if is_valid(&slots.whole, row):
        return size_of(&slots.whole, row)
    if not is_valid(&slots.length, row) or not T_INT32 <= type_ <= T_FIXED:
        is_there[0] = False
        return 0
    length = <int8_t> slots.length.values[row]
    if length < 0:
        length = -length
    if type_ <= T_DOUBLE:
        size = 4 if type_ == T_INT32 or type_ == T_FLOAT else 12 if type_ == T_INT96 else 8
        return size if length == size else WRONG
    if length > LONGEST:
        return WRONG
    return length + (size_of(&slots.prefix, row) if is_valid(&slots.prefix, row) else 0)


cdef inline void put(const Slots* slots, int type_, int64_t row, uint8_t* target, int64_t size) noexcept nogil:
    cdef uint8_t suffix[LONGEST]
    cdef int64_t prefix
    cdef int at
    if is_valid(&slots.whole, row):
        memcpy(target, slots.whole.values + slots.whole.offsets[row], size)
    elif type_ == T_BYTE_ARRAY or type_ == T_FIXED:
        prefix = size_of(&slots.prefix, row) if is_valid(&slots.prefix, row) else 0
        memcpy(target, slots.prefix.values + slots.prefix.offsets[row], prefix)
        for at in range(8):
            suffix[at] = slots.lo8.values[8 * row + 7 - at]
            suffix[8 + at] = slots.hi8.values[8 * row + 7 - at]
        memcpy(target + prefix, suffix, size - prefix)
    elif size == 4:
        memcpy(target, slots.lo4.values + 4 * row, 4)
    elif size == 8:
        memcpy(target, slots.lo8.values + 8 * row, 8)
    else:
        memcpy(target, slots.lo4.values + 4 * row, 4)
        memcpy(target + 4, slots.lo8.values + 8 * row, 8)


def unpack_bounds(packed, bytes types not None, int64_t height):
    cdef list kept = []
    cdef Slots slots
    cdef int64_t count = len(types) * height, row, size, total = 0, nulls = 0
    cdef const uint8_t* types_ = types
    cdef bytes offsets = PyBytes_FromStringAndSize(NULL, 4 * (count + 1))
    cdef bytes validity = PyBytes_FromStringAndSize(NULL, (count + 7) // 8)
    cdef bytes values
    cdef int32_t* ends = <int32_t*> PyBytes_AS_STRING(offsets)
    cdef uint8_t* bits = <uint8_t*> PyBytes_AS_STRING(validity)
    cdef uint8_t* target
    cdef bint is_there, is_wrong = False
    slots.lo4 = column_of(packed.lo4, kept)
    slots.lo8 = column_of(packed.lo8, kept)
    slots.hi8 = column_of(packed.hi8, kept)
    slots.length = column_of(packed.length, kept)
    slots.prefix = column_of(packed.prefix, kept)
    slots.whole = column_of(packed.whole, kept)
    memset(bits, 0, (count + 7) // 8)
    ends[0] = 0
    with nogil:
        for row in range(count):
            size = measure(&slots, types_[row // height], row, &is_there)
            if size < 0 or total + size > 0x7FFFFFFF:
                is_wrong = True
                break
            total += size
            if is_there:
                bits[row >> 3] |= 1 << (row & 7)
            else:
                nulls += 1
            ends[row + 1] = <int32_t> total
    if is_wrong:
        return None
    values = PyBytes_FromStringAndSize(NULL, total)
    target = <uint8_t*> PyBytes_AS_STRING(values)
    with nogil:
        for row in range(count):
            if (bits[row >> 3] >> (row & 7)) & 1:
                put(&slots, types_[row // height], row, target + ends[row], ends[row + 1] - ends[row])
    return offsets, values, validity if nulls else None, nulls
