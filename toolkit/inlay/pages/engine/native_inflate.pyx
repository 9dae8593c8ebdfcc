# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The first bytes of a stream of gzip or zlib, without those behind them (RFC 1950 to 1952): see `inlay.pages.engine.page_starts`.

zlib makes room for a window and tables for each page, and takes a third longer than this for the few bytes of levels. What comes out is kept
from its beginning, so it is its own window.

Every span is checked before it is read. No error is worded here: a stream that is not understood goes to zlib, and so does one with a
dictionary, or with names and checks in its head.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from inlay_runtime.native.packed cimport Lent

cdef enum:
    GZIP_HEAD = 10  # bytes (RFC 1952, 2.3)
    ZLIB_HEAD = 2  # (RFC 1950, 2.2)
    DEFLATE = 8
    LONGEST = 15  # bits of a code (RFC 1951, 3.2.7)
    SHORT = 10  # bits of a code that is looked up at once
    CELLS = 1 << SHORT
    MOST_SYMBOLS = 288
    LITERALS = 286  # symbols of bytes and lengths that mean something
    DISTANCES = 30
    LENGTHS_OF_CODES = 19
    END_OF_BLOCK = 256
    MOST_REPEATED = 138
    WIDEST_COPY = 16
    BEYOND = 258 + WIDEST_COPY  # bytes that a match may put behind those that are wanted

cdef enum:  # a block (RFC 1951, 3.2.3)
    STORED
    FIXED
    DYNAMIC

cdef enum:  # what a symbol is, in its meaning: a value, 8 bits of this, 4 of how many bits are added to the value, 4 of how many its code has
    A_BYTE = 1 << 8
    A_MATCH = 2 << 8  # its length or its distance
    AN_END = 3 << 8
    KINDS = 3 << 8
    VALUE = 16  # bits before it

cdef struct Bits:
    const uint8_t* begin
    int64_t size
    int64_t at  # where the next bytes come from: behind the end they are zero, and `_is_beyond` tells
    uint64_t held
    int count

cdef struct Codes:
    uint32_t cells[CELLS]  # meanings, by the first bits; 0 where a code is longer than `SHORT`
    uint16_t symbols[MOST_SYMBOLS]  # in the order of their codes, behind those without one
    int unused  # symbols
    uint16_t counts[LONGEST + 1]  # of codes, by their bits
    const uint32_t* meanings

cdef struct Stream:
    Bits bits
    Codes literals
    Codes distances
    uint8_t* start
    uint8_t* out
    uint8_t* full  # what is wanted ends here, and the room `BEYOND` it

include "highest_bit.pxi"

cdef uint32_t MEANINGS[MOST_SYMBOLS]  # of literals and lengths; of what has none, 0 (RFC 1951, 3.2.5)
cdef uint32_t DISTANCE_MEANINGS[32]
cdef uint32_t NUMBERS[LENGTHS_OF_CODES]
cdef uint8_t[LENGTHS_OF_CODES] ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
cdef uint8_t FIXED_LITERALS[MOST_SYMBOLS]
cdef uint8_t FIXED_DISTANCES[32]


cdef void _fill_tables():
    cdef int index, base, bits
    for index in range(MOST_SYMBOLS):
        FIXED_LITERALS[index] = 8 if index < 144 else 9 if index < 256 else 7 if index < 280 else 8
    memset(FIXED_DISTANCES, 5, sizeof(FIXED_DISTANCES))
    for index in range(LENGTHS_OF_CODES):
        NUMBERS[index] = index << VALUE | A_BYTE
    for index in range(END_OF_BLOCK):
        MEANINGS[index] = index << VALUE | A_BYTE
    MEANINGS[END_OF_BLOCK] = AN_END
    base = 3
    for index in range(28):
        bits = max(0, (index >> 2) - 1)
        MEANINGS[END_OF_BLOCK + 1 + index] = base << VALUE | A_MATCH | bits << 4
        base += 1 << bits
    MEANINGS[END_OF_BLOCK + 29] = 258 << VALUE | A_MATCH  # one less than the others lead to
    base = 1
    for index in range(DISTANCES):
        bits = max(0, (index >> 1) - 1)
        DISTANCE_MEANINGS[index] = base << VALUE | A_MATCH | bits << 4
        base += 1 << bits


