# cython: language_level=3
"""Where the least and the largest of values of one width lie; for whoever cimports it."""

from libc.stdint cimport int64_t, uint8_t

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

cdef struct Found:
    int64_t low
    int64_t high
    int64_t nans


cdef Found find_among(const uint8_t* data, int width, int64_t first, int64_t count, int order) noexcept nogil
