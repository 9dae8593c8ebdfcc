# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Reads the footers of many local files in one call, without the GIL, and makes one object of each.

It takes plain footers only: a regular file that ends in `PAR1`, a length that fits, and nothing that hints at a FlatBuffer.
Every other file, and every error, is left to Python. Where there is no `pread`, this does not compile, and Python reads all.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, strlen
from posix.fcntl cimport O_CLOEXEC, O_NONBLOCK, O_RDONLY, open
from posix.stat cimport S_ISREG, fstat, struct_stat
from posix.unistd cimport close, pread

import os

cdef enum:
    FIRST = 16384  # bytes that are read at first: nearly every footer is in them
    TRAILER = 8
    UUID_SIZE = 16
    MOST_UUIDS = 16

cdef extern from *:
    int popcount "__builtin_popcountll"(unsigned long long) nogil

cdef struct End:
    int64_t size  # of the file
    int64_t length  # of its footer
    uint8_t* footer  # NULL if Python has to look at the file

cdef struct Marks:
    int64_t smallest  # bytes of a file with a footer
    int64_t longest  # footer
    int near  # so many bits of a UUID may be damaged
    int count
    uint8_t uuids[MOST_UUIDS * UUID_SIZE]  # of FlatBuffers


cdef bint read_all(int file, uint8_t* buffer, int64_t size, int64_t offset) noexcept nogil:
    """False where the file ends before, and for an error."""
    cdef Py_ssize_t count
    while size > 0:
        count = pread(file, buffer, size, offset)
        if count <= 0:
            return False
        buffer += count
        offset += count
        size -= count
    return True


cdef bint hints_at_flatbuffer(uint8_t* footer, int64_t length, Marks* marks) noexcept nogil:
    """As `inlay.footers.footer.trailer` says it: a UUID before the stop byte, but for a bit or two."""
    cdef uint64_t ours[2]
    cdef uint64_t known[2]
    cdef int at
    if length <= UUID_SIZE:
        return False
    memcpy(ours, footer + length - UUID_SIZE - 1, UUID_SIZE)
    for at in range(marks.count):
        memcpy(known, marks.uuids + at * UUID_SIZE, UUID_SIZE)
        if popcount(ours[0] ^ known[0]) + popcount(ours[1] ^ known[1]) <= marks.near:
            return True
    return False


cdef void read_footer(int file, End* end, Marks* marks) noexcept nogil:
    cdef struct_stat status
    cdef uint8_t last[FIRST]
    cdef uint32_t length
    cdef int64_t count
    cdef uint8_t* footer
    if fstat(file, &status) != 0 or not S_ISREG(status.st_mode) or status.st_size < marks.smallest:
        return
    end.size = status.st_size
    count = end.size if end.size < FIRST else FIRST
    if not read_all(file, last, count, end.size - count) or memcmp(last + count - 4, b"PAR1", 4) != 0:
        return
    memcpy(&length, last + count - TRAILER, 4)
    if length == 0 or length > marks.longest or length > end.size - TRAILER:
        return
    footer = <uint8_t*>malloc(length)
    if footer == NULL:
        return
    if length + TRAILER <= count:
        memcpy(footer, last + count - TRAILER - length, length)
    elif not read_all(file, footer, length, end.size - TRAILER - length):
        free(footer)
        return
    if hints_at_flatbuffer(footer, length, marks):
        free(footer)
        return
    end.length = length
    end.footer = footer


cdef int64_t read_footers(char** paths, End* ends, int64_t count, int64_t most, Marks* marks) noexcept nogil:
    """How many files were looked at: those until the footers have `most` bytes."""
    cdef int64_t size = 0
    cdef int64_t at
    cdef int file
    for at in range(count):
        if size >= most:
            return at
        if paths[at] == NULL:
            continue
        file = open(paths[at], O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if file < 0:
            continue
        read_footer(file, &ends[at], marks)
        close(file)
        size += ends[at].length
    return count


def read_plain(list paths not None, int64_t most, int64_t smallest, int64_t longest, list uuids not None, int near):
    """Of each file, in order, its size and its footer, or None; of fewer files where the footers reach `most` bytes."""
    cdef int64_t count = len(paths)
    cdef int64_t at, done
    cdef Marks marks
    cdef End* ends = NULL
    cdef char** names = NULL
    if len(uuids) > MOST_UUIDS:
        raise ValueError(f"there are {len(uuids)} UUIDs, and {MOST_UUIDS} at most")
    marks.smallest, marks.longest, marks.near, marks.count = smallest, longest, near, len(uuids)
    for at, uuid in enumerate(uuids):
        if len(uuid) != UUID_SIZE:
            raise ValueError("a UUID has 16 bytes")
        memcpy(marks.uuids + at * UUID_SIZE, PyBytes_AS_STRING(uuid), UUID_SIZE)
    footers = []
    held = [os.fsencode(path) for path in paths]
    try:
        ends = <End*>calloc(count + 1, sizeof(End))
        names = <char**>calloc(count + 1, sizeof(char*))
        if ends == NULL or names == NULL:
            raise MemoryError
        for at in range(count):
            names[at] = PyBytes_AS_STRING(held[at])
            if <Py_ssize_t>strlen(names[at]) != PyBytes_GET_SIZE(held[at]):
                names[at] = NULL  # the name of another file
        with nogil:
            done = read_footers(names, ends, count, most, &marks)
        for at in range(done):
            if ends[at].footer == NULL:
                footers.append(None)
                continue
            footers.append((ends[at].size, PyBytes_FromStringAndSize(<char*>ends[at].footer, ends[at].length)))
            free(ends[at].footer)
            ends[at].footer = NULL
    finally:
        if ends != NULL:
            for at in range(count):
                free(ends[at].footer)
        free(ends)
        free(names)
    return footers
