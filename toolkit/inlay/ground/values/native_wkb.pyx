# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Kinds and boxes of geometries in WKB: see `inlay.ground.values.wkb`, whose reader is the specification."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy

from inlay_runtime.native.packed cimport Lent

cdef enum:  # those of `wkb.py`
    DEEPEST = 64
    BETWEEN = 0x2000
    EXTENDED = 0x4000
    PARTIAL = 0x8000
    AXES = 4
    MOST_KINDS = 4 * 8 * 8  # axes, types and none, flags
    POINT = 1
    LINE = 2
    POLYGON = 3
    COLLECTION = 7

cdef double INFINITY = float("inf")
cdef double NAN = float("nan")

cdef struct Walk:
    const uint8_t* at
    const uint8_t* end
    double low[AXES]
    double high[AXES]
    double after  # of a gap in x
    double before
    int flags


cdef inline uint32_t _take_number(Walk* walk, bint is_little) noexcept nogil:
    """Four bytes that are there."""
    cdef const uint8_t* at = walk.at
    walk.at += 4
    if is_little:
        return at[0] | <uint32_t> at[1] << 8 | <uint32_t> at[2] << 16 | <uint32_t> at[3] << 24
    return at[3] | <uint32_t> at[2] << 8 | <uint32_t> at[1] << 16 | <uint32_t> at[0] << 24


cdef inline double _take_coordinate(Walk* walk, bint is_little) noexcept nogil:
    cdef uint8_t turned[8]
    cdef double coordinate
    cdef int at
    if is_little:
        memcpy(&coordinate, walk.at, 8)
    else:
        for at in range(8):
            turned[at] = walk.at[7 - at]
        memcpy(&coordinate, turned, 8)
    walk.at += 8
    return coordinate


cdef inline int _put(Walk* walk, int axis, double coordinate) noexcept nogil:
    """Whether it is NaN."""
    if coordinate < walk.low[axis]:
        walk.low[axis] = coordinate
    if coordinate > walk.high[axis]:
        walk.high[axis] = coordinate
    return coordinate != coordinate


cdef void _take_flat_points(Walk* walk, int64_t count) noexcept nogil:
    """Points of x and y, little endian, that are there: most are such. Without branches, as no coordinate tells of the next."""
    cdef double x, y, west = walk.low[0], east = walk.high[0], south = walk.low[1], north = walk.high[1]
    cdef double after = walk.after, before = walk.before
    cdef int between = 0, partial = 0
    cdef int64_t at
    for at in range(count):
        memcpy(&x, walk.at + 16 * at, 8)
        memcpy(&y, walk.at + 16 * at + 8, 8)
        west = x if x < west else west
        east = x if x > east else east
        south = y if y < south else south
        north = y if y > north else north
        between |= (after < x) & (x < before)
        partial |= (x != x) ^ (y != y)
    walk.low[0], walk.high[0], walk.low[1], walk.high[1] = west, east, south, north
    walk.flags |= (BETWEEN if between else 0) | (PARTIAL if partial else 0)
    walk.at += 16 * count


cdef bint _take_points(Walk* walk, bint is_little, int axes, int64_t count) noexcept nogil:
    cdef int places = 2 + (axes & 1) + (axes >> 1), gaps
    cdef int64_t size = 8 * places
    cdef double x
    if count > (walk.end - walk.at) // size:
        return False
    if is_little and axes == 0:
        _take_flat_points(walk, count)
        return True
    while count > 0:
        count -= 1
        x = _take_coordinate(walk, is_little)
        gaps = _put(walk, 0, x)
        if walk.after < x and x < walk.before:
            walk.flags |= BETWEEN
        gaps += _put(walk, 1, _take_coordinate(walk, is_little))
        if axes & 1:
            gaps += _put(walk, 2, _take_coordinate(walk, is_little))
        if axes & 2:
            gaps += _put(walk, 3, _take_coordinate(walk, is_little))
        if gaps and gaps < places:
            walk.flags |= PARTIAL
    return True


cdef int _take_geometry(Walk* walk, int wanted, int depth) noexcept nogil:
    """Its kind; 0 where it is none."""
    cdef bint is_little
    cdef uint32_t number, count, points, at
    cdef int kind, axes = 0
    if walk.end - walk.at < 5 or walk.at[0] > 1:
        return 0
    is_little = walk.at[0]
    walk.at += 1
    number = _take_number(walk, is_little)
    if number & <uint32_t> 0xE0000000:
        walk.flags |= EXTENDED
        axes = (number >> 31) | (number >> 30 & 1) << 1
        if number & <uint32_t> 0x20000000:
            if walk.end - walk.at < 4:
                return 0
            walk.at += 4
        number &= 0x1FFFFFFF
    kind = number % 1000
    if number // 1000 >= AXES or not POINT <= kind <= COLLECTION or (wanted and kind != wanted):
        return 0
    axes |= number // 1000
    if kind == POINT:
        return axes * 1000 + kind if _take_points(walk, is_little, axes, 1) else 0
    if walk.end - walk.at < 4:
        return 0
    count = _take_number(walk, is_little)
    if kind == LINE:
        return axes * 1000 + kind if _take_points(walk, is_little, axes, count) else 0
    if kind != POLYGON and depth == DEEPEST:
        return 0
    at = 0
    while at < count:  # each takes bytes, or ends this
        at += 1
        if kind == POLYGON:
            if walk.end - walk.at < 4:
                return 0
            points = _take_number(walk, is_little)
            if not _take_points(walk, is_little, axes, points):
                return 0
        elif not _take_geometry(walk, 0 if kind == COLLECTION else kind - 3, depth + 1):
            return 0
    return axes * 1000 + kind


