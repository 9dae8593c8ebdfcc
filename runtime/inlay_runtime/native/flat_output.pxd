# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A buffer that is written from its end to the front, and what of it is stored once; for whoever writes tables."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from inlay_runtime.native.flat_plan cimport Plan

cdef enum:
    LARGEST = 0x40000000  # bytes of a buffer; beyond it the pure builder decides
    LONGEST = 16  # offsets of a vector that is shared
    MOST_SLOTS = 6  # of a table that is shared
    RECENT = 32  # vtables that are found without a hash; a power of two

cdef enum What:
    """What is stored once. Scalars are told apart by the code of theirs, which is above all of these."""
    A_VTABLE = 1
    A_TEXT
    A_BINARY
    SOME_DATA
    SOME_OFFSETS
    A_TABLE


cdef struct Entry:
    uint64_t hash
    uint32_t offset  # of the object, from the end of the buffer; 0 where there is none
    uint32_t key  # where its key begins, from the end of the buffer or from the start of `keys`
    uint32_t size  # of the key
    int what


cdef struct Out:
    uint8_t* data
    size_t room
    size_t size  # bytes at the end of `data` that are written
    size_t alignment  # the greatest so far
    int depth_left
    int64_t container  # limits on elements and on bytes
    int64_t binary
    bint sharing
    Entry* entries
    size_t entry_room  # a power of two
    size_t entry_count
    uint32_t recent[RECENT]  # offsets of vtables, by their sizes; 0 where there is none
    uint8_t* keys  # of what cannot be compared where it lies
    size_t keys_room
    size_t keys_size
    const Out* below  # what is written already and is not to change: `data` may be lent by it, and what it has is found
    uint32_t* scratch  # offsets of what is out of line, until they are written
    size_t scratch_room
    size_t scratch_size


cdef int begin(Out* w, limits, bint sharing) except -1
cdef void release(Out* w) noexcept
cdef bytes finish(Out* w, uint32_t root, Plan plan, bint size_prefixed)
cdef int grow(Out* w, size_t size) except -1
cdef int expect_room(Out* w, int64_t size, int64_t most) except -1
cdef Entry* find(Out* w, int what, const void* key, size_t size) except NULL
cdef uint32_t keep_key(Out* w, const void* key, size_t size) except? 0xFFFFFFFF
cdef size_t reserve(Out* w, size_t count) except? 0xFFFFFFFF
cdef uint32_t write_string(Out* w, const char* data, Py_ssize_t size, int what) except 0
cdef uint32_t write_vector(
    Out* w, const void* packed, Py_ssize_t count, Py_ssize_t width, size_t alignment, int what
) except 0
cdef uint32_t write_offsets(Out* w, size_t offsets, Py_ssize_t count, size_t align) except 0
cdef uint32_t end_table(Out* w, size_t slots, int count, uint32_t before) except 0


cdef class Written:
    """What a root is to hold, written already: `offsets`, by slot, from the end of the buffer."""

    cdef Out out
    cdef dict offsets
    cdef int continue_in(self, Out* w) except -1


cdef inline uint32_t keep(Out* w, Entry* entry, int what, uint32_t key, size_t size, uint32_t offset) noexcept:
    """Fills a free entry."""
    entry.what = what
    entry.key = key
    entry.size = <uint32_t>size
    entry.offset = offset
    w.entry_count += 1
    return offset


cdef inline int prepare(Out* w, size_t alignment, size_t size) except -1:
    """Zeros, so that `size` bytes that are put next begin at a multiple of `alignment`; room for them and a length."""
    cdef size_t padding = (0 - (w.size + size)) & (alignment - 1)
    if alignment > w.alignment:
        w.alignment = alignment
    if w.room - w.size < padding + size + 8:
        grow(w, padding + size + 8)
    w.size += padding
    if padding:
        memset(w.data + w.room - w.size, 0, padding)
    return 0


cdef inline void put(Out* w, const void* data, size_t size) noexcept:
    w.size += size
    if size:
        memcpy(w.data + w.room - w.size, data, size)


cdef inline void put_u32(Out* w, uint32_t value) noexcept:
    put(w, &value, 4)


cdef inline int put_offset(Out* w, uint32_t offset) except -1:
    """An offset, relative to where it lies."""
    prepare(w, 4, 4)
    put_u32(w, <uint32_t>w.size - offset + 4)
    return 0


cdef inline int sharing_of(Out* w, int what, size_t align) noexcept:
    """What a vector is stored as, or 0: one whose alignment is declared is not shared."""
    return what if w.sharing and align == 1 else 0


cdef inline void place_bits(uint8_t* place, uint64_t bits, int size) noexcept:
    if size == 8:  # of sizes that are known, copies are one instruction
        memcpy(place, &bits, 8)
    elif size == 1:
        place[0] = <uint8_t>bits
    elif size == 4:
        memcpy(place, &bits, 4)
    else:
        memcpy(place, &bits, 2)
