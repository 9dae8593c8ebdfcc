# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A record batch of `PLACEMENT`: where its columns lie in its block; all inline, to be cimported."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from inlay.footers.index.arrow_batch cimport Batch, hand_over, make_batch, room_in, set_column, set_nulls

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
    cdef Batch* batch = make_batch(count * (5 * 8 + 3 * 4) + count // 8 + 1)
    cdef char* data = room_in(batch)
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
    set_column(batch, 0, rows.count, rows.column)
    set_column(batch, 1, rows.count, rows.row_group)
    set_column(batch, 2, rows.count, rows.data_page)
    set_column(batch, 3, rows.count, rows.dictionary_page)
    set_nulls(batch, 3, rows.count - rows.dictionaries, rows.has_dictionary)
    set_column(batch, 4, rows.count, rows.compressed)
    set_column(batch, 5, rows.count, rows.uncompressed)
    set_column(batch, 6, rows.count, rows.num_values)
    set_column(batch, 7, rows.count, rows.codec)
    return hand_over(batch, rows.count, batch_type, schema)
