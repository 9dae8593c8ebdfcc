# cython: language_level=3
"""Where the values of an object or array lie; inline, to be cimported."""

from libc.stdint cimport int64_t, uint32_t, uint8_t
from libc.stdlib cimport free, malloc, qsort

from inlay_variant.native.buffers cimport NO_MEMORY, OK, REJECT
from inlay_variant.native.names cimport Names, compare, name_at
from inlay_variant.native.numbers cimport unsigned_at

cdef enum:
    SHORT = 1
    OBJECT = 2
    ARRAY = 3


ctypedef struct Opened:
    const uint8_t* ids
    const uint8_t* offsets
    const uint8_t* values
    uint32_t* ordered  # the starts of the values, where they are not in order; to be freed
    uint32_t count
    uint32_t total
    int id_width
    int width


cdef inline int compare_numbers(const void* a, const void* b) noexcept nogil:
    cdef uint32_t x = (<const uint32_t*> a)[0], y = (<const uint32_t*> b)[0]
    return (x > y) - (x < y)


cdef inline int open_container(Opened* out, const uint8_t* data, int64_t size, Names* names) noexcept nogil:
    """Reads and checks the tables of the object or array that fills data[:size]; `close` frees."""
    cdef bint is_object = data[0] & 3 == OBJECT
    cdef int header = data[0] >> 2
    cdef int count_width = 4 if header >> (4 if is_object else 2) & 1 else 1
    cdef int64_t count, tables, i, before_size, this_size
    cdef uint32_t begin, after, id_, before_id
    cdef const uint8_t* before = NULL
    cdef const uint8_t* this
    cdef bint in_order
    out.ordered = NULL
    out.width = (header & 3) + 1
    out.id_width = (header >> 2 & 3) + 1 if is_object else 0
    if size < 1 + count_width:
        return REJECT
    count = unsigned_at(data + 1, count_width)
    tables = count * out.id_width + (count + 1) * out.width
    if tables > size - 1 - count_width:
        return REJECT
    out.count = <uint32_t> count
    out.ids = data + 1 + count_width
    out.offsets = out.ids + count * out.id_width
    out.values = out.offsets + (count + 1) * out.width
    out.total = unsigned_at(out.offsets + count * out.width, out.width)
    if out.total != size - 1 - count_width - tables:
        return REJECT
    if is_object:
        before_id = 0
        before_size = 0
        for i in range(count):
            id_ = unsigned_at(out.ids + i * out.id_width, out.id_width)
            if id_ >= names.count:
                return REJECT
            if names.is_sorted:
                if i and id_ <= before_id:
                    return REJECT
                before_id = id_
            else:
                this = name_at(names, id_, &this_size)
                if i and compare(before, before_size, this, this_size) >= 0:
                    return REJECT
                before = this
                before_size = this_size
    if count == 0:
        return OK if out.total == 0 else REJECT
    in_order = unsigned_at(out.offsets, out.width) == 0
    begin = 0
    if in_order:
        for i in range(1, count + 1):
            after = unsigned_at(out.offsets + i * out.width, out.width)
            if after <= begin:
                in_order = False
                break
            begin = after
    if in_order:
        return OK
    if not is_object:
        return REJECT
    out.ordered = <uint32_t*> malloc((count + 1) * sizeof(uint32_t))
    if out.ordered == NULL:
        return NO_MEMORY
    for i in range(count):
        out.ordered[i] = unsigned_at(out.offsets + i * out.width, out.width)
    out.ordered[count] = out.total
    qsort(out.ordered, count, sizeof(uint32_t), compare_numbers)
    if out.ordered[0] != 0:
        return close(out, REJECT)
    for i in range(count):
        if out.ordered[i + 1] <= out.ordered[i]:
            return close(out, REJECT)
    return OK


cdef inline int close(Opened* opened, int answer) noexcept nogil:
    free(opened.ordered)
    opened.ordered = NULL
    return answer


cdef inline const uint8_t* span_of(Opened* opened, int64_t index, int64_t* size) noexcept nogil:
    """The value of an index below `count`."""
    cdef uint32_t begin = unsigned_at(opened.offsets + index * opened.width, opened.width)
    cdef int64_t low, high, middle
    if opened.ordered == NULL:
        size[0] = unsigned_at(opened.offsets + (index + 1) * opened.width, opened.width) - begin
        return opened.values + begin
    low = 0
    high = opened.count
    while low < high:
        middle = (low + high) >> 1
        if opened.ordered[middle] < begin:
            low = middle + 1
        else:
            high = middle
    size[0] = opened.ordered[low + 1] - begin
    return opened.values + begin


cdef inline uint32_t id_of(Opened* opened, int64_t index) noexcept nogil:
    """The number of the name of a field, in its dictionary."""
    return unsigned_at(opened.ids + index * opened.id_width, opened.id_width)


cdef inline const uint8_t* name_of(Opened* opened, Names* names, int64_t index, int64_t* size) noexcept nogil:
    """The name of a field of an object that was opened with these names."""
    return name_at(names, id_of(opened, index), size)
