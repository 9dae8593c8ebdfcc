# cython: language_level=3
"""Growing buffers, and the columns of Arrow; inline, to be cimported.

The contract of all native functions here: every byte that is read lies inside of the span that was given, which is checked
before it is read; depth is one counter that goes down; nothing raises. A function answers OK, or REJECT for input that
`inlay_variant.arrow.pure` would refuse, or NO_MEMORY, or TOO_LARGE.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport realloc
from libc.string cimport memcpy

cdef enum:
    OK = 0
    REJECT = -1
    NO_MEMORY = -2
    TOO_LARGE = -3


cdef inline void* grow_rows(void* rows, int64_t count, int64_t* room, size_t width) noexcept nogil:
    """`rows` of `width` bytes each, with room for another behind `count`; NULL without memory, and then they are as before."""
    cdef int64_t wanted
    if count < room[0]:
        return rows
    wanted = room[0] + room[0] // 2 + 64
    rows = realloc(rows, wanted * width)
    if rows != NULL:
        room[0] = wanted
    return rows


ctypedef struct Bytes:
    uint8_t* data
    int64_t size
    int64_t room


cdef inline int grow_by(Bytes* out, int64_t count) noexcept nogil:
    """Makes room for `count` further bytes."""
    cdef int64_t room
    cdef uint8_t* data
    if out.size + count <= out.room:
        return OK
    room = out.room + out.room // 2 + 64
    if room < out.size + count:
        room = out.size + count
    data = <uint8_t*> realloc(out.data, room)
    if data == NULL:
        return NO_MEMORY
    out.data = data
    out.room = room
    return OK


cdef inline int put(Bytes* out, const uint8_t* data, int64_t count) noexcept nogil:
    if grow_by(out, count) < 0:
        return NO_MEMORY
    if count:
        memcpy(out.data + out.size, data, count)
    out.size += count
    return OK


cdef inline int put_byte(Bytes* out, uint8_t byte) noexcept nogil:
    if grow_by(out, 1) < 0:
        return NO_MEMORY
    out.data[out.size] = byte
    out.size += 1
    return OK


cdef inline int put_i32(Bytes* out, int64_t number) noexcept nogil:
    """An Arrow offset."""
    if number > 0x7FFFFFFF:
        return TOO_LARGE
    if grow_by(out, 4) < 0:
        return NO_MEMORY
    (<int32_t*> (out.data + out.size))[0] = <int32_t> number
    out.size += 4
    return OK


ctypedef struct Bits:
    Bytes bytes
    int64_t count
    int64_t nulls


cdef inline int put_bit(Bits* bits, bint bit) noexcept nogil:
    if bits.count & 7 == 0:
        if put_byte(&bits.bytes, 0) < 0:
            return NO_MEMORY
    if bit:
        bits.bytes.data[bits.count >> 3] |= <uint8_t> (1 << (bits.count & 7))
    else:
        bits.nulls += 1
    bits.count += 1
    return OK


ctypedef struct Column:
    const uint8_t* valid
    const int32_t* offsets
    const uint8_t* data
    int64_t data_size
    int64_t offset
    int64_t length


cdef inline bint is_valid(Column* column, int64_t row) noexcept nogil:
    cdef int64_t at = column.offset + row
    return column.valid == NULL or column.valid[at >> 3] >> (at & 7) & 1


cdef inline const uint8_t* bytes_at(Column* column, int64_t row, int64_t* size) noexcept nogil:
    """NULL where the offsets of a damaged array lead out of its data."""
    cdef const int32_t* offsets = column.offsets + column.offset + row
    if offsets[0] < 0 or offsets[1] < offsets[0] or offsets[1] > column.data_size:
        return NULL
    size[0] = offsets[1] - offsets[0]
    # An empty array may have no buffer at all, and NULL means damage.
    return column.data + offsets[0] if column.data != NULL else <const uint8_t*> offsets
