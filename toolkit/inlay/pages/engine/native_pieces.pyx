# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Where a large page may be cut, and values in the encodings of deltas, some at a time: see `inlay.pages.engine.page_pieces`.

Every span is checked before it is read. No error is worded here: a page with which something is wrong is read as a whole.
"""

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memmove

from inlay_runtime.native.packed cimport Lent

include "deltas.pxi"


def find_end(values, int64_t at, int64_t most, int64_t most_bytes):
    """Of PLAIN byte arrays from offset `at` on: how many may be next, one at least, and where they end; None where they are damaged."""
    cdef Lent lent = Lent(values)
    cdef const uint8_t* begin = <const uint8_t*> lent.view.buf
    cdef int64_t size = lent.view.len, first = at, count = 0
    cdef uint32_t length = 0
    with nogil:
        while count < most and (count == 0 or at - first < most_bytes):
            if size - at < 4:
                count = -1
                break
            memcpy(&length, begin + at, 4)
            if <int64_t> length > size - at - 4:
                count = -1
                break
            at += 4 + <int64_t> length
            count += 1
    return None if count < 0 else (count, at)


def gather_texts(values, offsets, int64_t count):
    """Of PLAIN byte arrays: puts them one behind the other where they lie, and fills in the ends of all, behind a zero; their bytes, or -1
    where they are damaged."""
    cdef Py_buffer room, ends
    cdef int64_t size
    PyObject_GetBuffer(values, &room, PyBUF_WRITABLE)
    PyObject_GetBuffer(offsets, &ends, PyBUF_WRITABLE)
    size = -1
    if ends.len >= 4 * (count + 1):
        with nogil:
            size = _gather(<uint8_t*> room.buf, room.len, <int32_t*> ends.buf, count)
    PyBuffer_Release(&room)
    PyBuffer_Release(&ends)
    return size


cdef int64_t _gather(uint8_t* begin, int64_t size, int32_t* ends, int64_t count) noexcept nogil:
    cdef uint8_t* at = begin
    cdef uint8_t* out = begin
    cdef uint8_t* end = begin + size
    cdef uint32_t length = 0
    cdef int64_t done
    ends[0] = 0
    for done in range(count):
        if end - at < 4:
            return -1
        memcpy(&length, at, 4)
        at += 4
        if <int64_t> length > end - at:
            return -1
        memmove(out, at, length)
        at += length
        out += length
        ends[done + 1] = <int32_t> (out - begin)
    return out - begin


def find_run(runs, int64_t at, int64_t first, int64_t wanted, int width):
    """Where the run begins that has value number `wanted`, and the number of its first; the run at offset `at` begins with number `first`.
    None where there is none."""
    cdef Lent lent = Lent(runs)
    cdef const uint8_t* begin = <const uint8_t*> lent.view.buf
    cdef const uint8_t* next = begin + at
    cdef const uint8_t* end = begin + lent.view.len
    cdef const uint8_t* run
    cdef int64_t length, size
    cdef uint64_t header = 0
    cdef bint is_found = False
    with nogil:
        while True:
            run = next
            if not _read_varint(&next, end, &header) or next - run > 5 or header >> 1 == 0:
                break
            length = header >> 1
            size = length * width if header & 1 else (width + 7) // 8
            if header & 1:
                length *= 8
            if wanted < first + length:
                is_found = True
                break
            if size > end - next:
                break
            next += size
            first += length
    return (run - begin, first) if is_found else None
