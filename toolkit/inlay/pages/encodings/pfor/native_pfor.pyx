# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""PFOR: `page.py` and `window.py`, which have the rules. What breaks one is left to them: these functions give None."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uintptr_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from inlay.pages.encodings.vectors.page_frame cimport (
    LOGARITHM, PAGE_HEAD, VECTOR, count_vectors, is_framed, measure_integers, patch, put_exceptions, put_head, put_integers,
    put_offset, width_of,
)
from inlay_runtime.native.little_endian cimport load_u16, load_u32, load_u64
from inlay_runtime.native.packed cimport Lent
from inlay_runtime.native.packed_stream cimport Stream, put, stream_over

ctypedef fused Integer:
    int32_t
    int64_t

cdef enum:
    DIFFERENCES = 0x80
    SAMPLED = 64

ctypedef struct Header:
    int64_t frame
    int width
    int exceptions
    int64_t first
    int size  # of all of it, in bytes

ctypedef struct Window:
    int64_t frame
    int width
    int64_t bits

ctypedef struct Scratch:
    uint64_t rising[VECTOR]
    uint64_t spare[VECTOR]
    int64_t packed[VECTOR]
    int64_t differences[VECTOR]
    uint16_t positions[VECTOR]


include "pfor_window.pxi"
include "pfor_writing.pxi"
include "pfor_reading.pxi"


def encode_page(values, int size):
    cdef Lent lent = Lent(values)
    cdef const uint8_t* given = <const uint8_t*> lent.view.buf
    cdef int64_t count = lent.view.len // size
    cdef int64_t room = PAGE_HEAD + count_vectors(count, LOGARITHM) * (16 + 2 * size) + count * size + 8
    cdef uint8_t* out
    cdef uint8_t* end
    if <uintptr_t> given % <unsigned int> size:
        return None  # integers are read where they lie
    out = <uint8_t*> PyMem_Malloc(room + sizeof(Scratch) + 8)
    if out == NULL:
        raise MemoryError()
    try:
        with nogil:
            if size == 4:
                end = put_page[int32_t](out, <const int32_t*> given, count, <Scratch*> (out + (room + 7) // 8 * 8))
            else:
                end = put_page[int64_t](out, <const int64_t*> given, count, <Scratch*> (out + (room + 7) // 8 * 8))
        return PyBytes_FromStringAndSize(<char*> out, end - out)
    finally:
        PyMem_Free(out)


def decode_page(data, int64_t count, int size):
    cdef Lent lent = Lent(data)
    cdef const uint8_t* at = <const uint8_t*> lent.view.buf
    cdef int64_t length = lent.view.len
    cdef char* out
    cdef bint is_whole
    if length < PAGE_HEAD or at[0] or at[2] != size or not is_framed(at, length, count, at[1], size, measure_vector):
        return None
    values = PyBytes_FromStringAndSize(NULL, count * size)
    out = PyBytes_AS_STRING(values)
    with nogil:
        if size == 4:
            is_whole = read_page[int32_t](at, length, count, <int32_t*> out)
        else:
            is_whole = read_page[int64_t](at, length, count, <int64_t*> out)
    return values if is_whole else None
