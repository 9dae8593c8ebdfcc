# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Where the least and the largest of many values lie, by the orders of Parquet: see `inlay.ground.values.extremes`, whose slow pass is the
specification."""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memchr, memcmp, memcpy

from inlay_runtime.native.packed cimport Lent

ctypedef fused integer:
    int32_t
    int64_t
    uint32_t
    uint64_t

ctypedef fused wide:
    int16_t
    int32_t
    int64_t

ctypedef fused real:
    float
    double

cdef struct Span:
    const uint8_t* data
    int64_t size


cdef enum:
    BLOCK = 1 << 11  # values whose extremes are found without their places, so that the loop has no branches
    LANES = 8  # extremes that do not wait for each other
    FEW = 1 << 14  # values that take less time than it may take to get Python's lock back


include "extremes_of_numbers.pxi"
include "extremes_of_bytes.pxi"
include "steps.pxi"
include "keys_of_bytes.pxi"


cdef Found find_among(const uint8_t* data, int width, int64_t first, int64_t count, int order) noexcept nogil:
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
    return _of_fixed_bytes(values, width, count, order)


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
            found = find_among(<const uint8_t*> lent.view.buf, width, first, count, order)
        else:
            with nogil:
                found = find_among(<const uint8_t*> lent.view.buf, width, first, count, order)
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
                <const uint8_t*> lent.view.buf, <const int32_t*> places.view.buf, first, count, order
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


def find_steps_in_fixed(values, int order, int width, int64_t first, int64_t count, steps):
    """Of `count` values from `first` on, as `find_in_fixed` has them: fills `steps`, a byte for each but the first."""
    cdef Lent lent = Lent(values), room = Lent(steps)
    cdef int64_t there = lent.view.len * 8 if order == BOOLEAN else lent.view.len // max(width, 1)
    cdef const uint8_t* begin
    cdef uint8_t* to = <uint8_t*> room.view.buf
    if not _fits(order, width):
        raise ValueError(width)
    if first < 0 or count < 1 or first + count > there or memoryview(steps).readonly or room.view.len < count - 1:
        raise IndexError(first)
    count -= 1
    begin = <const uint8_t*> lent.view.buf + first * width
    with nogil:
        if order == BOOLEAN:
            _steps_of_bits(begin, first, count, to)
        elif order == SIGNED and width == 4:
            _steps_of_integers(<const int32_t*> begin, count, to)
        elif order == SIGNED:
            _steps_of_integers(<const int64_t*> begin, count, to)
        elif order == UNSIGNED and width == 4:
            _steps_of_integers(<const uint32_t*> begin, count, to)
        elif order == UNSIGNED:
            _steps_of_integers(<const uint64_t*> begin, count, to)
        elif order == FLOAT:
            _steps_of_reals(<const float*> begin, count, to)
        elif order == DOUBLE:
            _steps_of_reals(<const double*> begin, count, to)
        elif order == FLOAT16:
            _steps_of_halves(<const int16_t*> begin, count, to)
        elif order == TOTAL and width == 2:
            _steps_of_float_bits(<const int16_t*> begin, count, to)
        elif order == TOTAL and width == 4:
            _steps_of_float_bits(<const int32_t*> begin, count, to)
        elif order == TOTAL:
            _steps_of_float_bits(<const int64_t*> begin, count, to)
        else:
            _steps_of_fixed_bytes(begin, width, count, order, to)


def find_steps_in_binary(indexes, offsets, data, int order, int64_t first, int64_t count, steps):
    """The same of byte arrays, whose offsets are trusted, or of those that indexes of 32 bits, which are not, lead to."""
    cdef Lent places = Lent(offsets), lent = Lent(data), room = Lent(steps), numbers = Lent(offsets if indexes is None else indexes)
    cdef int64_t entries = places.view.len // 4 - 1, at
    cdef const int32_t* index = NULL if indexes is None else <const int32_t*> numbers.view.buf
    cdef const int32_t* ends = <const int32_t*> places.view.buf
    cdef const uint8_t* begin = <const uint8_t*> lent.view.buf
    cdef uint8_t* to = <uint8_t*> room.view.buf
    cdef int64_t there = entries if indexes is None else numbers.view.len // 4
    cdef bint is_wrong = False
    if not BYTES <= order <= DECIMAL:
        raise ValueError(order)
    if first < 0 or count < 1 or first + count > there or memoryview(steps).readonly or room.view.len < count - 1:
        raise IndexError(first)
    with nogil:
        if index != NULL:
            for at in range(first, first + count):
                is_wrong = is_wrong or index[at] < 0 or index[at] >= entries
            if not is_wrong:
                for at in range(first, first + count - 1):
                    if index[at] == index[at + 1]:
                        to[at - first] = SAME
                    else:
                        to[at - first] = _step(
                            _compare(_span_of(begin, ends, 0, index[at + 1]), _span_of(begin, ends, 0, index[at]), order)
                        )
        else:
            for at in range(first, first + count - 1):
                to[at - first] = _step(_compare(_span_of(begin, ends, 0, at + 1), _span_of(begin, ends, 0, at), order))
    if is_wrong:
        raise IndexError(first)