_fill_tables()


cdef inline void _refill(Bits* bits) noexcept nogil:
    """At least 56."""
    cdef uint64_t word = 0
    if bits.at + 8 <= bits.size:
        memcpy(&word, bits.begin + bits.at, 8)
    elif bits.at < bits.size:
        memcpy(&word, bits.begin + bits.at, bits.size - bits.at)
    bits.held |= word << bits.count
    bits.at += (63 - bits.count) >> 3
    bits.count |= 56


cdef inline uint32_t _take(Bits* bits, int count) noexcept nogil:
    cdef uint32_t taken = bits.held & ((<uint64_t> 1 << count) - 1)
    bits.held >>= count
    bits.count -= count
    return taken


cdef inline bint _is_beyond(const Bits* bits) noexcept nogil:
    """Whether some were taken that are not there."""
    return 8 * bits.at - bits.count > 8 * bits.size


cdef inline uint32_t _next_code(uint32_t code, int bits) noexcept nogil:
    """Codes lie in the stream with their highest bit first (RFC 1951, 3.1.1), so one is added from that end."""
    cdef uint32_t zeros = code ^ ((<uint32_t> 1 << bits) - 1)
    cdef uint32_t highest
    if zeros == 0:
        return code  # there is none
    highest = <uint32_t> 1 << highest_bit(zeros)
    return (code & (highest - 1)) | highest


cdef bint _fill_codes(Codes* codes, const uint32_t* meanings, const uint8_t* lengths, int symbols, bint may_be_one) noexcept nogil:
    """Of the bits of each symbol (RFC 1951, 3.2.2). False where they leave some without a meaning, or give some two: of distances there may
    be a single one, of one bit, or none (3.2.7)."""
    cdef int counts[2][LONGEST + 1]  # neighbours often have as many bits, and a count would wait for the one before
    cdef int places[LONGEST + 2]
    cdef int bits, symbol, index, left = 1
    cdef uint32_t code = 0
    memset(counts, 0, sizeof(counts))
    for symbol in range(symbols):
        counts[symbol & 1][lengths[symbol]] += 1
    places[0] = 0
    places[1] = counts[0][0] + counts[1][0]
    codes.unused = places[1]
    codes.meanings = meanings
    for bits in range(1, LONGEST + 1):
        codes.counts[bits] = counts[0][bits] + counts[1][bits]
        places[bits + 1] = places[bits] + codes.counts[bits]
        left = (left << 1) - codes.counts[bits]
        if left < 0:
            return False
    if left and not (may_be_one and symbols - codes.unused == codes.counts[1]):
        return False
    for symbol in range(symbols):
        bits = lengths[symbol]
        codes.symbols[places[bits]] = symbol
        places[bits] += 1
    index = codes.unused
    codes.cells[0] = 0
    for bits in range(1, SHORT + 1):
        memcpy(codes.cells + (1 << (bits - 1)), codes.cells, sizeof(uint32_t) << (bits - 1))  # what fewer bits say, they say before either
        while index < places[bits]:
            codes.cells[code] = meanings[codes.symbols[index]] | bits
            code = _next_code(code, bits)
            index += 1
    return True


cdef uint32_t _find_long(uint64_t held, const Codes* codes) noexcept nogil:
    """The meaning of a code that is longer than those in cells, bit by bit; 0 where there is none."""
    cdef int code = 0, first = 0, place = codes.unused, bits
    for bits in range(1, LONGEST + 1):
        code |= <int> (held >> (bits - 1) & 1)
        if code - first < codes.counts[bits]:
            return codes.meanings[codes.symbols[place + code - first]] | bits
        place += codes.counts[bits]
        first = (first + codes.counts[bits]) << 1
        code <<= 1
    return 0


