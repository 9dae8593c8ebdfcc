# Part of native_pages.pyx: distinct hashes in a room that does not grow beyond a number. `distinct_values.py` says what for.

cdef enum:
    FIRST_BITS = 10  # of the number of slots


cdef class DistinctHashes:
    """Those whose highest `bits` are `first`, multiplied. Of more than `most` the first half is kept, and `bits` is one more."""

    cdef uint64_t* slots  # open addressing; 0 is empty
    cdef int slot_bits
    cdef int64_t in_slots, most
    cdef bint has_zero
    cdef uint64_t first, multiplier
    cdef readonly int bits

    def __cinit__(self, int bits, uint64_t first, uint64_t multiplier, int64_t most):
        if not 0 <= bits < 64 or most < 1:
            raise ValueError(bits)
        self.bits, self.first, self.multiplier, self.most = bits, first, multiplier, most
        self.in_slots, self.has_zero = 0, False
        self.slots = NULL
        if not self._make(FIRST_BITS):
            raise MemoryError()

    def __dealloc__(self):
        free(self.slots)

    @property
    def count(self):
        return self.in_slots + self.has_zero

    def add(self, values, offsets, int64_t width, int64_t first, int64_t count):
        """So many values, as `find_absent` takes them."""
        cdef Lent data = Lent(values), places = Lent(offsets if offsets is not None else b"")
        cdef const uint8_t* at = begin_of(data)
        cdef const int32_t* ends = NULL if offsets is None else <const int32_t*> places.view.buf
        cdef int64_t room = data.view.len // max(width, 1) if offsets is None else places.view.len // 4 - 1
        cdef bint is_done
        if first < 0 or count < 0 or first + count > room:
            raise IndexError(first)
        if offsets is None and width < 1:
            raise ValueError(width)
        with nogil:
            is_done = self._add(at, ends, width, first, count)
        if not is_done:
            raise MemoryError()

    cdef bint clear(self) noexcept nogil:
        """Of all that it has, and whether there is memory."""
        self.bits, self.first, self.has_zero = 0, 0, False
        free(self.slots)
        self.slots = NULL
        return self._make(FIRST_BITS)

    cdef int put(self, uint64_t hashed) noexcept nogil:
        """Whether a hash is new, or not in the part; -1 where there is no memory."""
        hashed *= self.multiplier
        if not self._is_in_part(hashed):
            return True
        if hashed == 0:
            if self.has_zero:
                return False
            self.has_zero = True
            return True
        if not self._put(hashed):
            return False
        return 1 if self._fit() else -1

    cdef bint _add(
        self, const uint8_t* values, const int32_t* ends, int64_t width, int64_t first, int64_t count
    ) noexcept nogil:
        cdef uint64_t[BATCH] numbers
        cdef uint64_t[BATCH] hashes
        cdef int64_t start = first, end = first + count, size, at
        cdef uint64_t hashed
        while start < end:
            size = min(<int64_t> BATCH, end - start)
            _hash_batch(values, ends, width, start, size, 1, numbers, hashes)
            for at in range(size):
                hashed = hashes[at] * self.multiplier
                if not self._is_in_part(hashed):
                    continue
                if hashed == 0:
                    self.has_zero = True
                elif self._put(hashed) and not self._fit():
                    return False
            start += size
        return True

    cdef inline bint _is_in_part(self, uint64_t hashed) noexcept nogil:
        return self.bits == 0 or hashed >> (64 - self.bits) == self.first

    cdef inline bint _put(self, uint64_t hashed) noexcept nogil:
        """Whether it is new."""
        cdef uint64_t mask = (<uint64_t> 1 << self.slot_bits) - 1
        cdef uint64_t slot = (hashed << self.bits) >> (64 - self.slot_bits)
        while self.slots[slot] != 0:
            if self.slots[slot] == hashed:
                return False
            slot = (slot + 1) & mask
        self.slots[slot] = hashed
        self.in_slots += 1
        return True

    cdef bint _fit(self) noexcept nogil:
        """At the most half of the slots are taken, for then few are looked at. False where there is no memory."""
        while self.in_slots + self.has_zero > self.most and self.bits < 63:
            self.bits += 1
            self.first *= 2
            if not self._make(self.slot_bits):
                return False
        if self.in_slots > <int64_t> 1 << (self.slot_bits - 1):
            return self._make(self.slot_bits + 1)
        return True

    cdef bint _make(self, int slot_bits) noexcept nogil:
        """New slots for those of the old ones that are in the part."""
        cdef uint64_t* old = self.slots
        cdef int64_t old_size = 0 if old == NULL else <int64_t> 1 << self.slot_bits, at
        cdef uint64_t* slots = <uint64_t*> calloc(<size_t> 1 << slot_bits, 8)
        if slots == NULL:
            return False
        self.slots, self.slot_bits, self.in_slots = slots, slot_bits, 0
        for at in range(old_size):
            if old[at] != 0 and self._is_in_part(old[at]):
                self._put(old[at])
        free(old)
        return True
