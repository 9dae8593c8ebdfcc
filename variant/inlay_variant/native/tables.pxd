# cython: language_level=3
"""Writing: strings, and the header and tables of objects and arrays; inline, to be cimported."""

from libc.stdint cimport int64_t, uint32_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memmove

from inlay_variant.native.buffers cimport NO_MEMORY, OK, TOO_LARGE, Bytes, grow_by, grow_rows, put
from inlay_variant.native.containers cimport ARRAY, OBJECT, SHORT
from inlay_variant.native.numbers cimport unsigned_to, width_of


cdef inline int put_text(Bytes* out, const uint8_t* text, int64_t size) noexcept nogil:
    """Text as a short or a long string."""
    if grow_by(out, size + 5) < 0:
        return NO_MEMORY
    if size <= 63:
        out.data[out.size] = <uint8_t> (size << 2 | SHORT)
        out.size += 1
        return put(out, text, size)
    out.data[out.size] = 16 << 2
    unsigned_to(out.data + out.size + 1, <uint32_t> size, 4)
    out.size += 5
    return put(out, text, size)


ctypedef struct Entry:
    uint32_t id
    uint32_t rank
    int64_t start
    int64_t size


ctypedef struct Entries:
    Entry* data
    int64_t size
    int64_t room


cdef inline int push(Entries* entries, uint32_t id_, int64_t start, int64_t size) noexcept nogil:
    cdef void* grown = grow_rows(entries.data, entries.size, &entries.room, sizeof(Entry))
    if grown == NULL:
        return NO_MEMORY
    entries.data = <Entry*> grown
    entries.data[entries.size].id = id_
    entries.data[entries.size].start = start
    entries.data[entries.size].size = size
    entries.size += 1
    return OK


cdef inline int64_t header_size_of(Entry* entries, int64_t count, bint is_object, int64_t total) noexcept nogil:
    """The bytes before the values."""
    cdef uint32_t most = 0
    cdef int64_t i
    if is_object:
        for i in range(count):
            if entries[i].id > most:
                most = entries[i].id
    return (
        1 + (4 if count > 255 else 1) + (count + 1) * width_of(total)
        + (count * width_of(most) if is_object else 0)
    )


cdef inline void write_header(
    uint8_t* at, Entry* entries, int64_t count, bint is_object, int64_t total
) noexcept nogil:
    """Header and tables, for values that follow in the order of the entries."""
    cdef uint32_t most = 0
    cdef int64_t i, offset = 0
    cdef int width = width_of(total), id_width, large = count > 255
    if is_object:
        for i in range(count):
            if entries[i].id > most:
                most = entries[i].id
        id_width = width_of(most)
        at[0] = <uint8_t> ((large << 4 | (id_width - 1) << 2 | (width - 1)) << 2 | OBJECT)
    else:
        id_width = 0
        at[0] = <uint8_t> ((large << 2 | (width - 1)) << 2 | ARRAY)
    at += 1
    unsigned_to(at, <uint32_t> count, 4 if large else 1)
    at += 4 if large else 1
    if is_object:
        for i in range(count):
            unsigned_to(at, entries[i].id, id_width)
            at += id_width
    for i in range(count):
        unsigned_to(at, <uint32_t> offset, width)
        at += width
        offset += entries[i].size
    unsigned_to(at, <uint32_t> offset, width)


cdef inline int wrap_values(
    Bytes* out, int64_t base, Entry* entries, int64_t count, bint is_object
) noexcept nogil:
    """Puts header and tables before the values that were written from `base` on."""
    cdef int64_t total = out.size - base
    cdef int64_t size
    if total > 0x7FFFFFFF:
        return TOO_LARGE
    size = header_size_of(entries, count, is_object, total)
    if grow_by(out, size) < 0:
        return NO_MEMORY
    if total:
        memmove(out.data + base + size, out.data + base, total)
    write_header(out.data + base, entries, count, is_object, total)
    out.size += size
    return OK


cdef inline int compare_ids(const void* a, const void* b) noexcept nogil:
    cdef uint32_t x = (<const Entry*> a).id, y = (<const Entry*> b).id
    return (x > y) - (x < y)


cdef inline bint sort_entries(Entry* entries, int64_t count) noexcept nogil:
    """By id; false where one is there twice."""
    cdef int64_t i, j
    cdef Entry entry
    if count > 24:
        qsort(entries, count, sizeof(Entry), compare_ids)
    else:
        for i in range(1, count):
            entry = entries[i]
            j = i
            while j > 0 and entries[j - 1].id > entry.id:
                entries[j] = entries[j - 1]
                j -= 1
            entries[j] = entry
    for i in range(1, count):
        if entries[i].id == entries[i - 1].id:
            return False
    return True