cdef inline uint32_t _take_meaning(Bits* bits, const Codes* codes) noexcept nogil:
    """Of kind 0 where there is none."""
    cdef uint32_t meaning = codes.cells[bits.held & (CELLS - 1)]
    if meaning == 0:
        meaning = _find_long(bits.held, codes)
    _take(bits, meaning & 15)
    return meaning


cdef inline uint32_t _take_value(Bits* bits, uint32_t meaning) noexcept nogil:
    return (meaning >> VALUE) + _take(bits, meaning >> 4 & 15)


cdef bint _read_codes(Stream* stream) noexcept nogil:
    """Those of a dynamic block, which lie at its beginning (RFC 1951, 3.2.7)."""
    cdef uint8_t lengths[LITERALS + 32 + MOST_REPEATED]
    cdef Bits bits = stream.bits
    cdef int literals, distances, count, index, number, times
    cdef uint32_t meaning
    cdef uint8_t last
    _refill(&bits)
    literals = _take(&bits, 5) + END_OF_BLOCK + 1
    distances = _take(&bits, 5) + 1
    count = _take(&bits, 4) + 4
    if literals > LITERALS or distances > DISTANCES:
        return False
    memset(lengths, 0, LENGTHS_OF_CODES)
    for index in range(count):
        _refill(&bits)
        lengths[ORDER[index]] = _take(&bits, 3)
    if not _fill_codes(&stream.literals, NUMBERS, lengths, LENGTHS_OF_CODES, False):
        return False
    index = 0
    while index < literals + distances:
        _refill(&bits)
        meaning = _take_meaning(&bits, &stream.literals)
        if meaning == 0:
            return False
        number = meaning >> VALUE
        if number < 16:
            lengths[index] = number
            index += 1
            continue
        last = 0
        if number == 16:
            if index == 0:
                return False
            last = lengths[index - 1]
            times = 3 + _take(&bits, 2)
        elif number == 17:
            times = 3 + _take(&bits, 3)
        else:
            times = 11 + _take(&bits, 7)
        memset(lengths + index, last, times)
        index += times
    stream.bits = bits
    return (
        index == literals + distances
        and lengths[END_OF_BLOCK] != 0
        and _fill_codes(&stream.literals, MEANINGS, lengths, literals, False)
        and _fill_codes(&stream.distances, DISTANCE_MEANINGS, lengths + literals, distances, True)
    )


cdef bint _copy_stored(Stream* stream) noexcept nogil:
    """A block as it is (RFC 1951, 3.2.4)."""
    cdef Bits* bits = &stream.bits
    cdef uint32_t size
    cdef int64_t count
    _take(bits, bits.count & 7)
    _refill(bits)
    size = _take(bits, 16)
    if size ^ 0xFFFF != _take(bits, 16):
        return False
    bits.at -= bits.count >> 3
    bits.held = 0
    bits.count = 0
    count = min(<int64_t> size, stream.full - stream.out)
    if count > bits.size - bits.at:
        return False
    memcpy(stream.out, bits.begin + bits.at, count)
    stream.out += count
    bits.at += count
    return True


cdef inline void _copy_match(uint8_t* out, int64_t distance, int64_t length) noexcept nogil:
    """Matches are short, so it puts more than it has to, in steps that do not reach what they make."""
    cdef uint8_t* end = out + length
    if distance >= WIDEST_COPY:
        while out < end:
            memcpy(out, out - distance, WIDEST_COPY)
            out += WIDEST_COPY
    elif distance == 1:
        memset(out, (out - 1)[0], WIDEST_COPY)
        if length > WIDEST_COPY:
            memset(out + WIDEST_COPY, out[0], length - WIDEST_COPY)
    else:
        while out < end:
            memcpy(out, out - distance, 1)
            out += 1


