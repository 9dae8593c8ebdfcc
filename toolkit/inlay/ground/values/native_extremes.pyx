# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Where the least and the largest of many values lie, by the orders of Parquet: see `inlay.ground.values.extremes`, whose slow pass is the
specification."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from inlay_runtime.native.packed cimport Lent

cdef enum:  # the codes of `orders.py`
    BOOLEAN = 1
    SIGNED
    UNSIGNED
    FLOAT
    DOUBLE
    BYTES
    SIGNED_BYTES
    DECIMAL
    FLOAT16
    TOTAL
    INT96

ctypedef fused integer:
    int32_t
    int64_t
    uint32_t
    uint64_t

ctypedef fused real:
    float
    double

cdef struct Found:
    int64_t low
    int64_t high
    int64_t nans

cdef struct Span:
    const uint8_t* data
    int64_t size


cdef Found _of_integers(const integer* values, int64_t count) noexcept nogil:
    cdef Found found
    cdef int64_t at
    cdef integer value, low = values[0], high = values[0]
    found.low = found.high = found.nans = 0
    for at in range(1, count):
        value = values[at]
        if value < low:
            low = value
            found.low = at
        if value > high:
            high = value
            found.high = at
    return found


cdef Found _of_reals(const real* values, int64_t count) noexcept nogil:
    cdef Found found
    cdef int64_t at = 0
    cdef real value, low, high
    found.low = found.high = -1
    found.nans = 0
    while at < count and values[at] != values[at]:
        at += 1
    found.nans = at
    if at == count:
        return found
    low = high = values[at]
    found.low = found.high = at
    for at in range(at + 1, count):
        value = values[at]
        if value < low:
            low = value
            found.low = at
        elif value > high:
            high = value
            found.high = at
        elif value != value:
            found.nans += 1
    return found


cdef Found _of_bits(const uint8_t* bits, int64_t first, int64_t count) noexcept nogil:
    cdef Found found
    cdef int64_t at
    cdef bint value, begin = bits[first >> 3] >> (first & 7) & 1
    found.low = found.high = found.nans = 0
    for at in range(1, count):
        value = bits[(first + at) >> 3] >> ((first + at) & 7) & 1
        if value != begin:  # both are there, and no more can be
            if value:
                found.high = at
            else:
                found.low = at
            break
    return found


cdef inline int64_t _bits_of(const uint8_t* value, int width) noexcept nogil:
    cdef int64_t number = 0
    if width == 2:
        number = <int64_t> <int8_t> value[1] * 256 + value[0]
    elif width == 4:
        number = (<const int32_t*> value)[0]
    else:
        number = (<const int64_t*> value)[0]
    return number


cdef inline int64_t _in_total_order(int64_t bits) noexcept nogil:
    """Sign and magnitude as a number with a sign."""
    return bits ^ <int64_t> (<uint64_t> (bits >> 63) >> 1)


cdef inline bint _is_nan(int64_t bits, int width) noexcept nogil:
    """Whether its magnitude is above that of infinity."""
    cdef int64_t magnitude = bits & <int64_t> ((<uint64_t> 1 << (8 * width - 1)) - 1)
    if width == 2:
        return magnitude > 0x7C00
    if width == 4:
        return magnitude > 0x7F800000
    return magnitude > <int64_t> (<uint64_t> 0x7FF << 52)


cdef Found _of_float_bits(const uint8_t* values, int width, int64_t count, bint total) noexcept nogil:
    """In total order, or FLOAT16 by value, where both zeros are one. NaNs count in total order where there is nothing else."""
    cdef Found found
    cdef int64_t at, bits, key, low = 0, high = 0
    cdef bint of_nans
    for of_nans in range(2):
        found.low = found.high = -1
        found.nans = 0
        for at in range(count):
            bits = _bits_of(values + at * width, width)
            if _is_nan(bits, width):
                found.nans += 1
                if not of_nans:
                    continue
            key = _in_total_order(bits)
            if not total and bits == -0x8000:  # -0 of FLOAT16
                key = 0
            if found.low < 0 or key < low:
                low = key
                found.low = at
            if found.high < 0 or key > high:
                high = key
                found.high = at
        if found.low >= 0 or not total:
            break
    return found


