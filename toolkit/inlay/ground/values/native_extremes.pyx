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

ctypedef fused wide:
    int32_t
    int64_t

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


cdef enum:
    BLOCK = 1 << 11  # values whose extremes are found without their places, so that the loop has no branches
    LANES = 8  # extremes that do not wait for each other
    FEW = 1 << 14  # values that take less time than it may take to get Python's lock back


cdef Found _of_integers(const integer* values, int64_t count) noexcept nogil:
    cdef Found found
    cdef int64_t start = 0, at, end, low_from = 0, high_from = 0
    cdef int lane
    cdef integer value, low = values[0], high = values[0]
    cdef integer least[LANES]
    cdef integer largest[LANES]
    while start < count:
        end = min(start + BLOCK, count)
        for lane in range(LANES):
            least[lane], largest[lane] = low, high
        at = start
        while at + LANES <= end:
            for lane in range(LANES):
                value = values[at + lane]
                least[lane] = value if value < least[lane] else least[lane]
                largest[lane] = value if value > largest[lane] else largest[lane]
            at += LANES
        while at < end:
            value = values[at]
            least[0] = value if value < least[0] else least[0]
            largest[0] = value if value > largest[0] else largest[0]
            at += 1
        for lane in range(LANES):
            if least[lane] < low:
                low, low_from = least[lane], start
            if largest[lane] > high:
                high, high_from = largest[lane], start
        start = end
    while values[low_from] != low:
        low_from += 1
    while values[high_from] != high:
        high_from += 1
    found.low, found.high, found.nans = low_from, high_from, 0
    return found


cdef Found _of_reals(const real* values, int64_t count) noexcept nogil:
    cdef Found found
    cdef int64_t first = 0, start, at, end, nans, low_from, high_from
    cdef int lane
    cdef real value, low, high
    cdef real least[LANES]
    cdef real largest[LANES]
    cdef int32_t odd[LANES]
    found.low = found.high = -1
    while first < count and values[first] != values[first]:
        first += 1
    found.nans = nans = first
    if first == count:
        return found
    low = high = values[first]
    low_from = high_from = first
    start = first
    while start < count:
        end = min(start + BLOCK, count)
        for lane in range(LANES):
            least[lane], largest[lane], odd[lane] = low, high, 0
        at = start
        while at + LANES <= end:
            for lane in range(LANES):  # a NaN is neither less nor more
                value = values[at + lane]
                least[lane] = value if value < least[lane] else least[lane]
                largest[lane] = value if value > largest[lane] else largest[lane]
                odd[lane] += value != value
            at += LANES
        while at < end:
            value = values[at]
            least[0] = value if value < least[0] else least[0]
            largest[0] = value if value > largest[0] else largest[0]
            odd[0] += value != value
            at += 1
        for lane in range(LANES):
            nans += odd[lane]
            if least[lane] < low:
                low, low_from = least[lane], start
            if largest[lane] > high:
                high, high_from = largest[lane], start
        start = end
    while values[low_from] != low:
        low_from += 1
    while values[high_from] != high:
        high_from += 1
    found.low, found.high, found.nans = low_from, high_from, nans
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


cdef inline int64_t _bits_of(const uint8_t* value) noexcept nogil:
    return <int64_t> <int8_t> value[1] * 256 + value[0]


cdef Found _of_halves(const uint8_t* values, int64_t count, bint total) noexcept nogil:
    """FLOAT16 in total order, or by value, where both zeros are one. NaNs count in total order where there is nothing else."""
    cdef Found found
    cdef int64_t at, bits, key, low = 0, high = 0
    cdef bint of_nans
    for of_nans in range(2):
        found.low = found.high = -1
        found.nans = 0
        for at in range(count):
            bits = _bits_of(values + at * 2)
            if (bits & 0x7FFF) > 0x7C00:
                found.nans += 1
                if not of_nans:
                    continue
            key = bits ^ (bits >> 63 & 0x7FFF)  # sign and magnitude as a number with a sign
            if not total and bits == -0x8000:  # -0
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


cdef Found _of_float_bits(const wide* values, wide most, wide infinity, int64_t count) noexcept nogil:
    """In total order: `most` is the largest number of so many bits. NaNs count where there is nothing else."""
    cdef Found found
    cdef int64_t start = 0, at, end, low_from = 0, high_from = 0, nans = 0
    cdef int lane
    cdef wide low = most, high = ~most
    cdef wide least[LANES]
    cdef wide largest[LANES]
    cdef wide odd[LANES]
    while start < count:
        end = min(start + BLOCK, count)
        for lane in range(LANES):
            least[lane], largest[lane], odd[lane] = most, ~most, 0
        at = start
        while at + LANES <= end:
            for lane in range(LANES):
                _take_bits(values[at + lane], most, infinity, &least[lane], &largest[lane], &odd[lane])
            at += LANES
        while at < end:
            _take_bits(values[at], most, infinity, &least[0], &largest[0], &odd[0])
            at += 1
        for lane in range(LANES):
            nans += odd[lane]
            if least[lane] < low:
                low, low_from = least[lane], start
            if largest[lane] > high:
                high, high_from = largest[lane], start
        start = end
    if nans == count:
        return _of_nans(values, most, count)
    low, high = low ^ (most if low < 0 else 0), high ^ (most if high < 0 else 0)
    while values[low_from] != low:
        low_from += 1
    while values[high_from] != high:
        high_from += 1
    found.low, found.high, found.nans = low_from, high_from, nans
    return found


cdef inline void _take_bits(wide bits, wide most, wide infinity, wide* least, wide* largest, wide* odd) noexcept nogil:
    """Sign and magnitude as a number with a sign; a NaN is neither less nor more."""
    cdef wide key = bits ^ (most if bits < 0 else 0)
    cdef bint is_nan = (bits & most) > infinity
    cdef wide low = most if is_nan else key, high = ~most if is_nan else key
    least[0] = low if low < least[0] else least[0]
    largest[0] = high if high > largest[0] else largest[0]
    odd[0] += is_nan


cdef Found _of_nans(const wide* values, wide most, int64_t count) noexcept nogil:
    cdef Found found
    cdef int64_t at
    cdef wide key, low = 0, high = 0
    found.low = found.high = -1
    found.nans = count
    for at in range(count):
        key = values[at] ^ (most if values[at] < 0 else 0)
        if found.low < 0 or key < low:
            low, found.low = key, at
        if found.high < 0 or key > high:
            high, found.high = key, at
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
    if width == 2 and (order == FLOAT16 or order == TOTAL):
        return _of_halves(values, count, order == TOTAL)
    if order == TOTAL and width == 4:
        return _of_float_bits(<const int32_t*> values, <int32_t> 0x7FFFFFFF, <int32_t> 0x7F800000, count)
    if order == TOTAL:
        return _of_float_bits(<const int64_t*> values, <int64_t> 0x7FFFFFFFFFFFFFFF, <int64_t> 0x7FF0000000000000, count)
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
        if count < FEW:
            found = _of_fixed(<const uint8_t*> lent.view.buf, width, first, count, order)
        else:
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
