# cython: language_level=3
from inlay_variant.native.buffers cimport Bits, Bytes, Column
from inlay_variant.native.unshredded cimport Unshredded


cdef class Memory:
    """A growing buffer's memory, given to pyarrow without a copy."""

    cdef void* data
    cdef Py_ssize_t size
    cdef Py_ssize_t shape[1]


cdef object as_buffer(Bytes* out)
cdef object as_validity(Bits* bits)
cdef object as_storage(Unshredded* output)
cdef int open_column(Column* column, object array, list alive) except -1
cdef object fail(int answer)
