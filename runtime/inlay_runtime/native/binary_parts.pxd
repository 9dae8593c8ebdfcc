# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What the binary protocol is made of, as `inlay_runtime.binary.numbers` has it: the numbers of types, and integers of
two, four and eight bytes, the highest first.

All inline, to be cimported. What is stored at a place needs room there, which the caller has made. None needs the GIL.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef enum:
    NO_WIRE = 255

cdef extern from *:
    """
    static const uint8_t inlay_numbers[16] = {0, 2, 2, 3, 6, 8, 10, 4, 11, 15, 14, 13, 12, 16, 0, 0};
    static const uint8_t inlay_wires[17] = {0, 255, 1, 3, 7, 255, 4, 255, 5, 255, 6, 8, 12, 11, 10, 9, 13};
    static const uint8_t inlay_least[16] = {0, 1, 1, 1, 2, 4, 8, 8, 4, 5, 5, 6, 1, 16, 0, 0};
    static inline uint64_t inlay_swap(uint64_t value) { return __builtin_bswap64(value); }
    """
    const uint8_t* inlay_numbers
    const uint8_t* inlay_wires
    const uint8_t* inlay_least
    uint64_t inlay_swap(uint64_t value) noexcept nogil


cdef inline uint8_t number_of(int wire) noexcept nogil:
    """The number of a type, by its nibble in the compact protocol; 0 for what is not a type."""
    return inlay_numbers[wire & 0x0F]


cdef inline uint8_t wire_of(uint8_t number) noexcept nogil:
    """The other way: STOP for 0, and `NO_WIRE` for what is not a type."""
    return inlay_wires[number] if number <= 16 else NO_WIRE


cdef inline uint8_t least_of(int wire) noexcept nogil:
    """The least bytes that an element of a container can take; 0 for what is not a type."""
    return inlay_least[wire & 0x0F]


cdef inline uint16_t read_2(const uint8_t* p) noexcept nogil:
    return <uint16_t>(p[0] << 8 | p[1])


cdef inline uint32_t read_4(const uint8_t* p) noexcept nogil:
    return <uint32_t>p[0] << 24 | <uint32_t>p[1] << 16 | <uint32_t>p[2] << 8 | p[3]


cdef inline uint64_t read_8(const uint8_t* p) noexcept nogil:
    cdef uint64_t value
    memcpy(&value, p, 8)
    return inlay_swap(value)


cdef inline void store_2(uint8_t* to, uint64_t value) noexcept nogil:
    to[0] = <uint8_t>(value >> 8)
    to[1] = <uint8_t>value


cdef inline void store_4(uint8_t* to, uint64_t value) noexcept nogil:
    to[0] = <uint8_t>(value >> 24)
    to[1] = <uint8_t>(value >> 16)
    to[2] = <uint8_t>(value >> 8)
    to[3] = <uint8_t>value


cdef inline void store_8(uint8_t* to, uint64_t value) noexcept nogil:
    value = inlay_swap(value)
    memcpy(to, &value, 8)


cdef inline uint8_t* store_binary_header(uint8_t* to, int64_t field_id, int wire) noexcept nogil:
    """The header of a field, three bytes: its type and its id."""
    to[0] = number_of(wire)
    store_2(to + 1, field_id)
    return to + 3
