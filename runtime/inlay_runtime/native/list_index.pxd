# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What the pass writes down of lists, so that they can be skipped or entered later; inline, to be cimported."""

from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc  # without the GIL, and seen by tracemalloc
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memset

cdef struct ListSpan:
    # a list; offsets from the begin of the buffer
    uint32_t start  # of its header
    uint32_t end
    uint32_t first  # of `Index.starts`: where its elements start; NO_STARTS if they are not structs
    uint32_t count

cdef enum:
    NO_STARTS = 0xFFFFFFFF

cdef struct Index:
    ListSpan* lists  # by ascending start
    size_t list_count
    size_t list_room
    uint32_t* starts
    uint32_t* shapes  # of each of these, a number that those share that are laid out alike; 0 for none
    bint has_shapes  # whether anybody asks for them; else there is no room for them
    size_t start_count
    size_t start_room


cdef inline int64_t open_span(Index* index, uint32_t start, int64_t size, bint has_starts) noexcept nogil:
    """A new record, with room for the starts of its elements; -1 without memory."""
    cdef void* grown
    cdef size_t room
    cdef ListSpan* span
    if index.list_count == index.list_room:
        room = 2 * index.list_room + 16
        grown = PyMem_RawRealloc(index.lists, room * sizeof(ListSpan))
        if grown == NULL:
            return -1
        index.lists = <ListSpan*>grown
        index.list_room = room
    span = &index.lists[index.list_count]
    span.start = start
    span.end = 0
    span.count = <uint32_t>size
    span.first = NO_STARTS
    if has_starts:
        if index.start_room - index.start_count < <size_t>size:
            room = index.start_room + index.start_room // 2 + <size_t>size
            if room >= NO_STARTS:
                return -1
            grown = PyMem_RawRealloc(index.starts, room * sizeof(uint32_t))
            if grown == NULL:
                return -1
            index.starts = <uint32_t*>grown
            if index.has_shapes:
                grown = PyMem_RawRealloc(index.shapes, room * sizeof(uint32_t))
                if grown == NULL:
                    return -1
                index.shapes = <uint32_t*>grown
            index.start_room = room
        span.first = <uint32_t>index.start_count
        if index.has_shapes:
            memset(index.shapes + index.start_count, 0, <size_t>size * sizeof(uint32_t))
        index.start_count += <size_t>size
    index.list_count += 1
    return <int64_t>index.list_count - 1


cdef inline ListSpan* span_at(Index* index, uint32_t start) noexcept nogil:
    """The record of the list whose header is at an offset, or NULL."""
    cdef size_t low = 0
    cdef size_t high = index.list_count
    cdef size_t middle
    while low < high:
        middle = (low + high) // 2
        if index.lists[middle].start < start:
            low = middle + 1
        else:
            high = middle
    if low < index.list_count and index.lists[low].start == start:
        return &index.lists[low]
    return NULL


cdef inline void release_index(Index* index) noexcept nogil:
    PyMem_RawFree(index.lists)
    PyMem_RawFree(index.starts)
    PyMem_RawFree(index.shapes)
    memset(index, 0, sizeof(Index))