cdef inline int _compare(Span one, Span other, int order) noexcept nogil:
    """Less than 0, 0 or more, as memcmp."""
    cdef int64_t common = min(one.size, other.size), at
    cdef int result
    if order == BYTES:
        result = memcmp(one.data, other.data, common)
        return result if result else (one.size > other.size) - (one.size < other.size)
    if order == SIGNED_BYTES:
        for at in range(common):
            if one.data[at] != other.data[at]:
                return 1 if <int8_t> one.data[at] > <int8_t> other.data[at] else -1
        return (one.size > other.size) - (one.size < other.size)
    if order == INT96:  # nanoseconds of a day, then the day
        result = _compare_numbers((<const int32_t*> (one.data + 8))[0], (<const int32_t*> (other.data + 8))[0])
        if result:
            return result
        if (<const uint64_t*> one.data)[0] == (<const uint64_t*> other.data)[0]:
            return 0
        return 1 if (<const uint64_t*> one.data)[0] > (<const uint64_t*> other.data)[0] else -1
    return _compare_decimals(one, other)


cdef inline int _compare_numbers(int64_t one, int64_t other) noexcept nogil:
    return (one > other) - (one < other)


cdef int _compare_decimals(Span one, Span other) noexcept nogil:
    """Big endian with a sign, of any length; no bytes are 0."""
    cdef bint first = one.size > 0 and one.data[0] & 0x80, second = other.size > 0 and other.data[0] & 0x80
    cdef uint8_t fill = 0xFF if first else 0
    if first != second:
        return -1 if first else 1
    while one.size > other.size:
        if one.data[0] != fill:
            return -1 if first else 1
        one.data += 1
        one.size -= 1
    while other.size > one.size:
        if other.data[0] != fill:
            return 1 if first else -1
        other.data += 1
        other.size -= 1
    return memcmp(one.data, other.data, one.size)


cdef inline Span _span_of(const uint8_t* data, const int32_t* offsets, int64_t width, int64_t at) noexcept nogil:
    cdef Span span
    if offsets == NULL:
        span.data = data + at * width
        span.size = width
    else:
        span.data = data + offsets[at]
        span.size = offsets[at + 1] - offsets[at]
    return span


cdef Found _of_spans(
    const uint8_t* data, const int32_t* offsets, int64_t width, int64_t first, int64_t count, int order
) noexcept nogil:
    cdef Found found
    cdef int64_t at
    cdef Span span, low, high
    low = high = _span_of(data, offsets, width, first)
    found.low = found.high = found.nans = 0
    for at in range(1, count):
        span = _span_of(data, offsets, width, first + at)
        if _compare(span, low, order) < 0:
            low = span
            found.low = at
        elif _compare(span, high, order) > 0:
            high = span
            found.high = at
    return found


cdef Found _of_fixed(const uint8_t* data, int width, int64_t first, int64_t count, int order) noexcept nogil:
    cdef const uint8_t* values = data + first * width
    if order == BOOLEAN:
        return _of_bits(data, first, count)
    if order == SIGNED:
        return _of_integers(<const int32_t*> values, count) if width == 4 else _of_integers(<const int64_t*> values, count)
    if order == UNSIGNED:
        return _of_integers(<const uint32_t*> values, count) if width == 4 else _of_integers(<const uint64_t*> values, count)
    if order == FLOAT:
        return _of_reals(<const float*> values, count)
    if order == DOUBLE:
        return _of_reals(<const double*> values, count)
    if order == FLOAT16 or order == TOTAL:
        return _of_float_bits(values, width, count, order == TOTAL)
    return _of_spans(data, NULL, width, first, count, order)


cdef inline object _told(Found found, int64_t first):
    if found.low < 0:
        return -1, -1, found.nans
    return first + found.low, first + found.high, found.nans


