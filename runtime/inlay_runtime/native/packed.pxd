# cython: language_level=3
"""A buffer that is read in C, and its CRC; for whoever cimports it."""

from libc.stdint cimport int64_t, uint32_t


cdef class Lent:
    """A buffer as long as this lives. A typed memoryview would do, and takes three seconds to compile in each module."""

    cdef Py_buffer view
    cdef bint is_held


cdef uint32_t compute_crc(const void* data, int64_t size, uint32_t before) noexcept nogil
