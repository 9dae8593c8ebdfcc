# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Bytes of the compact protocol as they are written, in their shortest spelling; all inline, to be cimported.

What is stored at a place needs room there, which the caller has made: `LONGEST_VARINT` bytes for a varint, one more for a header.
Every such function gives the place behind it. None needs the GIL.

    if make_room(&out, LONGEST_HEADER):
        take_up_to(&out, store_field_header(end_of(&out), last_id, field_id, wire_type))
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport realloc

cdef enum:
    LONGEST_VARINT = 10
    LONGEST_HEADER = 11  # of a field or a list

cdef struct Output:  # a buffer that grows; its owner frees `data`
    uint8_t* data
    size_t size  # bytes that are written
    size_t room


cdef inline Output make_output() noexcept nogil:
    """An empty one, without a buffer."""
    cdef Output out
    out.data = NULL
    out.size = out.room = 0
    return out


cdef inline bint make_room(Output* out, size_t size) noexcept nogil:
    """Room for that many bytes more; False without memory, and then nothing has changed."""
    return True if out.room - out.size >= size else grow(out, size)


cdef inline bint grow(Output* out, size_t size) noexcept nogil:
    cdef size_t room = out.room + out.room // 2 + size + 256
    cdef void* grown = realloc(out.data, room)
    if grown == NULL:
        return False
    out.data = <uint8_t*>grown
    out.room = room
    return True


cdef inline uint8_t* end_of(Output* out) noexcept nogil:
    return out.data + out.size


cdef inline void take_up_to(Output* out, uint8_t* end) noexcept nogil:
    """Takes what was stored up to `end`."""
    out.size = end - out.data


cdef inline uint64_t to_zigzag(int64_t value) noexcept nogil:
    return (<uint64_t>value << 1) ^ <uint64_t>(value >> 63)


cdef inline size_t size_of_varint(uint64_t value) noexcept nogil:
    cdef size_t size = 1
    while value > 0x7F:
        size += 1
        value >>= 7
    return size


cdef inline uint8_t* store_varint(uint8_t* to, uint64_t value) noexcept nogil:
    """ULEB128."""
    while value > 0x7F:
        to[0] = <uint8_t>(value & 0x7F | 0x80)
        to += 1
        value >>= 7
    to[0] = <uint8_t>value
    return to + 1


cdef inline uint8_t* store_field_header(uint8_t* to, int64_t last_id, int64_t field_id, int wire_type) noexcept nogil:
    """The header of a field behind the one with `last_id`: `dddd tttt`, or `0000 tttt` and the id."""
    cdef int64_t delta = field_id - last_id
    if 0 < delta < 16:
        to[0] = <uint8_t>(delta << 4 | wire_type)
        return to + 1
    to[0] = <uint8_t>wire_type
    return store_varint(to + 1, to_zigzag(field_id))


cdef inline uint8_t* store_list_header(uint8_t* to, uint64_t size, int element_type) noexcept nogil:
    """Of a list or set: `ssss tttt`, or `1111 tttt` and the size."""
    if size < 15:
        to[0] = <uint8_t>(size << 4 | element_type)
        return to + 1
    to[0] = <uint8_t>(0xF0 | element_type)
    return store_varint(to + 1, size)
