# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A record batch of eight columns in one block, handed over in Arrow's C data interface; all inline, to be cimported.

Eight arrays one by one take longer than all else. The block is freed with the batch, and its columns own nothing.

    cdef Batch* batch = make_batch(bytes)     # `room_in(batch)` is where the buffers may lie
    set_column(batch, 0, count, values)      # and the others
    return hand_over(batch, count, pa.RecordBatch, schema)
"""

from libc.stdint cimport int64_t, uint8_t, uintptr_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

cdef struct ArrowArray:
    int64_t length
    int64_t null_count
    int64_t offset
    int64_t n_buffers
    int64_t n_children
    const void** buffers
    ArrowArray** children
    ArrowArray* dictionary
    void (*release)(ArrowArray*) noexcept nogil
    void* private_data

cdef enum:
    COLUMNS = 8

cdef struct Batch:
    ArrowArray children[COLUMNS]
    ArrowArray* child_at[COLUMNS]
    const void* buffers[COLUMNS][3]
    const void* no_buffer


cdef inline Batch* make_batch(int64_t size) except NULL:
    """With room for `size` bytes of buffers, which are not cleared."""
    cdef Batch* batch = <Batch*>malloc(sizeof(Batch) + size)
    if batch == NULL:
        raise MemoryError
    memset(batch, 0, sizeof(Batch))
    return batch


cdef inline char* room_in(Batch* batch) noexcept nogil:
    return <char*>batch + sizeof(Batch)  # aligned as its pointers are


cdef inline ArrowArray* set_column(Batch* batch, int at, int64_t length, const void* values) noexcept nogil:
    """Nothing is null in it, and values have one width, until more is said."""
    cdef ArrowArray* column = &batch.children[at]
    column.length = length
    column.n_buffers = 2
    column.buffers = batch.buffers[at]
    column.release = release_column
    batch.buffers[at][1] = values
    batch.child_at[at] = column
    return column


cdef inline void set_nulls(Batch* batch, int at, int64_t nulls, const uint8_t* validity) noexcept nogil:
    if nulls:
        batch.children[at].null_count = nulls
        batch.buffers[at][0] = validity


cdef inline void set_bytes(Batch* batch, int at, const void* data) noexcept nogil:
    """What its offsets, the values, lead to."""
    batch.children[at].n_buffers = 3
    batch.buffers[at][2] = data


cdef inline object hand_over(Batch* batch, int64_t count, batch_type, schema):
    """The batch belongs to the result, or is gone."""
    cdef ArrowArray top
    memset(&top, 0, sizeof(ArrowArray))
    top.length = count
    top.n_buffers = 1
    top.buffers = &batch.no_buffer
    top.n_children = COLUMNS
    top.children = batch.child_at
    top.release = release_batch
    top.private_data = batch
    try:
        return batch_type._import_from_c(<uintptr_t>&top, schema)
    finally:
        if top.release != NULL:
            top.release(&top)


cdef inline void release_column(ArrowArray* array) noexcept nogil:
    array.release = NULL


cdef inline void release_batch(ArrowArray* array) noexcept nogil:
    free(array.private_data)
    array.release = NULL
