# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What `inlay.footers.conversion.statistics.pack` does, in C; all inline, to be cimported."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

cdef enum:
    LONGEST = 16
    T_INT32 = 1
    T_INT64
    T_INT96
    T_FLOAT
    T_DOUBLE
    T_BYTE_ARRAY
    T_FIXED

cdef struct Span:
    const uint8_t* data  # NULL where there is no bound
    Py_ssize_t size

cdef struct Packed:
    bint is_there
    uint32_t lo4
    uint64_t lo8
    uint64_t hi8
    int length


cdef inline Py_ssize_t pack(
    Packed* packed, const Span* bounds, const bint* is_exact, int type_, bint may_truncate
) noexcept nogil:
    """Minimum and maximum of a physical type; how many bytes both begin with that are kept apart."""
    packed[0].is_there = packed[1].is_there = False
    if type_ == T_BYTE_ARRAY or type_ == T_FIXED:
        return _pack_bytes(packed, bounds, is_exact, may_truncate)
    if T_INT32 <= type_ <= T_DOUBLE:
        _pack_number(&packed[0], &bounds[0], is_exact[0], type_)
        _pack_number(&packed[1], &bounds[1], is_exact[1], type_)
    return 0


cdef inline void _pack_number(Packed* packed, const Span* bound, bint is_exact, int type_) noexcept nogil:
    cdef int size = 4 if type_ == T_INT32 or type_ == T_FLOAT else 12 if type_ == T_INT96 else 8
    if bound.data == NULL or bound.size != size:
        return
    packed.is_there = True
    packed.lo4 = 0
    packed.lo8 = packed.hi8 = 0
    packed.length = size if is_exact else -size
    if size != 8:
        memcpy(&packed.lo4, bound.data, 4)
    if size != 4:
        memcpy(&packed.lo8, bound.data + (size - 8), 8)


cdef inline Py_ssize_t _pack_bytes(
    Packed* packed, const Span* bounds, const bint* is_exact, bint may_truncate
) noexcept nogil:
    """Both bounds without the bytes that they begin with alike."""
    cdef uint8_t suffix[LONGEST]
    cdef Py_ssize_t prefix = 0
    cdef Py_ssize_t left
    cdef int number
    cdef bint exact
    if bounds[0].data != NULL and bounds[1].data != NULL:
        prefix = _shared(&bounds[0], &bounds[1])
        for number in range(2):
            if not is_exact[number] and bounds[number].size == prefix:
                prefix = prefix - 1 if prefix else 0  # or its length would be 0, and 0 has no sign
                break
    for number in range(2):
        if bounds[number].data == NULL:
            continue
        left = bounds[number].size - prefix
        exact = is_exact[number]
        memset(suffix, 0, LONGEST)
        memcpy(suffix, bounds[number].data + prefix, left if left < LONGEST else LONGEST)
        if left > LONGEST:
            if not may_truncate:
                continue
            exact = False
            left = LONGEST if number == 0 else _raised(suffix)
        if left == 0 and not exact:
            continue
        packed[number].is_there = True
        packed[number].lo4 = 0
        packed[number].lo8 = _big(suffix)
        packed[number].hi8 = _big(suffix + 8)
        packed[number].length = <int>left if exact else -<int>left
    return prefix if packed[0].is_there or packed[1].is_there else 0


cdef inline Py_ssize_t _shared(const Span* first, const Span* second) noexcept nogil:
    cdef Py_ssize_t size = first.size if first.size < second.size else second.size
    cdef Py_ssize_t at = 0
    while at + 64 <= size and memcmp(first.data + at, second.data + at, 64) == 0:
        at += 64
    while at < size and first.data[at] == second.data[at]:
        at += 1
    return at


cdef inline Py_ssize_t _raised(uint8_t* suffix) noexcept nogil:
    """The least bytes above all that begin with these; how many they are, 0 if there are none."""
    cdef Py_ssize_t size = LONGEST
    while size and suffix[size - 1] == 0xFF:
        size -= 1
        suffix[size] = 0
    if size:
        suffix[size - 1] += 1
    return size


cdef inline uint64_t _big(const uint8_t* data) noexcept nogil:
    cdef uint64_t value = 0
    cdef int at
    for at in range(8):
        value = value << 8 | data[at]
    return value
