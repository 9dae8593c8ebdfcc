# Part of native_pages.pyx: blocks of Snappy and LZ4 that come in parts, so that nobody has to hold all of a large one beside what is in it.

cdef enum:  # where in an element of a block a part may end
    AT_TAG  # of Snappy, and the token of LZ4
    IN_LITERAL_LENGTH
    IN_LITERALS
    AT_OFFSET
    IN_MATCH_LENGTH


cdef class BlockParts:
    """`room` is memory that may be written, as large as what comes out of the whole block."""

    cdef Py_buffer room
    cdef bint is_held, is_snappy, has_ended
    cdef uint8_t* out
    cdef uint8_t* full
    cdef int64_t length, offset
    cdef int where, token

    def __cinit__(self, room, bint is_snappy):
        PyObject_GetBuffer(room, &self.room, PyBUF_WRITABLE)
        self.is_held = True
        self.is_snappy = is_snappy
        self.out = <uint8_t*> self.room.buf
        self.full = self.out + self.room.len
        self.where = AT_TAG

    def __dealloc__(self):
        if self.is_held:
            PyBuffer_Release(&self.room)

    @property
    def is_whole(self):
        """Whether the block has ended, and filled the room."""
        return self.out == self.full and self.where == AT_TAG and (self.is_snappy or self.has_ended)

    def add(self, part, int64_t left):
        """How many bytes of the part are used, -1 where the block is damaged; those left over belong in front of the next. `left` bytes of
        the block lie behind the part. What Snappy begins with, its size, is not part of it."""
        cdef Lent lent = Lent(part)
        cdef const uint8_t* begin = <const uint8_t*> lent.view.buf
        cdef const uint8_t* at = begin
        cdef const uint8_t* end = begin + lent.view.len
        cdef bint is_sound
        with nogil:
            if self.is_snappy:
                is_sound = self._add_snappy(&at, end, left)
            else:
                is_sound = self._add_lz4(&at, end, left)
        return at - begin if is_sound else -1

    cdef void _copy_literals(self, const uint8_t** at, const uint8_t* end) noexcept nogil:
        """As many of them as there are."""
        cdef int64_t taken = min(self.length, end - at[0])
        memcpy(self.out, at[0], taken)
        at[0] += taken
        self.out += taken
        self.length -= taken

    cdef bint _repeat_match(self) noexcept nogil:
        if self.offset == 0 or self.offset > self.out - <uint8_t*> self.room.buf or self.length > self.full - self.out:
            return False
        if self.full - self.out - self.length <= AHEAD:
            _repeat(self.out, self.offset, self.length)
        elif self.offset < 16:
            _repeat_ahead(self.out, self.offset, self.length)
        elif self.length <= 64:
            _copy_ahead(self.out, self.out - self.offset, self.length)
        else:
            _copy_long(self.out, self.offset, self.length)
        self.out += self.length
        self.length = 0
        return True

    cdef bint _add_snappy(self, const uint8_t** at, const uint8_t* end, int64_t left) noexcept nogil:
        cdef uint32_t said, behind, rest
        while at[0] < end:
            if self.where == IN_LITERALS:
                self._copy_literals(at, end)
                if self.length:
                    return True
                self.where = AT_TAG
                continue
            said = SNAPPY_TAGS[at[0][0]]
            self.offset = SNAPPY_OFFSETS[at[0][0]]
            behind = said >> BEHIND & 7
            self.length = said & 0xFF
            if said & IS_LITERAL and said & IS_RARE:
                behind = <uint32_t> self.length - 60
            if <int64_t> behind >= end - at[0]:
                return left > 0
            rest = 0
            memcpy(&rest, at[0] + 1, behind)
            at[0] += 1 + behind
            if said & IS_LITERAL:
                if said & IS_RARE:
                    self.length = <int64_t> rest + 1
                if self.length > self.full - self.out or self.length > end - at[0] + left:
                    return False
                if self.length <= 64 and end - at[0] > AHEAD and self.full - self.out > AHEAD:
                    _copy_ahead(self.out, at[0], self.length)
                    at[0] += self.length
                    self.out += self.length
                else:
                    self.where = IN_LITERALS
            else:
                self.offset += rest
                if not self._repeat_match():
                    return False
        return True

    cdef bint _add_lz4(self, const uint8_t** at, const uint8_t* end, int64_t left) noexcept nogil:
        cdef int more
        while at[0] < end:
            if self.where == AT_TAG:
                self.token = at[0][0]
                at[0] += 1
                self.length = self.token >> 4
                self.where = IN_LITERAL_LENGTH if self.length == 15 else IN_LITERALS
            elif self.where == IN_LITERAL_LENGTH or self.where == IN_MATCH_LENGTH:
                more = at[0][0]
                at[0] += 1
                self.length += more
                if more == 255:
                    continue
                if self.where == IN_LITERAL_LENGTH:
                    self.where = IN_LITERALS
                elif not self._end_match():
                    return False
            elif self.where == AT_OFFSET:
                if end - at[0] + left < LAST_SEQUENCES or self.full - self.out < LAST_MATCH:
                    return False
                if end - at[0] < 2:
                    return True
                self.offset = at[0][0] | at[0][1] << 8
                at[0] += 2
                self.length = self.token & 15
                if self.length == 15:
                    self.where = IN_MATCH_LENGTH
                elif not self._end_match():
                    return False
                continue
            if self.where == IN_LITERALS:
                if self.length > self.full - self.out or self.length > end - at[0] + left:
                    return False
                self._copy_literals(at, end)
                if self.length:
                    return True
                self.where = AT_OFFSET
                if at[0] == end and left == 0:
                    self.has_ended = True
                    self.where = AT_TAG
        return True

    cdef bint _end_match(self) noexcept nogil:
        self.length += FEWEST_MATCHED
        self.where = AT_TAG
        return self.length <= self.full - self.out - LAST_LITERALS and self._repeat_match()
