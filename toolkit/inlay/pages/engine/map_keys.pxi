# Part of native_pages.pyx: keys that a map has twice. `map_keys.py` says what for.

cdef enum:
    _NOWHERE = -1
    _UNREAD = -2
    _NO_ROOM = -3
    FEW = 16  # keys of a map that are compared one by one
    MOST_ENTRIES = 1 << 22  # of a page: for each, levels take 8 bytes of room


cdef class MapKeys:
    """The keys of the map that the last page ended in, by their hashes."""

    cdef uint64_t[FEW] few
    cdef int64_t held
    cdef bint has_many
    cdef DistinctHashes many

    def __cinit__(self, uint64_t multiplier, int64_t most):
        self.held, self.has_many = 0, False
        self.many = DistinctHashes(0, 0, multiplier, most)

    def forget(self):
        """The next entry begins a map."""
        self.held, self.has_many = 0, False

    def find(
        self,
        repetition,
        uint32_t most_repetition,
        definition,
        uint32_t most_definition,
        int64_t entries,
        values,
        offsets,
        indexes,
        int64_t width,
        int64_t first,
        int64_t count,
    ):
        """Of a page, the place among its `count` values of the first key that its map has before it, and how many rows have begun by then;
        -1 without one. None for levels that are not read here. Values are as `find_absent` takes them, or those of a dictionary by
        `indexes`, and begin at `first`."""
        cdef Lent data = Lent(values), places = Lent(offsets if offsets is not None else b"")
        cdef Lent chosen = Lent(indexes if indexes is not None else b"")
        cdef Lent repeated = Lent(repetition), defined = Lent(definition)
        cdef const uint8_t* at = begin_of(data)
        cdef const int32_t* ends = NULL if offsets is None else <const int32_t*> places.view.buf
        cdef const int32_t* numbers = NULL if indexes is None else <const int32_t*> chosen.view.buf
        cdef int64_t room = data.view.len // max(width, 1) if offsets is None else places.view.len // 4 - 1
        cdef int64_t those = room if indexes is None else chosen.view.len // 4
        cdef const uint8_t* repetitions = begin_of(repeated)
        cdef const uint8_t* definitions = begin_of(defined)
        cdef uint32_t* levels
        cdef uint64_t* hashes = NULL
        cdef int64_t rows = 0, found, entry
        if first < 0 or count < 0 or first + count > those:
            raise IndexError(first)
        if offsets is None and width < 1:
            raise ValueError(width)
        if not 0 <= entries <= MOST_ENTRIES:
            return None
        levels = <uint32_t*> malloc(max(entries, 1) * 8)
        if levels == NULL:
            raise MemoryError()
        with nogil:
            found = _UNREAD
            if numbers != NULL and room < count:
                hashes = <uint64_t*> malloc(max(room, 1) * 8)  # without it, each is hashed as often as it is there
            if hashes != NULL:
                for entry in range(room):
                    hashes[entry] = _hash_one(at, ends, width, entry)
            if _read_levels(repetitions, repeated.view.len, most_repetition, levels, entries):
                if _read_levels(definitions, defined.view.len, most_definition, levels + entries, entries):
                    found = self._find(
                        levels, most_repetition, most_definition, entries, at, ends, numbers, hashes, width, room, first, count, &rows
                    )
            free(levels)
            free(hashes)
        if found == _NO_ROOM:
            raise MemoryError()
        return None if found == _UNREAD else (found, rows)

    cdef int64_t _find(
        self,
        const uint32_t* levels,
        uint32_t most_repetition,
        uint32_t most_definition,
        int64_t entries,
        const uint8_t* values,
        const int32_t* ends,
        const int32_t* numbers,
        const uint64_t* hashes,
        int64_t width,
        int64_t room,
        int64_t first,
        int64_t count,
        int64_t* rows,
    ) noexcept nogil:
        cdef int64_t entry, number = 0, place
        cdef uint64_t hashed
        cdef int is_new
        for entry in range(entries):
            rows[0] += levels[entry] == 0
            if levels[entry] < most_repetition:
                self.held, self.has_many = 0, False
            if levels[entries + entry] != most_definition:
                continue
            if number == count:
                return _UNREAD
            place = first + number if numbers == NULL else numbers[first + number]
            if not 0 <= place < room:
                return _UNREAD
            hashed = hashes[place] if hashes != NULL else _hash_one(values, ends, width, place)
            is_new = self._put(hashed)
            if is_new < 0:
                return _NO_ROOM
            if not is_new:
                self.held, self.has_many = 0, False
                return number
            number += 1
        return _NOWHERE

    cdef int _put(self, uint64_t hashed) noexcept nogil:
        """Whether it is new; -1 where there is no memory. Of a map with more than `most` keys, some are not held, and are new."""
        cdef int64_t at
        if self.has_many:
            return self.many.put(hashed)
        for at in range(self.held):
            if self.few[at] == hashed:
                return False
        if self.held < FEW:
            self.few[self.held] = hashed
            self.held += 1
            return True
        self.has_many = True
        if not self.many.clear():
            return -1
        for at in range(FEW):
            self.many.put(self.few[at])
        return self.many.put(hashed)


cdef inline uint64_t _hash_one(const uint8_t* values, const int32_t* ends, int64_t width, int64_t at) noexcept nogil:
    if ends != NULL:
        return _hash_of(values + ends[at], ends[at + 1] - ends[at])
    return _hash_of(values + width * at, width)


cdef bint _read_levels(
    const uint8_t* at, int64_t size, uint32_t most, uint32_t* out, int64_t count
) noexcept nogil:
    cdef Hybrid runs
    cdef int64_t highest
    runs.at, runs.end, runs.width = at, at + size, 0
    while most >> runs.width:
        runs.width += 1
    highest = _decode(&runs, out, count)
    return 0 <= highest <= most
