# cython: language_level=3
"""The dictionary of names; inline, to be cimported."""

from libc.stdint cimport int64_t, uint32_t, uint8_t
from libc.string cimport memcmp

from inlay_runtime.native.utf8 cimport is_utf8
from inlay_variant.native.buffers cimport OK, REJECT
from inlay_variant.native.numbers cimport unsigned_at


cdef inline int compare(const uint8_t* a, int64_t a_size, const uint8_t* b, int64_t b_size) noexcept nogil:
    """Names in 'unsigned byte ordering for UTF-8'."""
    cdef int64_t size = a_size if a_size < b_size else b_size
    cdef int order = memcmp(a, b, size) if size else 0
    if order:
        return order
    return (a_size > b_size) - (a_size < b_size)


ctypedef struct Names:
    const uint8_t* data
    int64_t size
    const uint8_t* texts
    uint32_t count
    int width
    bint is_sorted
    int64_t generation


cdef inline const uint8_t* name_at(Names* names, uint32_t id_, int64_t* size) noexcept nogil:
    """`id_` is below `count`."""
    cdef const uint8_t* offsets = names.data + 1 + names.width + <int64_t> id_ * names.width
    cdef uint32_t first = unsigned_at(offsets, names.width)
    size[0] = unsigned_at(offsets + names.width, names.width) - first
    return names.texts + first


cdef inline int read_names(Names* names, const uint8_t* data, int64_t size, int64_t limit) noexcept nogil:
    """Checks a dictionary, unless it is the one of the row before."""
    cdef int width
    cdef int64_t count, start, texts, total, before_size, this_size
    cdef uint32_t first, last
    cdef const uint8_t* before
    cdef const uint8_t* this
    cdef int64_t i
    if names.generation and size == names.size and (data == names.data or memcmp(data, names.data, size) == 0):
        names.texts = data + (names.texts - names.data)
        names.data = data
        return OK
    if size < 1 or data[0] & 0x0F != 1:
        return REJECT
    width = (data[0] >> 6) + 1
    if size < 1 + width:
        return REJECT
    count = unsigned_at(data + 1, width)
    start = 1 + width
    texts = start + (count + 1) * width
    if texts > size or unsigned_at(data + start, width) != 0:
        return REJECT
    total = unsigned_at(data + start + count * width, width)
    if texts + total != size or size > limit or not is_utf8(data + texts, data + size):
        return REJECT
    first = 0
    for i in range(count):
        last = unsigned_at(data + start + (i + 1) * width, width)
        if last < first or last > total:
            return REJECT
        if last < total and data[texts + last] & 0xC0 == 0x80:
            return REJECT  # a name ends inside of a character
        first = last
    names.generation += 1
    names.data = data
    names.size = size
    names.texts = data + texts
    names.count = <uint32_t> count
    names.width = width
    names.is_sorted = data[0] >> 4 & 1
    if names.is_sorted and count > 1:
        before = name_at(names, 0, &before_size)
        for i in range(1, count):
            this = name_at(names, <uint32_t> i, &this_size)
            if compare(before, before_size, this, this_size) >= 0:
                names.generation += 1
                names.size = -1
                return REJECT
            before = this
            before_size = this_size
    return OK


cdef inline int64_t find_name(Names* names, const uint8_t* name, int64_t size) noexcept nogil:
    """The id of a name; -1 where the dictionary does not have it."""
    cdef int64_t low = 0, high = names.count, middle, other_size
    cdef const uint8_t* other
    cdef int order
    if names.is_sorted:
        while low < high:
            middle = (low + high) >> 1
            other = name_at(names, <uint32_t> middle, &other_size)
            order = compare(other, other_size, name, size)
            if order == 0:
                return middle
            if order < 0:
                low = middle + 1
            else:
                high = middle
        return -1
    for middle in range(high):
        other = name_at(names, <uint32_t> middle, &other_size)
        if other_size == size and (size == 0 or memcmp(other, name, size) == 0):
            return middle
    return -1
