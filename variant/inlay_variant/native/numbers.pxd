# cython: language_level=3
"""The unsigned little-endian numbers of 1 to 4 bytes in headers and tables; inline, to be cimported."""

from libc.stdint cimport uint32_t, uint64_t, uint8_t


cdef inline uint32_t unsigned_at(const uint8_t* data, int width) noexcept nogil:
    if width == 1:
        return data[0]
    if width == 2:
        return data[0] | data[1] << 8
    if width == 3:
        return data[0] | data[1] << 8 | data[2] << 16
    return data[0] | data[1] << 8 | data[2] << 16 | <uint32_t> data[3] << 24


cdef inline void unsigned_to(uint8_t* data, uint32_t number, int width) noexcept nogil:
    data[0] = number & 0xFF
    if width > 1:
        data[1] = number >> 8 & 0xFF
    if width > 2:
        data[2] = number >> 16 & 0xFF
    if width > 3:
        data[3] = number >> 24


cdef inline int width_of(uint64_t most) noexcept nogil:
    return 1 if most < 1 << 8 else 2 if most < 1 << 16 else 3 if most < 1 << 24 else 4
