# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The first bytes of a ZSTD frame, without those behind them (RFC 8878): see `inlay.pages.engine.page_starts`.

A library gives a block of 128 KiB as a whole. Levels are a few hundred bytes of it, so here literals are decoded one by one when a
sequence asks for them, and nothing is once there is enough. Nor is all of a block read: streams of bits are read from their end, so its
first bytes come of four pieces: its heads, the end of the first stream of literals, the tables of its sequences, and its end. How much of
each they take shows afterwards, so what the page before took comes first, then more of the piece that ends too soon, and the block at last.

Every span is checked before it is read. What is not needed is not looked at. No error is worded here: a frame that is not understood goes
to pyarrow's codec, and so does one with a dictionary.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from inlay_runtime.native.packed cimport Lent

cdef enum:
    MAGIC = 0xFD2FB528
    LARGEST_BLOCK = 128 * 1024
    LONGEST_HEAD = 18  # bytes of the head of a frame (3.1.1)
    BLOCK_HEAD = 3
    JUMPS = 6  # bytes that say where each of four streams ends (3.1.1.3.1.6)
    LONGEST_HEADS = BLOCK_HEAD + 5 + 129 + JUMPS  # of a block, up to its first stream of literals
    MORE_HEADS = 16
    USUAL_TABLES = 96  # bytes that the sequences of a block begin with, where none was seen
    MOST_PIECES = 7  # heads, the ends of four streams, and the tables and the end of sequences
    FEWEST = 2  # bytes of a piece beyond those that are expected, and of the block
    NEAR = 256  # part of a block that is read between two pieces rather than to ask again
    SPARE = 1024  # a part, but no more than
    MOST = 128
    UNIT = 1024  # of what bytes took
    SMALL = 256  # bytes of a block: few are smaller
    MOST_SMALL = 64
    LARGEST_HUFFMAN = 11  # bits of a code of a literal (4.2.1)
    MOST_WEIGHTS = 256
    NO_TABLE = -1  # the bits of a table that no block has given yet

cdef enum:  # a block, a literals section (3.1.1.2.2, 3.1.1.3.1.1)
    RAW
    REPEATED
    COMPRESSED
    WITH_LAST_TABLE

cdef enum:  # the codes of a sequence, in the order of their modes (3.1.1.3.2.1)
    LITERALS
    OFFSETS
    MATCHES

cdef struct Cell:  # of a table of states
    uint16_t base
    uint8_t symbol
    uint8_t bits

cdef struct Code:  # of a literal
    uint8_t symbol
    uint8_t bits

cdef struct States:
    int log
    Cell cells[512]

cdef struct Piece:  # bytes of a page that were read: those from `start` to `end`
    const uint8_t* bytes
    int64_t start
    int64_t end

cdef struct Span:
    int64_t start
    int64_t end

cdef struct Taken:  # bytes of a block: its heads and those of a frame before them, tables of sequences, the ends of streams
    int64_t heads
    int64_t tables
    int64_t literals
    int64_t sequences

cdef struct Backward:  # a stream of bits that is read from its end: `left` are before the place
    const uint8_t* begin
    const uint8_t* limit
    int64_t left
    bint is_cut  # whether there are more before `begin`, which were not read

cdef struct Forward:
    const uint8_t* begin
    const uint8_t* limit
    int64_t at

cdef struct LiteralsHead:
    int kind
    int streams
    int64_t size  # of the head
    int64_t packed  # bytes behind it
    int64_t literals

cdef struct Section:  # the literals of a block that no sequence has asked for yet
    int kind
    const uint8_t* begin
    const uint8_t* at
    const uint8_t* limit
    int64_t left
    Backward bits
    int64_t ends[5]  # of each stream; before them, where the first begins
    int64_t stream_left[4]
    int stream
    int streams

cdef enum:  # what was read of a block ends too soon
    IN_NONE
    IN_LITERALS
    IN_TABLES
    IN_SEQUENCES

cdef enum:
    MOST_LOOKS = 8  # at parts of a block

