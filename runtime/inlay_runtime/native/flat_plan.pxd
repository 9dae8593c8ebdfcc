# cython: language_level=3
"""The schema tables of FlatBuffers classes as C structs, for reading and writing instances."""

from cpython.object cimport PyObject
from libc.stdint cimport uint64_t

cdef enum:
    DEEPEST = 128  # tables in each other, for the C stack; more are left to pure Python

cdef enum Kind:
    F_SCALAR
    F_TEXT
    F_BINARY  # a string that need not be UTF-8
    F_DATA  # a vector of bytes
    F_EXTENSION
    F_FIXED
    F_TABLE
    F_UNION
    F_SCALARS
    F_TEXTS
    F_BINARIES
    F_FIXEDS
    F_TABLES
    F_UNIONS

cdef struct Row:
    Kind kind
    int slot  # of a union, that of its value
    Py_ssize_t offset  # of the attribute, in an instance
    PyObject* name  # of the attribute
    bint required
    bint shared
    bint is_strict  # a text that has to be UTF-8
    bint is_never_none
    char code  # of a scalar, or of the elements, as `struct` has it
    int size  # in line, in bytes; of the elements of a vector
    int alignment
    int align  # of the elements of a vector, beyond what they need themselves
    uint64_t default_bits  # of a scalar
    PyObject* default  # or NULL
    PyObject* cls  # of an enum, a table or a fixed struct; or NULL
    PyObject* members  # of an enum: a dict, by value
    PyObject* below  # the plan of a table, or the members of a union

cdef struct Step:
    int row
    bint is_tag  # the type of a union, and not its value

cdef class Plan:
    cdef object cls
    cdef object identifier  # bytes
    cdef int count
    cdef int slots
    cdef Row* rows  # in the order of the schema
    cdef Step* steps  # as slots are filled: the larger ones first
    cdef int step_count
    cdef bint is_complete  # it is not while it is made, nor where that failed
    cdef int extension  # its row, or -1
    cdef Py_ssize_t source_offset
    cdef Py_ssize_t extension_offset
    cdef Py_ssize_t remainder_offset
    cdef list kept
    cdef size_t last_size  # of the last buffer with such a table at its root

cdef struct Member:
    int tag
    Kind kind
    PyObject* type  # what a value is: a wrapper, a table or a fixed struct
    PyObject* wrapper  # or NULL
    Py_ssize_t wrapped_offset
    Py_ssize_t wrapper_remainder_offset
    PyObject* cls  # of a table or fixed struct
    PyObject* below
    int size  # of a fixed struct
    int alignment

cdef class Members:
    cdef int count
    cdef Member* members
    cdef list kept

cdef Plan plan_for(object cls)
cdef Plan layout_of(object cls)
