# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_variant.arrow.pure_maps.write_dictionaries`, natively."""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, qsort, realloc
from libc.string cimport memset

from inlay_variant.native.buffers cimport (
    NO_MEMORY, OK, REJECT, TOO_LARGE, Bytes, Column, bytes_at, grow_by, put, put_i32,
)
from inlay_variant.native.memory cimport as_buffer, fail, open_column
from inlay_variant.native.names cimport compare
from inlay_variant.native.numbers cimport unsigned_to, width_of

import pyarrow as pa

ctypedef struct Text:
    const uint8_t* data
    int64_t size

ctypedef struct Texts:
    Text* data
    int64_t size
    int64_t room


cdef int compare_names(const void* a, const void* b) noexcept nogil:
    cdef const Text* x = <const Text*> a
    cdef const Text* y = <const Text*> b
    return compare(x.data, x.size, y.data, y.size)


cdef int add(Texts* texts, const uint8_t* data, int64_t size) noexcept nogil:
    cdef Text* grown
    if texts.size == texts.room:
        grown = <Text*> realloc(texts.data, (texts.room * 2 + 32) * sizeof(Text))
        if grown == NULL:
            return NO_MEMORY
        texts.data = grown
        texts.room = texts.room * 2 + 32
    texts.data[texts.size].data = data
    texts.data[texts.size].size = size
    texts.size += 1
    return OK


cdef int write(Texts* texts, Bytes* out) noexcept nogil:
    """The canonical dictionary of these names, as `write_metadata` makes it."""
    cdef int64_t index, count = 0, total = 0, at = 0
    cdef uint8_t* head
    cdef int width
    if texts.size > 1:
        qsort(texts.data, texts.size, sizeof(Text), compare_names)
    for index in range(texts.size):
        if count and compare_names(&texts.data[count - 1], &texts.data[index]) == 0:
            continue
        texts.data[count] = texts.data[index]
        total += texts.data[count].size
        count += 1
    if total > 0x7FFFFFFF:
        return TOO_LARGE
    width = width_of(total if total > count else count)
    if grow_by(out, 1 + (count + 2) * width + total) < 0:
        return NO_MEMORY
    head = out.data + out.size
    head[0] = <uint8_t> (1 | 1 << 4 | (width - 1) << 6)  # version, sorted_strings, offset_size - 1
    unsigned_to(head + 1, <unsigned int> count, width)
    unsigned_to(head + 1 + width, 0, width)
    for index in range(count):
        at += texts.data[index].size
        unsigned_to(head + 1 + (index + 2) * width, <unsigned int> at, width)
    out.size += 1 + (count + 2) * width
    for index in range(count):
        put(out, texts.data[index].data, texts.data[index].size)
    return OK


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
                answer = add(&texts, <const uint8_t*> PyBytes_AS_STRING(name), PyBytes_GET_SIZE(name))
        while answer == OK and next_ < row_of.length and numbers[next_] == row:
            key = bytes_at(&key_of, next_, &size)
            answer = REJECT if key == NULL else add(&texts, key, size)
            next_ += 1
        if answer == OK:
            answer = write(&texts, &data)
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