cdef void _measure(
    const int32_t* offsets,
    const uint8_t* data,
    int64_t count,
    uint16_t* kinds,
    double** boxes,
    const double* gaps,
) noexcept nogil:
    cdef Walk walk
    cdef int64_t at
    cdef int axis, kind
    walk.after = walk.before = NAN
    for at in range(count):
        walk.at = data + offsets[at]
        walk.end = data + offsets[at + 1]
        walk.flags = 0
        for axis in range(AXES):
            walk.low[axis] = INFINITY
            walk.high[axis] = -INFINITY
        if gaps != NULL:
            walk.after = gaps[2 * at]
            walk.before = gaps[2 * at + 1]
        kind = _take_geometry(&walk, 0, 0)
        if kind == 0 or walk.at != walk.end:
            kinds[at] = 0
            for axis in range(AXES):
                boxes[axis][at] = INFINITY
                boxes[AXES + axis][at] = -INFINITY
            continue
        kinds[at] = kind | walk.flags
        for axis in range(AXES):
            boxes[axis][at] = walk.low[axis]
            boxes[AXES + axis][at] = walk.high[axis]


cdef Lent _lend_room(buffer, int64_t size):
    if memoryview(buffer).readonly or memoryview(buffer).nbytes < size:
        raise ValueError(size)
    return Lent(buffer)


def measure(offsets, data, int64_t first, int64_t count, kinds, boxes, gaps, int64_t first_gap):
    """Fills `kinds`, and eight boxes: the lows of x, y, z and m, then the highs. The offsets have 32 bits and are trusted; `gaps` has two
    numbers for each value, or is None."""
    cdef Lent places = Lent(offsets), lent = Lent(data), numbers = _lend_room(kinds, 2 * count), gap = None
    cdef double* rooms[2 * AXES]
    cdef const double* begin = NULL
    cdef int at
    cdef list held = [_lend_room(box, 8 * count) for box in boxes]
    if first < 0 or count < 0 or first + count >= places.view.len // 4 or len(held) != 2 * AXES:
        raise IndexError(first)
    for at in range(2 * AXES):
        rooms[at] = <double*> (<Lent> held[at]).view.buf
    if gaps is not None:
        gap = Lent(gaps)
        if first_gap < 0 or first_gap + 2 * count > gap.view.len // 8:
            raise IndexError(first_gap)
        begin = <const double*> gap.view.buf + first_gap
    with nogil:
        _measure(
            <const int32_t*> places.view.buf + first,
            <const uint8_t*> lent.view.buf,
            count,
            <uint16_t*> numbers.view.buf,
            rooms,
            begin,
        )


cdef int _fold(
    const int32_t* offsets,
    const uint8_t* data,
    int64_t count,
    double* ends,
    uint16_t* kinds,
    int64_t* firsts,
) noexcept nogil:
    """How many kinds there are. What is not a geometry widens no end."""
    cdef Walk walk
    cdef int64_t at
    cdef int axis, kind, seen = 0, last = -1, place
    walk.after = walk.before = NAN
    for at in range(count):
        walk.at = data + offsets[at]
        walk.end = data + offsets[at + 1]
        walk.flags = 0
        for axis in range(AXES):
            walk.low[axis] = INFINITY
            walk.high[axis] = -INFINITY
        kind = _take_geometry(&walk, 0, 0)
        if kind == 0 or walk.at != walk.end:
            kind = 0
        else:
            kind |= walk.flags
            for axis in range(AXES):
                ends[axis] = min(ends[axis], walk.low[axis])
                ends[AXES + axis] = max(ends[AXES + axis], walk.high[axis])
        if kind == last:
            continue
        last = kind
        place = 0
        while place < seen and kinds[place] != kind:
            place += 1
        if place == seen:
            kinds[seen] = kind
            firsts[seen] = at
            seen += 1
    return seen


def fold(offsets, data, int64_t first, int64_t count):
    """The lows of x, y, z and m and then the highs of all, as eight numbers; and the first value of each kind. The offsets have 32 bits and
    are trusted."""
    cdef Lent places = Lent(offsets), lent = Lent(data)
    cdef double ends[2 * AXES]
    cdef uint16_t kinds[MOST_KINDS]
    cdef int64_t firsts[MOST_KINDS]
    cdef int axis, seen
    if first < 0 or count < 0 or first + count >= places.view.len // 4:
        raise IndexError(first)
    for axis in range(AXES):
        ends[axis] = INFINITY
        ends[AXES + axis] = -INFINITY
    with nogil:
        seen = _fold(
            <const int32_t*> places.view.buf + first,
            <const uint8_t*> lent.view.buf,
            count,
            ends,
            kinds,
            firsts,
        )
    return [ends[axis] for axis in range(2 * AXES)], {kinds[axis]: firsts[axis] for axis in range(seen)}
