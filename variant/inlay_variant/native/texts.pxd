# cython: language_level=3
"""Names that become a dictionary; inline, to be cimported."""

from libc.stdint cimport int64_t, uint32_t, uint8_t
from libc.stdlib cimport qsort

from inlay_variant.native.buffers cimport NO_MEMORY, OK, TOO_LARGE, Bytes, grow_by, grow_rows, put
from inlay_variant.native.names cimport compare
from inlay_variant.native.numbers cimport unsigned_to, width_of

ctypedef struct Text:
    const uint8_t* data
    int64_t size
    uint32_t* id  # where its number goes, if anybody wants it

ctypedef struct Texts:
    Text* data
    int64_t size
    int64_t room


cdef inline int compare_texts(const void* a, const void* b) noexcept nogil:
    cdef const Text* x = <const Text*> a
    cdef const Text* y = <const Text*> b
    return compare(x.data, x.size, y.data, y.size)


cdef inline int add_text(Texts* texts, const uint8_t* data, int64_t size, uint32_t* id_) noexcept nogil:
    cdef void* grown = grow_rows(texts.data, texts.size, &texts.room, sizeof(Text))
    if grown == NULL:
        return NO_MEMORY
    texts.data = <Text*> grown
    texts.data[texts.size].data = data
    texts.data[texts.size].size = size
    texts.data[texts.size].id = id_
    texts.size += 1
    return OK


cdef inline int write_texts(Texts* texts, Bytes* out) noexcept nogil:
    """The canonical dictionary of these names, as `write_metadata` makes it."""
    cdef int64_t index, count = 0, total = 0, at = 0
    cdef uint8_t* head
    cdef int width
    if texts.size > 1:
        qsort(texts.data, texts.size, sizeof(Text), compare_texts)
    for index in range(texts.size):
        if count == 0 or compare_texts(&texts.data[count - 1], &texts.data[index]) != 0:
            if count != index:
                # The number of the name that stood here is set already.
                texts.data[count] = texts.data[index]
            total += texts.data[count].size
            count += 1
        if texts.data[index].id != NULL:
            texts.data[index].id[0] = <uint32_t> (count - 1)
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
