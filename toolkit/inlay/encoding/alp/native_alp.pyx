# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""ALP: `page.py` and `parameters.py`, which have the rules. What breaks one is left to them: these functions give None."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uintptr_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from inlay_runtime.native.little_endian cimport u16, u32, u64

ctypedef fused Real:
    float
    double

cdef enum:
    VECTOR = 1024
    LOGARITHM = 10
    LARGEST_VECTOR = 1 << 15
    PAGE_HEADER = 7
    SAMPLED_VALUES = 64
    LARGEST_PRESET = 5
    POWERS = 19

# Literals, which the compiler rounds correctly; a FLOAT takes the nearest of its own.
cdef double* RAISE_DOUBLE = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18
]
cdef double* LOWER_DOUBLE = [
    1e-0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16,
    1e-17, 1e-18
]


ctypedef struct Header:
    int exponent
    int factor
    int exceptions
    int64_t frame
    int width


cdef inline int header_size(int size) noexcept nogil:
    return 5 + size


cdef inline int largest_exponent(int size) noexcept nogil:
    return 10 if size == 4 else 18


cdef inline Real scale(Real number, Real raised, Real lowered) noexcept nogil:
    cdef Real scaled = number * raised
    return scaled * lowered


cdef inline bint to_integer(
    Real number, Real raise_e, Real lower_f, Real raise_f, Real lower_e, int64_t* integer
) noexcept nogil:
    """Whether an integer stands for the number; `round` of Python is to even, and so is adding a power of two."""
    cdef Real scaled = scale(number, raise_e, lower_f)
    cdef Real magic, limit, restored
    cdef uint32_t bits, other
    cdef uint64_t wide_bits, wide_other
    if Real is float:
        magic = 8388608.0
        limit = 2147483648.0
    else:
        magic = 4503599627370496.0
        limit = 9223372036854775808.0
    if not (scaled < limit and scaled > -limit):
        return False
    if scaled >= 0:
        integer[0] = <int64_t> (scaled if scaled >= magic else (scaled + magic) - magic)
    else:
        integer[0] = <int64_t> (scaled if scaled <= -magic else (scaled - magic) + magic)
    restored = scale(<Real> integer[0], raise_f, lower_e)
    if Real is float:
        memcpy(&bits, &number, 4)
        memcpy(&other, &restored, 4)
        return bits == other
    memcpy(&wide_bits, &number, 8)
    memcpy(&wide_other, &restored, 8)
    return wide_bits == wide_other


cdef inline int bits_of(uint64_t largest) noexcept nogil:
    cdef int width = 0
    while largest:
        width += 1
        largest >>= 1
    return width


cdef int64_t cost_of(const Real* numbers, int64_t count, int64_t step, int exponent, int factor) noexcept nogil:
    """The bits of `count` numbers, `step` apart."""
    cdef Real raise_e = <Real> RAISE_DOUBLE[exponent], lower_f = <Real> LOWER_DOUBLE[factor]
    cdef Real raise_f = <Real> RAISE_DOUBLE[factor], lower_e = <Real> LOWER_DOUBLE[exponent]
    cdef int64_t index, integer, least = 0, most = 0, good = 0
    for index in range(count):
        if to_integer[Real](numbers[index * step], raise_e, lower_f, raise_f, lower_e, &integer):
            if not good or integer < least:
                least = integer
            if not good or integer > most:
                most = integer
            good += 1
    return count * bits_of(<uint64_t> most - <uint64_t> least) + (count - good) * (16 + 8 * <int64_t> sizeof(Real))


cdef void best_of_all(
    const Real* numbers, int64_t count, int* exponent, int* factor, int64_t* bits, int64_t* totals
) noexcept nogil:
    """Adds the cost with each exponent and factor to `totals`, too."""
    cdef int e, f
    cdef int64_t cost
    bits[0] = -1
    for e in range(largest_exponent(sizeof(Real)), -1, -1):
        for f in range(e, -1, -1):
            cost = cost_of[Real](numbers, count, 1, e, f)
            totals[e * POWERS + f] += cost
            if bits[0] < 0 or cost < bits[0]:
                bits[0] = cost
                exponent[0] = e
                factor[0] = f


