# Part of flat_writer.pyx: what is stored once.


cdef const uint8_t* key_of(Out* w, Entry* entry) noexcept:
    if entry.what == SOME_OFFSETS or entry.what == A_TABLE:
        return w.keys + entry.key
    return w.data + w.room - entry.key


cdef Entry* find(Out* w, int what, const void* key, size_t size) except NULL:
    """The entry of what has this key, or the free one where it belongs; its hash is set in both cases."""
    cdef uint64_t hash_ = INLAY_HASH(key, size) + <uint64_t>what * <uint64_t>0x9E3779B97F4A7C15
    cdef size_t at
    cdef Entry* entry
    if 2 * w.entry_count >= w.entry_room:
        rehash(w)
    at = hash_ & (w.entry_room - 1)
    while True:
        entry = &w.entries[at]
        if entry.offset == 0:
            entry.hash = hash_
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


cdef inline uint32_t keep(Out* w, Entry* entry, int what, uint32_t key, size_t size, uint32_t offset) noexcept:
    """Fills a free entry."""
    entry.what = what
    entry.key = key
    entry.size = <uint32_t>size
    entry.offset = offset
    w.entry_count += 1
    return offset


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