cdef bint _fits(int order, int width) noexcept:
    if order == BOOLEAN:
        return width == 0
    if order == SIGNED or order == UNSIGNED:
        return width == 4 or width == 8
    if order == FLOAT or order == DOUBLE:
        return width == (4 if order == FLOAT else 8)
    if order == FLOAT16 or order == TOTAL:
        return width == 2 or (order == TOTAL and (width == 4 or width == 8))
    if order == INT96:
        return width == 12
    return width > 0


def find_in_fixed(values, int order, int width, spans):
    """Values of `width` bytes, or bits for booleans; spans are (first, count). The places of the least and the largest and the number of
    NaNs of each span; -1 where nothing is compared."""
    cdef Lent lent = Lent(values)
    cdef int64_t first, count, room = lent.view.len * 8 if order == BOOLEAN else lent.view.len // max(width, 1)
    cdef Found found
    cdef list answers = []
    if not _fits(order, width):
        raise ValueError(width)
    for first, count in spans:
        if first < 0 or count < 0 or first + count > room:
            raise IndexError(first)
        if count == 0:
            answers.append((-1, -1, 0))
            continue
        with nogil:
            found = _of_fixed(<const uint8_t*> lent.view.buf, width, first, count, order)
        answers.append(_told(found, first))
    return answers


def find_in_binary(offsets, data, int order, spans):
    """The same of byte arrays, whose offsets have 32 bits, and which are trusted."""
    cdef Lent places = Lent(offsets), lent = Lent(data)
    cdef int64_t first, count, room = places.view.len // 4 - 1
    cdef Found found
    cdef list answers = []
    if not BYTES <= order <= DECIMAL:
        raise ValueError(order)
    for first, count in spans:
        if first < 0 or count < 0 or first + count > room:
            raise IndexError(first)
        if count == 0:
            answers.append((-1, -1, 0))
            continue
        with nogil:
            found = _of_spans(
                <const uint8_t*> lent.view.buf, <const int32_t*> places.view.buf, 0, first, count, order
            )
        answers.append(_told(found, first))
    return answers


def find_in_dictionary(indexes, stamps, offsets, data, int order, spans):
    """The same of indexes of 32 bits into a dictionary, each entry of which is compared once a span; the places are those of entries.
    `stamps` is room for as many numbers of 32 bits as there are entries, all zero."""
    cdef Lent numbers = Lent(indexes), places = Lent(offsets), lent = Lent(data), seen
    cdef int64_t first, count, at, entries = places.view.len // 4 - 1
    cdef const int32_t* index = <const int32_t*> numbers.view.buf
    cdef uint32_t stamp = 0
    cdef int32_t entry
    cdef uint32_t* stamped
    cdef Span span, low, high
    cdef Found found
    cdef bint is_wrong = False
    cdef list answers = []
    if not BYTES <= order <= DECIMAL:
        raise ValueError(order)
    if stamps is None or memoryview(stamps).readonly or memoryview(stamps).nbytes < entries * 4:
        raise ValueError(entries)
    seen = Lent(stamps)
    stamped = <uint32_t*> seen.view.buf
    for first, count in spans:
        if first < 0 or count < 0 or first + count > numbers.view.len // 4:
            raise IndexError(first)
        stamp += 1
        found.low = found.high = -1
        with nogil:
            for at in range(first, first + count):
                entry = index[at]
                if entry < 0 or entry >= entries:
                    is_wrong = True
                    break
                if stamped[entry] == stamp:
                    continue
                stamped[entry] = stamp
                span = _span_of(<const uint8_t*> lent.view.buf, <const int32_t*> places.view.buf, 0, entry)
                if found.low < 0:
                    low = high = span
                    found.low = found.high = entry
                elif _compare(span, low, order) < 0:
                    low = span
                    found.low = entry
                elif _compare(span, high, order) > 0:
                    high = span
                    found.high = entry
        if is_wrong:
            raise IndexError(entry)
        answers.append((found.low, found.high, 0))
    return answers


include "steps.pxi"