cdef struct Frame:
    Code codes[2048]
    int code_log
    States states[3]
    Section literals
    Backward sequences  # where the last one that was asked for ends
    int64_t tables  # bytes before them
    int ends_in
    int64_t offsets[3]
    Piece pieces[MOST_PIECES]
    int held
    uint8_t* begin
    uint8_t* out
    uint8_t* full

# Of the head of literals by its form: how many bytes it is, and how many bits a size has (3.1.1.3.1.1).
cdef int[4] PLAIN_HEADS = [1, 2, 1, 3]
cdef int[4] PLAIN_SIZES = [5, 12, 5, 20]
cdef int[4] PACKED_HEADS = [3, 3, 4, 5]
cdef int[4] PACKED_SIZES = [10, 10, 14, 18]
# What a code stands for, and how many bits are added to it (3.1.1.3.2.1.1).
cdef uint32_t LITERAL_BASES[36]
cdef uint8_t LITERAL_BITS[36]
cdef uint32_t MATCH_BASES[53]
cdef uint8_t MATCH_BITS[53]
# The tables that no block has to give (3.1.1.3.2.2).
cdef int16_t USUAL_LITERALS[36]
cdef int16_t USUAL_OFFSETS[29]
cdef int16_t USUAL_MATCHES[53]


cdef void _fill_tables():
    cdef int index
    cdef uint32_t base
    base = 0
    for index, bits in enumerate([0] * 16 + [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]):
        LITERAL_BASES[index] = base
        LITERAL_BITS[index] = bits
        base += <uint32_t> 1 << <int> bits
    base = 3
    for index, bits in enumerate([0] * 32 + [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]):
        MATCH_BASES[index] = base
        MATCH_BITS[index] = bits
        base += <uint32_t> 1 << <int> bits
    for index, share in enumerate([4, 3] + [2] * 11 + [1] * 3 + [2] * 9 + [3, 2] + [1] * 5 + [-1] * 4):
        USUAL_LITERALS[index] = share
    for index, share in enumerate([1] * 6 + [2] * 3 + [1] * 15 + [-1] * 5):
        USUAL_OFFSETS[index] = share
    for index, share in enumerate([1, 4, 3] + [2] * 6 + [1] * 37 + [-1] * 7):
        USUAL_MATCHES[index] = share


_fill_tables()


include "highest_bit.pxi"


cdef inline uint64_t _load(const uint8_t* at, const uint8_t* limit) noexcept nogil:
    """Eight bytes, of which those behind the limit are zero."""
    cdef uint64_t word = 0
    if limit - at >= 8:
        memcpy(&word, at, 8)
    elif limit > at:
        memcpy(&word, at, limit - at)
    return word


cdef inline uint32_t _take_forward(Forward* stream, int bits) noexcept nogil:
    """What lies behind the end is zero; the place tells."""
    cdef uint64_t word = _load(stream.begin + (stream.at >> 3), stream.limit) >> (stream.at & 7)
    stream.at += bits
    return word & ((<uint64_t> 1 << bits) - 1)


cdef inline bint _open(Backward* stream, const uint8_t* begin, int64_t size) noexcept nogil:
    """The highest one of the last byte marks the end."""
    if size <= 0 or begin[size - 1] == 0:
        return False
    stream.begin = begin
    stream.limit = begin + size
    stream.left = 8 * (size - 1) + highest_bit(begin[size - 1])
    stream.is_cut = False
    return True


cdef inline const Piece* _find_piece(const Frame* frame, int64_t at) noexcept nogil:
    """That which has the byte at a place of the page; NULL where it was not read."""
    cdef int index
    for index in range(frame.held):
        if frame.pieces[index].start <= at < frame.pieces[index].end:
            return &frame.pieces[index]
    return NULL


cdef bint _open_held(Backward* stream, const Frame* frame, int64_t begin, int64_t end) noexcept nogil:
    """Of what lies there, as much as was read. Whoever takes more has less than nothing left: a code is known by its own bits alone."""
    cdef const Piece* piece = _find_piece(frame, end - 1)
    cdef int64_t first
    if begin >= end or piece == NULL:
        return False
    first = max(begin, piece.start)
    if not _open(stream, piece.bytes + (first - piece.start), end - first):
        return False
    stream.is_cut = first > begin
    return True


