# cython: language_level=3
"""A buffer that is read in C; for whoever cimports it."""


cdef class Lent:
    """A buffer as long as this lives. A typed memoryview would do, and takes three seconds to compile in each module."""

    cdef Py_buffer view
    cdef bint is_held
