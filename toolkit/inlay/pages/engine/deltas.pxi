# Part of native_pieces.pyx: numbers in DELTA_BINARY_PACKED (Encodings.md, "Delta Encoding"), some at a time.

cdef struct Deltas:
    const uint8_t* at  # behind the miniblock that is read
    const uint8_t* end
    const uint8_t* widths  # of the miniblocks of a block
    const uint8_t* packed  # the miniblock that is read
    int64_t bit  # of it, at which the next delta begins
    int64_t miniblocks  # of a block
    int64_t size  # of a miniblock, in values
    int64_t next_miniblock
    int64_t left_in_it
    int64_t total
    int64_t left  # values that are not read
    uint64_t least  # delta of a block
    uint64_t value  # that was read last, or the first
    int widest  # bits of a delta


cdef bint _read_varint(const uint8_t** at, const uint8_t* end, uint64_t* number) noexcept nogil:
    cdef int shift = 0
    cdef uint8_t byte
    number[0] = 0
    while at[0] < end and shift < 64:
        byte = at[0][0]
        at[0] += 1
        number[0] |= <uint64_t> (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return True
    return False


cdef bint _read_zigzag(const uint8_t** at, const uint8_t* end, uint64_t* number) noexcept nogil:
    cdef uint64_t read = 0
    if not _read_varint(at, end, &read):
        return False
    number[0] = (read >> 1) ^ (0 - (read & 1))
    return True


cdef bint _open_deltas(Deltas* deltas, const uint8_t* at, const uint8_t* end, int widest) noexcept nogil:
    """Whether a header is there that makes sense."""
    cdef uint64_t block = 0, miniblocks = 0, total = 0
    deltas.at, deltas.end, deltas.widest = at, end, widest
    if not (_read_varint(&deltas.at, end, &block) and _read_varint(&deltas.at, end, &miniblocks)):
        return False
    if not (_read_varint(&deltas.at, end, &total) and _read_zigzag(&deltas.at, end, &deltas.value)):
        return False
    if miniblocks == 0 or block == 0 or block > 1 << 30 or block % miniblocks or block // miniblocks % 32:
        return False
    if total > <uint64_t> 1 << 40:
        return False
    deltas.miniblocks = deltas.next_miniblock = miniblocks
    deltas.size = block // miniblocks
    deltas.total = deltas.left = total
    deltas.left_in_it = 0
    return True


cdef bint _open_miniblock(Deltas* deltas) noexcept nogil:
    cdef int64_t size
    if deltas.next_miniblock == deltas.miniblocks:
        if not _read_zigzag(&deltas.at, deltas.end, &deltas.least) or deltas.end - deltas.at < deltas.miniblocks:
            return False
        deltas.widths = deltas.at
        deltas.at += deltas.miniblocks
        deltas.next_miniblock = 0
    if deltas.widths[deltas.next_miniblock] > deltas.widest:
        return False
    size = deltas.size * deltas.widths[deltas.next_miniblock] // 8
    if size > deltas.end - deltas.at:
        return False
    deltas.packed = deltas.at
    deltas.bit = 0
    deltas.at += size
    deltas.next_miniblock += 1
    deltas.left_in_it = deltas.size
    return True


cdef inline bint _read_next(Deltas* deltas, uint64_t* number) noexcept nogil:
    cdef uint64_t word = 0
    cdef const uint8_t* at
    cdef int width, shift
    if deltas.left == 0:
        return False
    if deltas.left < deltas.total:  # it is not the first, which is in the header
        if deltas.left_in_it == 0 and not _open_miniblock(deltas):
            return False
        width = deltas.widths[deltas.next_miniblock - 1]
        if width:
            at = deltas.packed + (deltas.bit >> 3)
            shift = deltas.bit & 7
            memcpy(&word, at, min(8, deltas.end - at))
            word >>= shift
            if shift + width > 64:
                word |= <uint64_t> at[8] << (64 - shift)
            if width < 64:
                word &= (<uint64_t> 1 << width) - 1
            deltas.bit += width
        deltas.left_in_it -= 1
        deltas.value += deltas.least + word
    deltas.left -= 1
    number[0] = deltas.value
    return True


cdef const uint8_t* _find_end_of_deltas(Deltas deltas) noexcept nogil:
    """Where the bytes of all numbers end, of which none is read yet; NULL where they end before."""
    cdef int64_t left = deltas.left - 1
    while left > 0:
        if not _open_miniblock(&deltas):
            return NULL
        left -= deltas.size
    return deltas.at


cdef class NumberPieces:
    """Numbers of `width` bytes."""

    cdef Lent lent
    cdef Deltas deltas
    cdef int width
    cdef bint is_sound

    def __cinit__(self, data, int width):
        self.lent = Lent(data)
        self.width = width
        cdef const uint8_t* at = <const uint8_t*> self.lent.view.buf
        self.is_sound = _open_deltas(&self.deltas, at, at + self.lent.view.len, 8 * width)

    @property
    def total(self):
        """How many there are; -1 where the page does not say it."""
        return self.deltas.total if self.is_sound else -1

    def fill(self, room, int64_t count):
        """Whether the next are there."""
        cdef Py_buffer view
        cdef uint8_t* out
        cdef int64_t done = 0
        cdef uint64_t number = 0
        if not self.is_sound:
            return False
        PyObject_GetBuffer(room, &view, PyBUF_WRITABLE)
        if view.len >= count * self.width:
            out = <uint8_t*> view.buf
            with nogil:
                while done < count and _read_next(&self.deltas, &number):
                    memcpy(out, &number, self.width)
                    out += self.width
                    done += 1
        PyBuffer_Release(&view)
        return done == count


cdef class TextPieces:
    """Byte arrays in DELTA_LENGTH_BYTE_ARRAY, or, as these with the beginnings that they share, in DELTA_BYTE_ARRAY; all of `width` bytes, or
    of any where it is 0."""

    cdef Lent lent
    cdef Deltas prefixes, suffixes
    cdef const uint8_t* at
    cdef const uint8_t* end
    cdef uint8_t* last
    cdef int64_t last_size, last_room, width
    cdef bint is_sound, has_prefixes

    def __cinit__(self, data, bint has_prefixes, int64_t width):
        self.lent = Lent(data)
        self.at = <const uint8_t*> self.lent.view.buf
        self.end = self.at + self.lent.view.len
        self.has_prefixes = has_prefixes
        self.width = width
        self.is_sound = self._open()

    def __dealloc__(self):
        free(self.last)

    cdef bint _open(self) noexcept nogil:
        if self.has_prefixes:
            if not _open_deltas(&self.prefixes, self.at, self.end, 32):
                return False
            self.at = _find_end_of_deltas(self.prefixes)
            if self.at == NULL:
                return False
        if not _open_deltas(&self.suffixes, self.at, self.end, 32):
            return False
        self.at = _find_end_of_deltas(self.suffixes)
        return self.at != NULL and not (self.has_prefixes and self.prefixes.total != self.suffixes.total)

    @property
    def total(self):
        """How many there are; -1 where the page does not say it."""
        return self.suffixes.total if self.is_sound else -1

    def measure(self, int64_t most, int64_t most_bytes):
        """How many may be next, one at least, and their bytes; -1 where they are damaged."""
        cdef Deltas prefixes = self.prefixes, suffixes = self.suffixes
        cdef int64_t count = 0, size = 0, last = self.last_size, length = 0, shared = 0
        cdef int64_t left = self.end - self.at
        with nogil:
            while count < most and suffixes.left and (count == 0 or size < most_bytes):
                if not self._read_lengths(&prefixes, &suffixes, last, left, &shared, &length):
                    count = -1
                    break
                left -= length
                last = shared + length
                size += last
                count += 1
        return count, size

    cdef inline bint _read_lengths(
        self, Deltas* prefixes, Deltas* suffixes, int64_t last, int64_t left, int64_t* shared, int64_t* length
    ) noexcept nogil:
        cdef uint64_t number = 0
        if not _read_next(suffixes, &number):
            return False
        length[0] = <int32_t> <uint32_t> number
        if self.has_prefixes:
            if not _read_next(prefixes, &number):
                return False
            shared[0] = <int32_t> <uint32_t> number
        if not (0 <= length[0] <= left and 0 <= shared[0] <= last):
            return False
        return self.width == 0 or shared[0] + length[0] == self.width

    def fill(self, offsets, data, int64_t count):
        """Those that were measured: the ends of all, behind a zero, and their bytes."""
        cdef Py_buffer ends, room
        cdef bint is_filled = False
        PyObject_GetBuffer(offsets, &ends, PyBUF_WRITABLE)
        PyObject_GetBuffer(data, &room, PyBUF_WRITABLE)
        if ends.len >= 4 * (count + 1):
            with nogil:
                is_filled = self._fill(<int32_t*> ends.buf, <uint8_t*> room.buf, room.len, count)
        PyBuffer_Release(&ends)
        PyBuffer_Release(&room)
        return is_filled

    cdef bint _fill(self, int32_t* ends, uint8_t* out, int64_t room, int64_t count) noexcept nogil:
        cdef uint8_t* begin = out
        cdef const uint8_t* last = self.last
        cdef int64_t done, length = 0, shared = 0, size = self.last_size
        cdef void* grown
        ends[0] = 0
        for done in range(count):
            if not self._read_lengths(&self.prefixes, &self.suffixes, size, self.end - self.at, &shared, &length):
                return False
            if shared + length > room - (out - begin):
                return False
            if shared:
                memcpy(out, last, shared)
            memcpy(out + shared, self.at, length)
            self.at += length
            last = out
            size = shared + length
            out += size
            ends[done + 1] = <int32_t> (out - begin)
        if size > self.last_room:
            grown = realloc(self.last, size)
            if grown == NULL:
                return False
            self.last = <uint8_t*> grown
            self.last_room = size
        if count and size:
            memcpy(self.last, last, size)
        self.last_size = size
        return True
