# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""ALP: `page.py` and `parameters.py`, which have the rules. What breaks one is left to them: these functions give None."""

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
from inlay_runtime.native.packed_stream cimport Stream, unpack_at as at_index, in_word, in_words, stream_over

ctypedef fused Real:
    float
    double

cdef enum:
    SAMPLED_VALUES = 64
    LARGEST_PRESET = 5
    POWERS = 19

# Literals, which the compiler rounds correctly; a FLOAT takes the nearest of its own.
cdef double* RAISE_DOUBLE = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18
]
cdef double* LOWER_DOUBLE = [
    1e-0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16,
    1e-17, 1e-18
]


ctypedef struct Header:
    int exponent
    int factor
    int exceptions
    int64_t frame
    int width


cdef inline int header_size_of(int size) noexcept nogil:
    return 5 + size


cdef inline int largest_exponent_of(int size) noexcept nogil:
    return 10 if size == 4 else 18


include "alp_parameters.pxi"
include "alp_writing.pxi"
include "alp_reading.pxi"


def encode_page(values, preset, int size):
    cdef Lent lent = Lent(values)
    cdef const uint8_t* given = <const uint8_t*> lent.view.buf
    cdef int64_t count = lent.view.len // size
    cdef int64_t room = PAGE_HEAD + (count // VECTOR + 1) * (4 + header_size_of(size)) + count * (2 * size + 2) + 8
    cdef int chosen[2 * LARGEST_PRESET]
    cdef int many = 0
    cdef uint8_t* out
    cdef uint8_t* end
    cdef int64_t* integers
    if count == 0 or <uintptr_t> given % <unsigned int> size:
        return None  # numbers are read where they lie
    for exponent, factor in preset:
        chosen[2 * many] = exponent
        chosen[2 * many + 1] = factor
        many += 1
        if many == LARGEST_PRESET:
            break
    out = <uint8_t*> PyMem_Malloc(room)
    if out == NULL:
        raise MemoryError()
    try:
        integers = <int64_t*> PyMem_Malloc(VECTOR * 10)
        if integers == NULL:
            raise MemoryError()
        try:
            with nogil:
                if size == 4:
                    end = put_page[float](
                        out, <const float*> given, count, chosen, many, integers, <uint16_t*> (integers + VECTOR)
                    )
                else:
                    end = put_page[double](
                        out, <const double*> given, count, chosen, many, integers, <uint16_t*> (integers + VECTOR)
                    )
            return PyBytes_FromStringAndSize(<char*> out, end - out)
        finally:
            PyMem_Free(integers)
    finally:
        PyMem_Free(out)


def decode_page(data, int64_t count, int size):
    cdef Lent lent = Lent(data)
    cdef const uint8_t* at = <const uint8_t*> lent.view.buf
    cdef int64_t length = lent.view.len
    cdef char* out
    cdef bint is_whole
    if length < PAGE_HEAD or at[0] or at[1] or not is_framed(at, length, count, at[2], size, measure_vector):
        return None
    values = PyBytes_FromStringAndSize(NULL, count * size)
    out = PyBytes_AS_STRING(values)
    with nogil:
        if size == 4:
            is_whole = read_page[float](at, length, count, <float*> out)
        else:
            is_whole = read_page[double](at, length, count, <double*> out)
    return values if is_whole else None
