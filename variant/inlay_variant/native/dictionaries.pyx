# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_variant.arrow.pure_maps.write_dictionaries`, natively."""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memset

from inlay_variant.native.buffers cimport OK, REJECT, Bytes, Column, bytes_at, put_i32
from inlay_variant.native.memory cimport as_buffer, fail, open_column
from inlay_variant.native.texts cimport Texts, add_text, write_texts

import pyarrow as pa


def write_dictionaries(rows, keys, list names, int64_t count):
    """A dictionary for each of `count` rows: of `names`, and of the keys of the row. `rows` has the row of each key, in order."""
    cdef Column row_of, key_of
    cdef Texts texts
    cdef Bytes offsets, data
    cdef list alive = []
    cdef const int64_t* numbers
    cdef const uint8_t* key
    cdef int64_t row, next_ = 0, size = 0
    cdef int answer
    cdef bytes name
    memset(&texts, 0, sizeof(Texts))
    memset(&offsets, 0, sizeof(Bytes))
    memset(&data, 0, sizeof(Bytes))
    open_column(&row_of, rows, alive)
    open_column(&key_of, keys, alive)
    numbers = <const int64_t*> row_of.data + row_of.offset
    answer = put_i32(&offsets, 0)
    for row in range(count):
        texts.size = 0
        for name in names:
            if answer == OK:
                answer = add_text(&texts, <const uint8_t*> PyBytes_AS_STRING(name), PyBytes_GET_SIZE(name), NULL)
        while answer == OK and next_ < row_of.length and numbers[next_] == row:
            key = bytes_at(&key_of, next_, &size)
            answer = REJECT if key == NULL else add_text(&texts, key, size, NULL)
            next_ += 1
        if answer == OK:
            answer = write_texts(&texts, &data)
        if answer == OK:
            answer = put_i32(&offsets, data.size)
        if answer < 0:
            break
    free(texts.data)
    if answer < 0:
        free(offsets.data)
        free(data.data)
        if answer == REJECT:
            return row
        fail(answer)
    return pa.Array.from_buffers(pa.binary(), count, [None, as_buffer(&offsets), as_buffer(&data)], 0)
