# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Where the least and the largest of many values lie, by the orders of Parquet: see `inlay.ground.values.extremes`, whose slow pass is the
specification."""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
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