cdef inline bint _is_used_up(const Backward* stream) noexcept nogil:
    return stream.left == 0 and not stream.is_cut


cdef inline uint64_t _peek(Backward* stream, int bits) noexcept nogil:
    """Up to 56 bits before the place; those before the beginning are zero."""
    cdef int64_t place = stream.left - bits
    cdef uint64_t mask = (<uint64_t> 1 << bits) - 1
    if place >= 0:
        return _load(stream.begin + (place >> 3), stream.limit) >> (place & 7) & mask
    if stream.left <= 0:
        return 0
    return (_load(stream.begin, stream.limit) & ((<uint64_t> 1 << stream.left) - 1)) << -place


cdef inline uint64_t _take(Backward* stream, int bits) noexcept nogil:
    cdef uint64_t taken = _peek(stream, bits)
    stream.left -= bits
    return taken


include "zstd_tables.pxi"
include "zstd_blocks.pxi"


cdef const uint8_t* _pass_header(const uint8_t* at, const uint8_t* end, int64_t declared) noexcept nogil:
    """Where its first block begins; NULL where it has a dictionary, another size than declared, or is none (3.1.1.1)."""
    cdef uint32_t magic = <uint32_t> _load(at, end)
    cdef int described, size
    cdef uint64_t held
    if end - at < 6 or magic != <uint32_t> MAGIC:
        return NULL
    described = at[4]
    size = 1 << (described >> 6)
    if size == 1 and not described & 0x20:
        size = 0
    at += 5 + (0 if described & 0x20 else 1)
    if described & 0x0B or end - at < size:
        return NULL
    if size:
        held = _load(at, at + size) + (256 if size == 2 else 0)
        if held != <uint64_t> declared:
            return NULL
    return at + size


cdef void _reset(Frame* frame) noexcept nogil:
    """As a frame begins."""
    cdef int index
    frame.code_log = NO_TABLE
    for index in range(3):
        frame.states[index].log = NO_TABLE
    frame.offsets[0] = 1
    frame.offsets[1] = 4
    frame.offsets[2] = 8
    frame.out = frame.begin


include "zstd_pieces.pxi"


