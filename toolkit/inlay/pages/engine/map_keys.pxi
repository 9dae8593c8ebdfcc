# Part of native_pages.pyx: keys that a map has twice. `map_keys.py` says what for.

cdef enum:
    _NOWHERE = -1
    _UNREAD = -2
    _NO_ROOM = -3
    FEW = 16  # keys of a map that are compared one by one


cdef struct LevelRuns:
    # `left` levels of the run whose bytes begin at `at`, where it is packed, and end before `next`
    const uint8_t* at
    const uint8_t* next
    const uint8_t* end
    int width
    bint is_packed
    int64_t left
    int64_t bit
    uint32_t value


cdef class MapKeys:
    """The keys of the map that the last values were in, by their hashes; and how far the levels of a page were gone over."""

    cdef uint64_t[FEW] few
    cdef int64_t held
    cdef bint has_many, is_at_value
    cdef DistinctHashes many
    cdef Lent repetition, definition
    cdef LevelRuns repetitions, definitions
    cdef uint32_t most_repetition, most_definition
    cdef int64_t entries, rows

    def __cinit__(self, uint64_t multiplier, int64_t most):
        self.held, self.has_many = 0, False
        self.many = DistinctHashes(0, 0, multiplier, most)
        self.begin(b"", 0, b"", 0, 0)

    def forget(self):
        """The next entry begins a map."""
        self.held, self.has_many = 0, False

    def begin(
        self, repetition, uint32_t most_repetition, definition, uint32_t most_definition, int64_t entries
    ):
        """A page, by its levels."""
        self.repetition, self.definition = Lent(repetition), Lent(definition)
        self.most_repetition, self.most_definition = most_repetition, most_definition
        _begin_levels(&self.repetitions, self.repetition, most_repetition)
        _begin_levels(&self.definitions, self.definition, most_definition)
        self.entries, self.rows, self.is_at_value = entries, 0, False

    def find(self, values, offsets, indexes, int64_t width, int64_t first, int64_t count):
        """Of the next `count` values of the page, the place of the first key that its map has before it, and how many rows of the page have
        begun by then; -1 without one. None for levels that are not read here. Values are as `find_absent` takes them, or those of a
        dictionary by `indexes`, and begin at `first`."""
        cdef Lent data = Lent(values), places = Lent(offsets if offsets is not None else b"")
        cdef Lent chosen = Lent(indexes if indexes is not None else b"")
        cdef const uint8_t* at = begin_of(data)
        cdef const int32_t* ends = NULL if offsets is None else <const int32_t*> places.view.buf
        cdef const int32_t* numbers = NULL if indexes is None else <const int32_t*> chosen.view.buf
        cdef int64_t room = data.view.len // max(width, 1) if offsets is None else places.view.len // 4 - 1
        cdef int64_t those = room if indexes is None else chosen.view.len // 4
        cdef uint64_t* hashes = NULL
        cdef int64_t found, entry
        if first < 0 or count < 0 or (count > 0 and first + count > those):
            raise IndexError(first)
        if offsets is None and width < 1:
            raise ValueError(width)
        with nogil:
            if numbers != NULL and room < count:
                hashes = <uint64_t*> malloc(max(room, 1) * 8)  # without it, each is hashed as often as it is there
            if hashes != NULL:
                for entry in range(room):
                    hashes[entry] = _hash_one(at, ends, width, entry)
            found = self._find(at, ends, numbers, hashes, width, room, first, count)
            free(hashes)
        if found == _NO_ROOM:
            raise MemoryError()
        return None if found == _UNREAD else (found, self.rows)

    cdef int64_t _find(
        self,
        const uint8_t* values,
        const int32_t* ends,
        const int32_t* numbers,
        const uint64_t* hashes,
        int64_t width,
        int64_t room,
        int64_t first,
        int64_t count,
    ) noexcept nogil:
        cdef int64_t number = 0, place, repetition, definition
        cdef uint64_t hashed
        cdef int is_new
        while self.is_at_value or self.entries > 0:
            if not self.is_at_value:
                repetition, definition = _next_level(&self.repetitions), _next_level(&self.definitions)
                if repetition < 0 or definition < 0:
                    return _UNREAD
                self.entries -= 1
                self.rows += repetition == 0
                if repetition < self.most_repetition:
                    self.held, self.has_many = 0, False
                if definition != self.most_definition:
                    continue
                self.is_at_value = True
            if number == count:
                return _NOWHERE
            self.is_at_value = False
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


cdef void _begin_levels(LevelRuns* runs, Lent levels, uint32_t most) noexcept:
    runs.at = runs.next = begin_of(levels)
    runs.end = runs.at + levels.view.len
    runs.width = 0
    while most >> runs.width:
        runs.width += 1
    runs.left = 0


cdef inline int64_t _next_level(LevelRuns* runs) noexcept nogil:
    """-1 where they are damaged or end before."""
    cdef uint64_t word = 0
    cdef int64_t byte, left
    if runs.width == 0:
        return 0
    if runs.left == 0 and not _begin_run(runs):
        return -1
    runs.left -= 1
    if not runs.is_packed:
        return runs.value
    byte = runs.bit >> 3
    left = runs.end - runs.at - byte
    if left >= 8:
        memcpy(&word, runs.at + byte, 8)
    elif (runs.bit & 7) + runs.width > 8 * left:
        return -1
    else:
        memcpy(&word, runs.at + byte, left)
    word >>= runs.bit & 7
    runs.bit += runs.width
    return word & ((<uint64_t> 1 << runs.width) - 1)


cdef bint _begin_run(LevelRuns* runs) noexcept nogil:
    cdef uint64_t header = 0
    cdef int64_t length, size = (runs.width + 7) // 8
    cdef int shift = 0
    cdef uint8_t byte
    while True:
        if runs.next == runs.end or shift == 7 * LONGEST_HEADER:
            return False
        byte = runs.next[0]
        runs.next += 1
        header |= <uint64_t> (byte & 0x7F) << shift
        if byte < 0x80:
            break
        shift += 7
    length = header >> 1
    runs.at, runs.bit = runs.next, 0
    runs.is_packed = header & 1
    if runs.is_packed:
        # Some writers leave out what the last group only pads.
        runs.left = 8 * length
        runs.next += min(length * runs.width, runs.end - runs.at)
        return length > 0
    if length == 0 or size > runs.end - runs.at:
        return False
    runs.left, runs.value = length, 0
    memcpy(&runs.value, runs.at, size)
    runs.next += size
    return True