cdef bint _put_symbols(Stream* stream) noexcept nogil:
    """Of a block, to its end or until there is enough (RFC 1951, 3.2.3). What is wrong behind that is not."""
    cdef Bits bits = stream.bits
    cdef uint8_t* out = stream.out
    cdef const uint8_t* full = stream.full
    cdef uint32_t meaning, length, distance
    while out < full:
        _refill(&bits)
        meaning = _take_meaning(&bits, &stream.literals)
        if meaning & KINDS == A_BYTE:
            out[0] = meaning >> VALUE
            out += 1
            meaning = _take_meaning(&bits, &stream.literals)
            if meaning & KINDS == A_BYTE:
                out[0] = meaning >> VALUE
                out += 1
                continue
            _refill(&bits)
        if meaning & KINDS != A_MATCH:
            stream.bits = bits
            stream.out = out
            return meaning & KINDS == AN_END or out >= full
        length = _take_value(&bits, meaning)
        meaning = _take_meaning(&bits, &stream.distances)
        distance = _take_value(&bits, meaning)
        if meaning & KINDS == 0 or distance > out - stream.start:
            stream.bits = bits
            stream.out = out
            return out >= full
        _copy_match(out, distance, length)
        out += length
    stream.bits = bits
    stream.out = out
    return True


cdef bint _put_blocks(Stream* stream) noexcept nogil:
    """False where what is there gives less than is wanted."""
    cdef bint is_last = False
    cdef uint32_t kind
    while stream.out < stream.full:
        _refill(&stream.bits)
        if is_last or _is_beyond(&stream.bits):
            return False
        is_last = _take(&stream.bits, 1)
        kind = _take(&stream.bits, 2)
        if kind == STORED:
            if not _copy_stored(stream):
                return False
            continue
        if kind == DYNAMIC:
            if not _read_codes(stream):
                return False
        elif kind == FIXED:
            _fill_codes(&stream.literals, MEANINGS, FIXED_LITERALS, MOST_SYMBOLS, False)
            _fill_codes(&stream.distances, DISTANCE_MEANINGS, FIXED_DISTANCES, 32, False)
        else:
            return False
        if not _put_symbols(stream):
            return False
    return not _is_beyond(&stream.bits)


cdef int64_t _find_first_block(const uint8_t* at, int64_t size) noexcept nogil:
    """0 where a head is none, or has more than every one."""
    if size >= GZIP_HEAD and at[0] == 0x1F and at[1] == 0x8B:
        return GZIP_HEAD if at[2] == DEFLATE and at[3] == 0 else 0
    if size >= ZLIB_HEAD and at[0] & 15 == DEFLATE and at[0] >> 4 <= 7 and (at[0] << 8 | at[1]) % 31 == 0 and not at[1] & 0x20:
        return ZLIB_HEAD
    return 0


def begin_stream(packed, int64_t wanted):
    """Its first bytes, and how many of `packed` they took, which may end anywhere behind those; None where it does not begin with so many,
    or is not understood."""
    cdef Lent lent = Lent(packed)
    cdef Stream stream
    cdef bytes room = PyBytes_FromStringAndSize(NULL, wanted + BEYOND)
    cdef bint is_put
    stream.bits.begin = <const uint8_t*> lent.view.buf
    stream.bits.size = lent.view.len
    stream.bits.at = _find_first_block(stream.bits.begin, stream.bits.size)
    if stream.bits.at == 0:
        return None
    stream.bits.held = 0
    stream.bits.count = 0
    stream.start = <uint8_t*> PyBytes_AS_STRING(room)
    stream.out = stream.start
    stream.full = stream.start + wanted
    with nogil:
        is_put = _put_blocks(&stream)
    return (room[:wanted], stream.bits.at - stream.bits.count // 8) if is_put else None
