# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Writes the bytes of a FlatBuffer from the end to the front, as the Builder of the `flatbuffers` package works.

With `sharing`, what occurs more than once is stored once, as `inlay.footers.conversion.sharing` says.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from inlay_runtime.native.flat_plan cimport DEEPEST, Plan

from inlay_runtime.native.rejected import Rejected

cdef enum:
    FIRST_ENTRIES = 64  # a power of two

cdef extern from *:
    """
    #if PY_VERSION_HEX >= 0x030E0000
    #define INLAY_HASH(data, size) ((uint64_t)Py_HashBuffer((data), (size)))
    #else
    #define INLAY_HASH(data, size) ((uint64_t)_Py_HashBytes((data), (size)))
    #endif
    """
    uint64_t INLAY_HASH(const void* data, Py_ssize_t size)


cdef int begin(Out* w, limits, bint sharing) except -1:
    """An empty buffer; `release` gives its memory back."""
    memset(w, 0, sizeof(Out))
    w.alignment = 1
    w.depth_left = min(DEEPEST, limits.depth)
    w.container, w.binary = min(limits.container, LARGEST), min(limits.binary, LARGEST)
    w.sharing = sharing
    w.entry_room = FIRST_ENTRIES
    w.entries = <Entry*>calloc(w.entry_room, sizeof(Entry))
    if w.entries == NULL:
        raise MemoryError
    return 0


cdef void release(Out* w) noexcept:
    if not is_lent(w):
        free(w.data)
    free(w.entries)
    free(w.keys)
    free(w.scratch)


cdef bytes finish(Out* w, uint32_t root, Plan plan, bint size_prefixed):
    """The whole buffer, and in front of it its size if that is asked for."""
    cdef bytes identifier = plan.identifier
    cdef Py_ssize_t size = PyBytes_GET_SIZE(identifier)
    prepare(w, w.alignment, 4 + size + 4 * size_prefixed)
    if size:
        if size != 4:
            raise Rejected
        put(w, PyBytes_AS_STRING(identifier), 4)
    put_offset(w, root)
    if size_prefixed:
        put_u32(w, <uint32_t>w.size)
    return PyBytes_FromStringAndSize(<char*>w.data + w.room - w.size, w.size)


cdef class Written:
    def __cinit__(self):
        memset(&self.out, 0, sizeof(Out))
        self.offsets = {}

    def __dealloc__(self):
        release(&self.out)

    cdef int continue_in(self, Out* w) except -1:
        """A buffer to go on with, one at a time: it is written in front of this, and finds what is in it. `release` gives its
        memory back, also where this fails."""
        memcpy(w, &self.out, sizeof(Out))
        w.below = &self.out
        w.entries, w.keys, w.scratch = NULL, NULL, NULL
        w.entry_count = w.keys_room = w.keys_size = w.scratch_room = w.scratch_size = 0
        w.entry_room = FIRST_ENTRIES
        w.entries = <Entry*>calloc(w.entry_room, sizeof(Entry))
        if w.entries == NULL:
            raise MemoryError
        return 0


cdef inline bint is_lent(const Out* w) noexcept:
    return w.below != NULL and w.data == w.below.data


cdef int grow(Out* w, size_t size) except -1:
    cdef size_t room = 2 * w.room + size + 1024
    cdef uint8_t* grown
    if w.size + size > LARGEST:
        raise Rejected
    grown = <uint8_t*>malloc(room)
    if grown == NULL:
        raise MemoryError
    if w.size:
        memcpy(grown + room - w.size, w.data + w.room - w.size, w.size)
    if not is_lent(w):
        free(w.data)
    w.data = grown
    w.room = room
    return 0


cdef int expect_room(Out* w, int64_t size, int64_t most) except -1:
    if size > most:
        raise Rejected
    return 0


cdef const uint8_t* key_of(const Out* w, const Entry* entry) noexcept:
    if entry.what == SOME_OFFSETS or entry.what == A_TABLE:
        return w.keys + entry.key
    return w.data + w.room - entry.key


cdef Entry* find(Out* w, int what, const void* key, size_t size) except NULL:
    """The entry of what has this key, or the free one where it belongs; its hash is set in both cases."""
    cdef uint64_t hash_ = INLAY_HASH(key, size) + <uint64_t>what * <uint64_t>0x9E3779B97F4A7C15
    cdef Entry* entry
    if w.below != NULL:
        entry = find_entry(w.below, hash_, what, key, size)
        if entry.offset:
            return entry
    if 2 * w.entry_count >= w.entry_room:
        rehash(w)
    entry = find_entry(w, hash_, what, key, size)
    if entry.offset == 0:
        entry.hash = hash_
    return entry


cdef inline Entry* find_entry(const Out* w, uint64_t hash_, int what, const void* key, size_t size) noexcept:
    cdef size_t at = hash_ & (w.entry_room - 1)
    cdef Entry* entry
    while True:
        entry = &w.entries[at]
        if entry.offset == 0:
            return entry
        if entry.hash == hash_ and entry.what == what and entry.size == size:
            if size == 0 or memcmp(key_of(w, entry), key, size) == 0:
                return entry
        at = (at + 1) & (w.entry_room - 1)


cdef int rehash(Out* w) except -1:
    cdef size_t room = 2 * w.entry_room
    cdef Entry* entries = <Entry*>calloc(room, sizeof(Entry))
    cdef size_t at, place
    if entries == NULL:
        raise MemoryError
    for at in range(w.entry_room):
        if w.entries[at].offset:
            place = w.entries[at].hash & (room - 1)
            while entries[place].offset:
                place = (place + 1) & (room - 1)
            entries[place] = w.entries[at]
    free(w.entries)
    w.entries = entries
    w.entry_room = room
    return 0


