# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`page_frame.py` and `packed_integers.py` in C; all inline, to be cimported. What breaks a rule is left to Python."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from inlay_runtime.native.little_endian cimport load_u16, load_u32

cdef enum:
    VECTOR = 1024
    LOGARITHM = 10
    PAGE_HEAD = 7

ctypedef int64_t (*Measure)(const uint8_t* at, int64_t left, int64_t count, int size) noexcept nogil
"""The bytes of the vector at a place; -1 where it breaks a rule or does not end in what is left."""


cdef inline int64_t count_vectors(int64_t count, int logarithm) noexcept nogil:
    return (count + (<int64_t> 1 << logarithm) - 1) >> logarithm


cdef inline bint is_framed(
    const uint8_t* data, int64_t length, int64_t count, int logarithm, int size, Measure measure
) noexcept nogil:
    """Whether vectors lie one behind the other, as the offsets have it, up to the end. The first bytes are the caller's."""
    cdef int64_t vectors, vector, many, at, taken
    if length < PAGE_HEAD or count < 0 or not 3 <= logarithm <= 15 or load_u32(data + 3) != count:
        return False
    vectors = count_vectors(count, logarithm)
    at = PAGE_HEAD + 4 * vectors
    if at > length:
        return False
    for vector in range(vectors):
        many = count - (vector << logarithm) if vector == vectors - 1 else <int64_t> 1 << logarithm
        if load_u32(data + PAGE_HEAD + 4 * vector) != at - PAGE_HEAD:
            return False
        taken = measure(data + at, length - at, many, size)
        if taken < 0:
            return False
        at += taken
    return at == length


cdef inline int64_t measure_integers(int width, int64_t count, int exceptions, int size) noexcept nogil:
    return (count * width + 7) // 8 + <int64_t> exceptions * (2 + size)


cdef inline bint patch(
    uint8_t* out, const uint8_t* integers, int64_t count, int width, int exceptions, int size
) noexcept nogil:
    """Whether all exceptions, which follow the integers, have a place."""
    cdef const uint8_t* positions = integers + (count * width + 7) // 8
    cdef const uint8_t* values = positions + 2 * exceptions
    cdef int64_t index
    cdef uint16_t position
    for index in range(exceptions):
        position = load_u16(positions + 2 * index)
        if position >= count:
            return False
        memcpy(out + <int64_t> position * size, values + index * size, size)
    return True


cdef inline uint8_t* put_head(uint8_t* out, uint8_t first, uint8_t second, uint8_t third, int64_t count) noexcept nogil:
    """Returns where the vectors begin, behind room for their offsets."""
    cdef uint32_t elements = <uint32_t> count
    out[0] = first
    out[1] = second
    out[2] = third
    memcpy(out + 3, &elements, 4)
    return out + PAGE_HEAD + 4 * count_vectors(count, LOGARITHM)


cdef inline void put_offset(uint8_t* page, int64_t vector, const uint8_t* at) noexcept nogil:
    """Says in the head that a vector begins here."""
    cdef uint32_t offset = <uint32_t> (at - page - PAGE_HEAD)
    memcpy(page + PAGE_HEAD + 4 * vector, &offset, 4)


cdef inline uint8_t* put_integers(
    uint8_t* out, const int64_t* integers, int64_t count, int64_t frame, int width
) noexcept nogil:
    """Packed, less the frame."""
    cdef uint64_t pending = 0, value
    cdef int held = 0
    cdef int64_t index
    if width == 0:
        return out
    for index in range(count):
        value = <uint64_t> integers[index] - <uint64_t> frame
        pending |= value << held
        if held + width < 64:
            held += width
            continue
        memcpy(out, &pending, 8)
        out += 8
        pending = value >> (64 - held) if held else 0
        held += width - 64
    if held:
        memcpy(out, &pending, (held + 7) // 8)
    return out + (held + 7) // 8


cdef inline uint8_t* put_exceptions(
    uint8_t* out, const uint8_t* values, const uint16_t* positions, int exceptions, int size
) noexcept nogil:
    """Positions, and the values that are there."""
    cdef int64_t index
    memcpy(out, positions, 2 * exceptions)
    out += 2 * exceptions
    for index in range(exceptions):
        memcpy(out, values + <int64_t> positions[index] * size, size)
        out += size
    return out


cdef inline int width_of(uint64_t largest) noexcept nogil:
    """Bits of the largest integer."""
    cdef int width = 0
    while largest:
        width += 1
        largest >>= 1
    return width
