# cython: language_level=3
"""Memory between C and pyarrow: what was grown here becomes an Arrow buffer, what Arrow has is read."""
from cpython.buffer cimport PyBuffer_FillInfo
from libc.stdint cimport int32_t, uint8_t, uintptr_t
from libc.stdlib cimport free, realloc

from inlay_variant.native.buffers cimport NO_MEMORY, TOO_LARGE, Bits, Bytes, Column
from inlay_variant.native.unshredded cimport Unshredded

import pyarrow as pa

from inlay_variant.storage.shape import Group, storage_of
from inlay_variant.value.errors import StorageError


cdef class Memory:
    def __dealloc__(self):
        free(self.data)

    def __getbuffer__(self, Py_buffer* view, int flags):
        PyBuffer_FillInfo(view, self, self.data, self.size, 1, flags)

    def __releasebuffer__(self, Py_buffer* view):
        pass


cdef object as_buffer(Bytes* out):
    """Takes the memory over; `out` is empty afterwards."""
    cdef Memory memory = Memory()
    cdef void* smaller
    if out.data != NULL and out.size < out.room:
        smaller = realloc(out.data, out.size or 1)
        if smaller != NULL:
            out.data = <uint8_t*> smaller
    memory.data = out.data
    memory.size = out.size
    out.data = NULL
    out.size = out.room = 0
    return pa.py_buffer(memory) if memory.size else pa.py_buffer(b"")


cdef object as_validity(Bits* bits):
    """None where nothing is null."""
    if bits.nulls == 0:
        free(bits.bytes.data)
        bits.bytes.data = NULL
        bits.bytes.size = bits.bytes.room = 0
        return None
    return as_buffer(&bits.bytes)


cdef object as_storage(Unshredded* output):
    """Takes the memory over; `output` is empty afterwards."""
    cdef object count = output.valid.count
    cdef object nulls = output.valid.nulls
    cdef object valid = as_validity(&output.valid)
    cdef object offsets = as_buffer(&output.metadata_offsets)
    cdef object metadata = pa.Array.from_buffers(pa.binary(), count, [None, offsets, as_buffer(&output.metadata)], 0)
    offsets = as_buffer(&output.value_offsets)
    cdef object value = pa.Array.from_buffers(
        pa.binary(), count, [valid, offsets, as_buffer(&output.value)], nulls
    )
    return pa.Array.from_buffers(
        storage_of(Group(True, None)), count, [valid], nulls, 0, [metadata, value]
    )


cdef int open_column(Column* column, object array, list alive) except -1:
    """The buffers of a pyarrow array; `alive` keeps them."""
    cdef list buffers = array.buffers()
    cdef object validity = buffers[0]
    cdef uintptr_t address
    alive.append(array)
    alive.append(buffers)
    column.offset = array.offset
    column.length = len(array)
    column.valid = NULL
    column.offsets = NULL
    column.data = NULL
    column.data_size = 0
    if validity is not None and array.null_count:
        address = validity.address
        column.valid = <const uint8_t*> address
    is_text = pa.types.is_binary(array.type) or pa.types.is_string(array.type)
    if is_text or pa.types.is_list(array.type) or pa.types.is_map(array.type):
        if buffers[1] is not None:
            address = buffers[1].address
            column.offsets = <const int32_t*> address
        if is_text and buffers[2] is not None:
            address = buffers[2].address
            column.data = <const uint8_t*> address
            column.data_size = buffers[2].size
    elif len(buffers) > 1 and buffers[1] is not None and not pa.types.is_struct(array.type):
        address = buffers[1].address
        column.data = <const uint8_t*> address
        column.data_size = buffers[1].size
    return 0


cdef object fail(int answer):
    if answer == NO_MEMORY:
        raise MemoryError
    if answer == TOO_LARGE:
        raise StorageError("storage", "more than 2 GiB in one array: split it into chunks")
    raise AssertionError(answer)
