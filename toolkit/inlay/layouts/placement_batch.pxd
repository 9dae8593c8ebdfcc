# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A record batch of `PLACEMENT` in Arrow's C data interface; all inline, to be cimported.

One block holds the batch and its eight arrays: eight arrays one by one take longer than all else.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uintptr_t
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
    PLACEMENT_COLUMNS = 8

cdef struct Batch:
    # everything that the batch points to, in one block
    ArrowArray children[PLACEMENT_COLUMNS]
    ArrowArray* child_at[PLACEMENT_COLUMNS]
    const void* buffers[PLACEMENT_COLUMNS][2]
    const void* no_buffer

cdef struct Rows:
    int64_t count
    int64_t* data_page
    int64_t* dictionary_page
    int64_t* compressed
    int64_t* uncompressed
    int64_t* num_values
    int32_t* column
    int32_t* row_group
    int32_t* codec
    uint8_t* has_dictionary
    int64_t dictionaries


cdef inline Batch* allocate_rows(int64_t count, Rows* rows) except NULL:
    """The block, and where its arrays lie in it."""
    cdef int64_t longs = sizeof(Batch) + 7 & ~7
    cdef Batch* batch = <Batch*>malloc(longs + count * (5 * 8 + 3 * 4) + count // 8 + 1)
    cdef char* data = <char*>batch + longs
    if batch == NULL:
        raise MemoryError
    rows.count = count
    rows.data_page = <int64_t*>data
    rows.dictionary_page = rows.data_page + count
    rows.compressed = rows.dictionary_page + count
    rows.uncompressed = rows.compressed + count
    rows.num_values = rows.uncompressed + count
    rows.column = <int32_t*>(rows.num_values + count)
    rows.row_group = rows.column + count
    rows.codec = rows.row_group + count
    rows.has_dictionary = <uint8_t*>(rows.codec + count)
    rows.dictionaries = 0
    memset(rows.has_dictionary, 0, count // 8 + 1)
    return batch


cdef inline void set_ordinals(Rows* rows, const int64_t* columns, int64_t width, const int64_t* groups, int64_t height) noexcept nogil:
    """The first two arrays: each column, with all of the row groups."""
    cdef int64_t column, group
    cdef int64_t row = 0
    for column in range(width):
        for group in range(height):
            rows.column[row] = <int32_t>columns[column]
            rows.row_group[row] = <int32_t>groups[group]
            row += 1


cdef inline object import_rows(Batch* batch, Rows* rows, batch_type, schema):
    """The block as a batch, which owns it from here on."""
    cdef ArrowArray top
    cdef const void* values[PLACEMENT_COLUMNS]
    cdef ArrowArray* child
    cdef int at
    values[:] = [
        rows.column, rows.row_group, rows.data_page, rows.dictionary_page, rows.compressed, rows.uncompressed,
        rows.num_values, rows.codec,
    ]
    memset(&top, 0, sizeof(ArrowArray))
    memset(batch, 0, sizeof(Batch))
    for at in range(PLACEMENT_COLUMNS):
        child = &batch.children[at]
        child.length = rows.count
        child.n_buffers = 2
        child.buffers = batch.buffers[at]
        child.release = _release_child
        batch.buffers[at][1] = values[at]
        batch.child_at[at] = child
    if rows.dictionaries < rows.count:
        batch.children[3].null_count = rows.count - rows.dictionaries
        batch.buffers[3][0] = rows.has_dictionary
    top.length = rows.count
    top.n_buffers = 1
    top.buffers = &batch.no_buffer
    top.n_children = PLACEMENT_COLUMNS
    top.children = batch.child_at
    top.release = _release_batch
    top.private_data = batch
    try:
        return batch_type._import_from_c(<uintptr_t>&top, schema)
    finally:
        if top.release != NULL:
            top.release(&top)


cdef inline void _release_child(ArrowArray* array) noexcept nogil:
    array.release = NULL


cdef inline void _release_batch(ArrowArray* array) noexcept nogil:
    free(array.private_data)
    array.release = NULL