cdef uint32_t keep_key(Out* w, const void* key, size_t size) except? 0xFFFFFFFF:
    """Stores a key that cannot be compared where it lies."""
    cdef size_t room
    cdef void* grown
    if w.keys_room - w.keys_size < size:
        room = 2 * w.keys_room + size + 256
        grown = realloc(w.keys, room)
        if grown == NULL:
            raise MemoryError
        w.keys = <uint8_t*>grown
        w.keys_room = room
    memcpy(w.keys + w.keys_size, key, size)
    w.keys_size += size
    return <uint32_t>(w.keys_size - size)


cdef size_t reserve(Out* w, size_t count) except? 0xFFFFFFFF:
    """Room for so many offsets; where it begins."""
    cdef size_t room
    cdef void* grown
    if w.scratch_room - w.scratch_size < count:
        room = 2 * w.scratch_room + count + 256
        grown = realloc(w.scratch, room * sizeof(uint32_t))
        if grown == NULL:
            raise MemoryError
        w.scratch = <uint32_t*>grown
        w.scratch_room = room
    if count:  # without any there may be no scratch yet
        memset(w.scratch + w.scratch_size, 0, count * sizeof(uint32_t))
    w.scratch_size += count
    return w.scratch_size - count


cdef uint32_t write_string(Out* w, const char* data, Py_ssize_t size, int what) except 0:
    """A string, with a zero behind it; stored once if it is of the kind that is."""
    cdef Entry* entry = NULL
    expect_room(w, size, w.binary)
    if what:
        entry = find(w, what, data, size)
        if entry.offset:
            return entry.offset
    prepare(w, 4, size + 1)
    w.size += 1
    w.data[w.room - w.size] = 0
    put(w, data, size)
    put_u32(w, <uint32_t>size)
    if what:
        keep(w, entry, what, <uint32_t>w.size - 4, size, <uint32_t>w.size)
    return <uint32_t>w.size


cdef uint32_t write_vector(
    Out* w, const void* packed, Py_ssize_t count, Py_ssize_t width, size_t alignment, int what
) except 0:
    """A vector of what lies in line; stored once if it is of the kind that is."""
    cdef Entry* entry = NULL
    cdef Py_ssize_t size = count * width
    if what:
        entry = find(w, what, packed, size)
        if entry.offset:
            return entry.offset
    expect_room(w, size, LARGEST)
    prepare(w, 4, size)
    prepare(w, alignment, size)
    put(w, packed, size)
    put_u32(w, <uint32_t>count)
    if what:
        keep(w, entry, what, <uint32_t>w.size - 4, size, <uint32_t>w.size)
    return <uint32_t>w.size


cdef uint32_t write_offsets(Out* w, size_t offsets, Py_ssize_t count, size_t align) except 0:
    """A vector of offsets, which are given back."""
    cdef bint shared = w.sharing and 0 < count <= LONGEST and align == 1
    cdef Entry* entry = NULL
    cdef Py_ssize_t at
    if shared:
        entry = find(w, SOME_OFFSETS, w.scratch + offsets, 4 * count)
        if entry.offset:
            w.scratch_size = offsets
            return entry.offset
    expect_room(w, 4 * count, LARGEST)
    prepare(w, max(4, align), 4 * count)
    for at in range(count - 1, -1, -1):
        put_u32(w, <uint32_t>w.size - w.scratch[offsets + at] + 4)
    put_u32(w, <uint32_t>count)
    if shared:
        keep(w, entry, SOME_OFFSETS, keep_key(w, w.scratch + offsets, 4 * count), 4 * count, <uint32_t>w.size)
    w.scratch_size = offsets
    return <uint32_t>w.size


cdef uint32_t end_table(Out* w, size_t slots, int count, uint32_t before) except 0:
    """The offset of the vtable, and the vtable, unless it is there already."""
    cdef uint32_t start, at
    cdef uint32_t* recent
    cdef uint32_t* places
    cdef uint16_t* vtable
    cdef size_t scratch
    cdef size_t size
    cdef Entry* entry
    prepare(w, 4, 4)
    put_u32(w, 0)
    start = <uint32_t>w.size
    scratch = reserve(w, count // 2 + 2)
    places = w.scratch + slots
    vtable = <uint16_t*>(w.scratch + scratch)
    while count and places[count - 1] == 0:
        count -= 1
    size = 2 * (count + 2)
    if start - before > 0xFFFF or size > 0xFFFF:
        raise Rejected
    vtable[0] = <uint16_t>size
    vtable[1] = <uint16_t>(start - before)
    for at in range(<uint32_t>count):
        vtable[at + 2] = <uint16_t>(start - places[at]) if places[at] else 0
    recent = &w.recent[(vtable[0] // 2 + vtable[1]) & (RECENT - 1)]
    if recent[0] < size or memcmp(w.data + w.room - recent[0], vtable, size):  # which begins with its size
        entry = find(w, A_VTABLE, vtable, size)
        if entry.offset == 0:
            prepare(w, 2, size)
            put(w, vtable, size)
            keep(w, entry, A_VTABLE, <uint32_t>w.size, size, <uint32_t>w.size)
        recent[0] = entry.offset
    at = recent[0] - start  # signed; written as what it is modulo 2**32
    memcpy(w.data + w.room - start, &at, 4)
    return start