def rank_parameters(samples, int size):
    cdef const uint8_t[::1] sample
    cdef int exponent = 0, factor = 0, e, f
    cdef int64_t bits = 0, total = 0, least = -1
    cdef int64_t totals[POWERS * POWERS]
    cdef dict votes = {}
    memset(totals, 0, sizeof(totals))
    for given in samples:
        sample = given
        if size == 4:
            best_of_all[float](<const float*> &sample[0], len(sample) // 4, &exponent, &factor, &bits, totals)
        else:
            best_of_all[double](<const double*> &sample[0], len(sample) // 8, &exponent, &factor, &bits, totals)
        votes[exponent, factor] = votes.get((exponent, factor), 0) + 1
        total += bits
    for e in range(largest_exponent(size), -1, -1):
        for f in range(e, -1, -1):
            if least < 0 or totals[e * POWERS + f] < least:
                least = totals[e * POWERS + f]
                exponent = e
                factor = f
    return (exponent, factor), [(*each, many) for each, many in votes.items()], total


cdef int best_for(const Real* numbers, int64_t count, const int* preset, int many) noexcept nogil:
    """Which of the preset is best for a vector."""
    cdef int64_t step, sampled, cost, least = -1
    cdef int each, best = 0
    if many == 1:
        return 0
    step = count // SAMPLED_VALUES if count >= SAMPLED_VALUES else 1
    sampled = (count + step - 1) // step
    sampled = sampled if sampled < SAMPLED_VALUES else SAMPLED_VALUES
    for each in range(many):
        cost = cost_of[Real](numbers, sampled, step, preset[2 * each], preset[2 * each + 1])
        if least < 0 or cost < least:
            least = cost
            best = each
    return best


cdef uint8_t* put_packed(uint8_t* out, const int64_t* integers, int64_t count, int64_t frame, int width) noexcept nogil:
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


cdef uint8_t* put_vector(
    uint8_t* out, const Real* numbers, int64_t count, int exponent, int factor, int64_t* integers, uint16_t* positions
) noexcept nogil:
    cdef Real raise_e = <Real> RAISE_DOUBLE[exponent], lower_f = <Real> LOWER_DOUBLE[factor]
    cdef Real raise_f = <Real> RAISE_DOUBLE[factor], lower_e = <Real> LOWER_DOUBLE[exponent]
    cdef int64_t index, integer = 0, first = 0, least = 0, most = 0
    cdef int size = sizeof(Real), exceptions = 0, width
    cdef uint16_t few
    for index in range(count):
        if to_integer[Real](numbers[index], raise_e, lower_f, raise_f, lower_e, &integer):
            if index == exceptions:
                first = least = most = integer
            integers[index] = integer
            least = integer if integer < least else least
            most = integer if integer > most else most
        else:
            positions[exceptions] = <uint16_t> index
            exceptions += 1
    for index in range(exceptions):
        integers[positions[index]] = first
    width = bits_of(<uint64_t> most - <uint64_t> least)
    few = <uint16_t> exceptions
    out[0] = <uint8_t> exponent
    out[1] = <uint8_t> factor
    memcpy(out + 2, &few, 2)
    memcpy(out + 4, &least, size)
    out[4 + size] = <uint8_t> width
    out = put_packed(out + header_size(size), integers, count, least, width)
    memcpy(out, positions, 2 * exceptions)
    out += 2 * exceptions
    for index in range(exceptions):
        memcpy(out, &numbers[positions[index]], size)
        out += size
    return out


cdef uint8_t* put_page(
    uint8_t* out, const Real* numbers, int64_t count, const int* preset, int many, int64_t* integers, uint16_t* positions
) noexcept nogil:
    cdef int64_t vectors = (count + VECTOR - 1) // VECTOR, vector, length
    cdef uint8_t* offsets = out + PAGE_HEADER
    cdef uint32_t offset
    cdef int32_t elements = <int32_t> count
    cdef int best
    out[0] = 0
    out[1] = 0
    out[2] = LOGARITHM
    memcpy(out + 3, &elements, 4)
    out = offsets + 4 * vectors
    for vector in range(vectors):
        length = count - vector * VECTOR
        length = length if length < VECTOR else VECTOR
        offset = <uint32_t> (out - offsets)
        memcpy(offsets + 4 * vector, &offset, 4)
        best = best_for[Real](numbers + vector * VECTOR, length, preset, many)
        out = put_vector[Real](
            out, numbers + vector * VECTOR, length, preset[2 * best], preset[2 * best + 1], integers, positions
        )
    return out


def encode_page(values, preset, int size):
    cdef const uint8_t[::1] given = values
    cdef int64_t count = len(given) // size
    cdef int64_t room = PAGE_HEADER + (count // VECTOR + 1) * (4 + header_size(size)) + count * (2 * size + 2) + 8
    cdef int chosen[2 * LARGEST_PRESET]
    cdef int many = 0
    cdef uint8_t* out
    cdef uint8_t* end
    cdef int64_t* integers
    if count == 0 or <uintptr_t> &given[0] % <unsigned int> size:
        return None  # numbers are read where they lie
    for exponent, factor in preset:
        chosen[2 * many] = exponent
        chosen[2 * many + 1] = factor
        many += 1
        if many == LARGEST_PRESET:
            break
    out = <uint8_t*> PyMem_Malloc(room)
    if out == NULL:
        raise MemoryError()
    try:
        integers = <int64_t*> PyMem_Malloc(VECTOR * 10)
        if integers == NULL:
            raise MemoryError()
        try:
            with nogil:
                if size == 4:
                    end = put_page[float](
                        out, <const float*> &given[0], count, chosen, many, integers, <uint16_t*> (integers + VECTOR)
                    )
                else:
                    end = put_page[double](
                        out, <const double*> &given[0], count, chosen, many, integers, <uint16_t*> (integers + VECTOR)
                    )
            return PyBytes_FromStringAndSize(<char*> out, end - out)
        finally:
            PyMem_Free(integers)
    finally:
        PyMem_Free(out)


cdef inline int64_t vector_size(const Header* header, int64_t count, int size) noexcept nogil:
    return header_size(size) + (count * header.width + 7) // 8 + <int64_t> header.exceptions * (2 + size)


cdef bint read_header(const uint8_t* at, int64_t left, int64_t count, int size, Header* header) noexcept nogil:
    if left < header_size(size):
        return False
    header.exponent = at[0]
    header.factor = at[1]
    header.exceptions = u16(at + 2)
    header.frame = <int32_t> u32(at + 4) if size == 4 else <int64_t> u64(at + 4)
    header.width = at[4 + size]
    if header.exponent > largest_exponent(size) or header.factor > header.exponent:
        return False
    if header.exceptions > count or header.width > 8 * size:
        return False
    return vector_size(header, count, size) <= left


cdef bint read_vector(
    const uint8_t* at, const uint8_t* end, int64_t count, const Header* header, Real* out
) noexcept nogil:
    """`end` is the end of the page, up to which words may be read."""
    cdef Real raise_f = <Real> RAISE_DOUBLE[header.factor], lower_e = <Real> LOWER_DOUBLE[header.exponent]
    cdef const uint8_t* packed = at + header_size(sizeof(Real))
    cdef const uint8_t* positions = packed + (count * header.width + 7) // 8
    cdef const uint8_t* values = positions + 2 * header.exceptions
    cdef int width = header.width, shift
    cdef uint64_t mask = ~<uint64_t> 0 if width == 64 else (<uint64_t> 1 << width) - 1
    cdef uint64_t word, frame = <uint64_t> header.frame
    cdef int64_t index, bit, whole = 0
    cdef uint16_t position
    if width and width <= 57 and end - packed >= 8:
        whole = (8 * (end - packed - 8)) // width + 1
        whole = whole if whole < count else count
    bit = 0
    for index in range(whole):
        word = u64(packed + (bit >> 3)) >> (bit & 7) & mask
        bit += width
        if Real is float:
            out[index] = scale[Real](<Real> <int32_t> <uint32_t> (word + frame), raise_f, lower_e)
        else:
            out[index] = scale[Real](<Real> <int64_t> (word + frame), raise_f, lower_e)
    for index in range(whole, count):
        shift = bit & 7
        word = 0
        if width:
            memcpy(&word, packed + (bit >> 3), 8 if end - packed - (bit >> 3) >= 8 else end - packed - (bit >> 3))
            word >>= shift
            if shift + width > 64:
                word |= <uint64_t> packed[(bit >> 3) + 8] << (64 - shift)
            word &= mask
        bit += width
        if Real is float:
            out[index] = scale[Real](<Real> <int32_t> <uint32_t> (word + frame), raise_f, lower_e)
        else:
            out[index] = scale[Real](<Real> <int64_t> (word + frame), raise_f, lower_e)
    for index in range(header.exceptions):
        position = u16(positions + 2 * index)
        if position >= count:
            return False
        memcpy(out + position, values + index * <int64_t> sizeof(Real), sizeof(Real))
    return True


cdef bint check_page(const uint8_t* data, int64_t length, int64_t count, int size) noexcept nogil:
    """Whether vectors of the sizes that they say lie one behind the other, as the offsets have it, up to the end."""
    cdef int64_t each = <int64_t> 1 << data[2]
    cdef int64_t vectors = (count + each - 1) // each, vector, many
    cdef int64_t at = PAGE_HEADER + 4 * vectors
    cdef Header header
    for vector in range(vectors):
        many = count - vector * each if vector == vectors - 1 else each
        if u32(data + PAGE_HEADER + 4 * vector) != at - PAGE_HEADER:
            return False
        if not read_header(data + at, length - at, many, size, &header):
            return False
        at += vector_size(&header, many, size)
    return at == length


cdef bint read_page(const uint8_t* data, int64_t length, int64_t count, Real* out) noexcept nogil:
    cdef int64_t each = <int64_t> 1 << data[2]
    cdef int64_t vectors = (count + each - 1) // each, vector, many
    cdef const uint8_t* at = data + PAGE_HEADER + 4 * vectors
    cdef const uint8_t* end = data + length
    cdef Header header
    for vector in range(vectors):
        many = count - vector * each if vector == vectors - 1 else each
        read_header(at, end - at, many, sizeof(Real), &header)
        if not read_vector[Real](at, end, many, &header, out + vector * each):
            return False
        at += vector_size(&header, many, sizeof(Real))
    return True


def decode_page(data, int64_t count, int size):
    cdef Py_buffer view
    cdef const uint8_t* at
    cdef char* out
    cdef bint is_whole
    PyObject_GetBuffer(data, &view, PyBUF_SIMPLE)
    try:
        at = <const uint8_t*> view.buf
        if view.len < PAGE_HEADER or at[0] or at[1] or not 3 <= at[2] <= 15 or count < 0:
            return None
        if <int32_t> u32(at + 3) != count:
            return None
        if (count + (<int64_t> 1 << at[2]) - 1 >> at[2]) * 4 > view.len - PAGE_HEADER:
            return None
        if not check_page(at, view.len, count, size):
            return None
        values = PyBytes_FromStringAndSize(NULL, count * size)
        out = PyBytes_AS_STRING(values)
        with nogil:
            if size == 4:
                is_whole = read_page[float](at, view.len, count, <float*> out)
            else:
                is_whole = read_page[double](at, view.len, count, <double*> out)
        return values if is_whole else None
    finally:
        PyBuffer_Release(&view)