cdef class PageStarts:
    """Of the pages of a chunk, whose levels take about as much in one as in another. `gap` are bytes that take no longer than to ask again, of
    a large block, as a part of it, more."""

    cdef Frame frame, before
    cdef Taken taken
    cdef int64_t gap
    cdef list held  # what pieces are in

    def __init__(self, int64_t gap):
        self.gap = gap
        self.taken.heads = LONGEST_HEAD + LONGEST_HEADS

    def __call__(self, take, int64_t wanted, int64_t declared):
        """The first bytes of a page whose frame holds `declared`; None where it does not begin with so many.

        `take` gives bytes of the page by their offset and their number, fewer where it ends.
        """
        cdef Frame* frame = &self.frame
        cdef bytes start = PyBytes_FromStringAndSize(NULL, wanted)
        cdef const uint8_t* place
        cdef int64_t at, blocks = 0
        self._hold_first(take, 0, self.taken.heads)
        place = _pass_header(frame.pieces[0].bytes, frame.pieces[0].bytes + frame.pieces[0].end, declared)
        if place == NULL:
            return None
        at = place - frame.pieces[0].bytes
        frame.begin = <uint8_t*> PyBytes_AS_STRING(start)
        frame.full = frame.begin + wanted
        _reset(frame)
        while frame.out < frame.full and at > 0:
            blocks += 1
            if blocks > MOST_SMALL + (frame.out - frame.begin) // SMALL:
                return None
            if blocks > 1 and frame.pieces[0].end - at < LONGEST_HEADS:
                self._hold_first(take, at, at + LONGEST_HEADS)
            at = self._put_next(take, at)
            if at < 0:
                return None
        return start if frame.out == frame.full else None

    cdef int64_t _put_next(self, take, int64_t at) except -2:
        """The block whose heads are there; where it ends, 0 for the last one, -1 for what is damaged."""
        cdef Frame* frame = &self.frame
        cdef Piece* piece = &frame.pieces[0]
        cdef const uint8_t* place
        cdef uint32_t head
        cdef int kind
        cdef int64_t size, count, end
        if piece.end - at < BLOCK_HEAD:
            return -1
        place = piece.bytes + (at - piece.start)
        head = <uint32_t> _load(place, place + BLOCK_HEAD)
        kind = head >> 1 & 3
        size = head >> 3
        at += BLOCK_HEAD
        end = at + (1 if kind == REPEATED else size)
        if size > LARGEST_BLOCK:
            return -1
        if kind == COMPRESSED:
            if not self._put_compressed(take, at, end):
                return -1
        elif kind == RAW or kind == REPEATED:
            size = min(size, frame.full - frame.out)
            count = size if kind == RAW else 1
            if at + count > piece.end:
                self._hold_first(take, piece.start, at + count)
            if at + count > piece.end:
                return -1
            place = piece.bytes + (at - piece.start)
            if kind == RAW:
                memcpy(frame.out, place, size)
            else:
                memset(frame.out, place[0], size)
            frame.out += size
        else:
            return -1
        return 0 if head & 1 else end

    cdef bint _put_compressed(self, take, int64_t at, int64_t end) except -1:
        """Of what the page before took, or of more, or of all of it."""
        cdef Frame* frame = &self.frame
        cdef Span[MOST_PIECES] spans
        cdef Taken most
        cdef uint8_t* out = frame.out
        cdef int64_t wanted = frame.full - out, start = frame.pieces[0].start
        cdef int64_t spare = FEWEST + min(MOST, (end - at) // SPARE), gap = max(self.gap, (end - at) // NEAR)
        cdef int look, count, index
        cdef bint is_put, is_part = True
        self.before = frame[0]
        _expect(&most, &self.taken, wanted, spare)
        for look in range(MOST_LOOKS + 1):
            count = 0
            if is_part:
                count = _plan_pieces(spans, &frame.pieces[0], at, end, wanted, &most, gap)
                while count == 0 and frame.pieces[0].end < min(end, at + LONGEST_HEADS) and self._lengthen_first(take, start):
                    self.before = frame[0]
                    count = _plan_pieces(spans, &frame.pieces[0], at, end, wanted, &most, gap)
            if count == 0:
                spans[0].end = end
            if spans[0].end > frame.pieces[0].end:
                self._hold_first(take, start, spans[0].end)
            for index in range(1, count):
                self._hold(take, spans[index].start, spans[index].end)
            frame.sequences.limit = NULL
            frame.ends_in = IN_NONE
            with nogil:
                is_put = _put_block(frame, at, end)
            if is_put:
                _measure_taken(&self.taken, frame, frame.out - out)
                if count > 0 and start == 0:
                    self.taken.heads = max(most.heads + FEWEST, <int64_t> LONGEST_HEAD + BLOCK_HEAD)
                return True
            if spans[0].end >= end:
                return False
            is_part = _expect_more(&most, frame.ends_in, look) and look + 1 < MOST_LOOKS
            frame[0] = self.before
            self._hold_first(take, start, self.before.pieces[0].end)
        return False

    cdef bint _lengthen_first(self, take, int64_t start) except -1:
        """False where the page ends with it."""
        cdef int64_t end = self.frame.pieces[0].end
        self._hold_first(take, start, end + MORE_HEADS)
        return self.frame.pieces[0].end > end

    cdef bint _hold_first(self, take, int64_t start, int64_t end) except -1:
        """And lets go of others."""
        self.frame.held = 0
        self.held = []
        return self._hold(take, start, end)

    cdef bint _hold(self, take, int64_t start, int64_t end) except -1:
        cdef Lent lent = Lent(take(start, end - start))
        cdef Piece* piece = &self.frame.pieces[self.frame.held]
        piece.bytes = <const uint8_t*> lent.view.buf
        piece.start = start
        piece.end = start + min(<int64_t> lent.view.len, end - start)
        self.frame.held += 1
        self.held.append(lent)
        return True
