# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The first bytes of a ZSTD frame, without those behind them (RFC 8878): see `inlay.pages.engine.page_starts`.

A library gives a block of 128 KiB as a whole. Levels are a few hundred bytes of it, so here literals are decoded one by one when a
sequence asks for them, and nothing is once there is enough. Every span is checked before it is read. No error is worded here: a frame that
is not understood goes to pyarrow's codec, and so does one with a dictionary. Of a block that is not read to its end, the rest is not looked at.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from inlay_runtime.native.packed cimport Lent

cdef enum:
    MAGIC = 0xFD2FB528
    LARGEST_BLOCK = 128 * 1024
    LONGEST_HEAD = 18  # bytes of the head of a frame, and of one of a block (3.1.1)
    BLOCK_HEAD = 3
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

cdef struct Backward:  # a stream of bits that is read from its end: `left` are before the place
    const uint8_t* begin
    const uint8_t* limit
    int64_t left

cdef struct Forward:
    const uint8_t* begin
    const uint8_t* limit
    int64_t at

cdef struct Section:  # the literals of a block that no sequence has asked for yet
    int kind
    const uint8_t* at
    int64_t left
    Backward streams[4]
    int64_t stream_left[4]
    int stream

cdef struct Frame:
    Code codes[2048]
    int code_log
    States states[3]
    Section literals
    int64_t offsets[3]
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


cdef extern from *:
    """
    /* The place of the highest one of a number above 0. */
    static inline int highest_bit(uint32_t number) {
    #if defined(__GNUC__)
        return 31 - __builtin_clz(number);
    #else
        int bit = 0;
        while (number >>= 1)
            bit++;
        return bit;
    #endif
    }
    """
    int highest_bit(uint32_t number) nogil


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
    return True


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


cdef bint _fill_states(States* states, int log, const int16_t* shares, int symbols) noexcept nogil:
    """A table out of how many of its cells each symbol has; -1 is one cell at the end (4.1.1)."""
    cdef int size = 1 << log
    cdef int high = size, step = (size >> 1) + (size >> 3) + 3, place = 0, symbol, index, next_
    cdef uint16_t seen[256]
    for symbol in range(symbols):
        seen[symbol] = shares[symbol]
        if shares[symbol] == -1:
            high -= 1
            states.cells[high].symbol = symbol
            seen[symbol] = 1
    for symbol in range(symbols):
        for index in range(shares[symbol]):
            states.cells[place].symbol = symbol
            place = (place + step) & (size - 1)
            while place >= high:
                place = (place + step) & (size - 1)
    if place:
        return False
    for index in range(size):
        symbol = states.cells[index].symbol
        next_ = seen[symbol]
        seen[symbol] += 1
        states.cells[index].bits = log - highest_bit(next_)
        states.cells[index].base = (next_ << states.cells[index].bits) - size
    states.log = log
    return True


cdef int64_t _read_states(States* states, const uint8_t* at, const uint8_t* limit, int most_log, int most_symbols) noexcept nogil:
    """A table that lies there; how many bytes it takes, or -1 (4.1.1)."""
    cdef Forward stream
    cdef int16_t shares[256]
    cdef int symbols = 0, log, left, bits, share, more, index
    cdef uint32_t value, low, threshold
    stream.begin = at
    stream.limit = limit
    stream.at = 0
    log = <int> _take_forward(&stream, 4) + 5
    if log > most_log:
        return -1
    left = 1 << log
    while left > 0 and symbols < most_symbols:
        bits = highest_bit(left + 1) + 1
        value = _take_forward(&stream, bits)
        low = (<uint32_t> 1 << (bits - 1)) - 1
        threshold = (<uint32_t> 1 << bits) - 1 - (left + 1)
        if value & low < threshold:
            stream.at -= 1
            value &= low
        elif value > low:
            value -= threshold
        share = <int> value - 1
        left -= share if share >= 0 else 1
        shares[symbols] = share
        symbols += 1
        if share == 0:
            more = 3
            while more == 3:
                more = _take_forward(&stream, 2)
                for index in range(more):
                    if symbols == most_symbols:
                        return -1
                    shares[symbols] = 0
                    symbols += 1
    if left != 0 or stream.at > 8 * (limit - at) or not _fill_states(states, log, shares, symbols):
        return -1
    return (stream.at + 7) >> 3


cdef int64_t _read_codes(Frame* frame, const uint8_t* at, const uint8_t* limit) noexcept nogil:
    """The table of literals that lies there; how many bytes it takes, or -1 (4.2.1)."""
    cdef uint8_t weights[256]
    cdef int symbols, index, weight, log
    cdef int64_t size, place
    cdef int64_t cells_of[LARGEST_HUFFMAN + 2]
    cdef int64_t begins[LARGEST_HUFFMAN + 2]
    cdef uint32_t cells = 0, rest
    if at == limit:
        return -1
    symbols = at[0]
    if symbols < 128:
        size = 1 + symbols
        if size > limit - at:
            return -1
        symbols = _read_weights(weights, at + 1, at + size)
    else:
        symbols -= 127
        size = 1 + (symbols + 1) // 2
        if size > limit - at:
            return -1
        for index in range(symbols):
            weights[index] = at[1 + (index >> 1)] >> (0 if index & 1 else 4) & 15
    if symbols < 1:
        return -1
    memset(cells_of, 0, sizeof(cells_of))
    for index in range(symbols):
        weight = weights[index]
        if weight > LARGEST_HUFFMAN:
            return -1
        if weight:
            cells_of[weight] += <int64_t> 1 << (weight - 1)
            cells += <uint32_t> 1 << (weight - 1)
    if cells == 0:
        return -1
    log = highest_bit(cells) + 1
    rest = (<uint32_t> 1 << log) - cells
    if log > LARGEST_HUFFMAN or rest & (rest - 1):
        return -1
    weights[symbols] = highest_bit(rest) + 1
    cells_of[weights[symbols]] += rest
    place = 0
    for weight in range(1, log + 1):
        begins[weight] = place
        place += cells_of[weight]
    for index in range(symbols + 1):
        weight = weights[index]
        if weight:
            for place in range(begins[weight], begins[weight] + (<int64_t> 1 << (weight - 1))):
                frame.codes[place].symbol = index
                frame.codes[place].bits = log + 1 - weight
            begins[weight] += <int64_t> 1 << (weight - 1)
    frame.code_log = log
    return size


cdef int _read_weights(uint8_t* weights, const uint8_t* at, const uint8_t* limit) noexcept nogil:
    """Weights as two states in turn give them; how many they are, or -1 (4.2.1.2)."""
    cdef States states
    cdef Backward stream
    cdef Cell* cell
    cdef uint64_t one, other, last
    cdef int count = 0
    cdef int64_t size = _read_states(&states, at, limit, 6, 12)
    if size < 0 or not _open(&stream, at + size, limit - at - size):
        return -1
    one = _take(&stream, states.log)
    other = _take(&stream, states.log)
    if stream.left < 0:
        return -1
    while stream.left >= 0:
        if count > MOST_WEIGHTS - 3:
            return -1
        cell = &states.cells[one]
        weights[count] = cell.symbol
        count += 1
        last = cell.base + _take(&stream, cell.bits)
        one = other
        other = last
    weights[count] = states.cells[one].symbol
    return count + 1


cdef int64_t _read_literals(Frame* frame, const uint8_t* at, const uint8_t* limit) noexcept nogil:
    """Where they lie; how many bytes the section takes, or -1 (3.1.1.3.1)."""
    cdef Section* section = &frame.literals
    cdef uint64_t head = _load(at, limit)
    cdef int form = head >> 2 & 3, bits, head_size, index, streams
    cdef int64_t size, table, each
    if at == limit:
        return -1
    section.kind = head & 3
    section.stream = 0
    if section.kind == RAW or section.kind == REPEATED:
        head_size = PLAIN_HEADS[form]
        section.left = head >> (4 if form & 1 else 3) & ((<uint64_t> 1 << PLAIN_SIZES[form]) - 1)
        size = head_size + (section.left if section.kind == RAW else 1)
        section.at = at + head_size
        return size if size <= limit - at and section.left <= LARGEST_BLOCK else -1
    bits = PACKED_SIZES[form]
    head_size = PACKED_HEADS[form]
    section.left = head >> 4 & ((<uint64_t> 1 << bits) - 1)
    size = head >> (4 + bits) & ((<uint64_t> 1 << bits) - 1)
    if section.left > LARGEST_BLOCK or size > limit - at - head_size:
        return -1
    at += head_size
    limit = at + size
    if section.kind == COMPRESSED:
        table = _read_codes(frame, at, limit)
        if table < 0:
            return -1
        at += table
    elif frame.code_log == NO_TABLE:
        return -1
    streams = 4 if form else 1
    section.stream_left[0] = section.left
    if streams == 1:
        return head_size + size if _open(&section.streams[0], at, limit - at) else -1
    each = (section.left + 3) // 4
    head = _load(at, limit)
    at += 6
    for index in range(4):
        table = limit - at if index == 3 else <int64_t> (head >> (16 * index) & 0xFFFF)
        if table > limit - at or not _open(&section.streams[index], at, table):
            return -1
        section.stream_left[index] = each if index < 3 else section.left - 3 * each
        at += table
    return head_size + size if section.stream_left[3] >= 0 else -1


cdef bint _put_literals(Frame* frame, int64_t count) noexcept nogil:
    """So many of those that are left, as far as there is room. False for what is damaged."""
    cdef Section* section = &frame.literals
    if count > section.left:
        return False
    section.left -= count
    count = min(count, frame.full - frame.out)
    if section.kind == RAW:
        memcpy(frame.out, section.at, count)
        section.at += count
    elif section.kind == REPEATED:
        memset(frame.out, section.at[0], count)
    else:
        return _decode_literals(frame, count)
    frame.out += count
    return True


cdef bint _decode_literals(Frame* frame, int64_t count) noexcept nogil:
    cdef Section* section = &frame.literals
    cdef Backward* stream
    cdef Code code
    cdef uint64_t word
    cdef int64_t here, index
    cdef int log = frame.code_log, taken, step
    cdef uint32_t mask = (<uint32_t> 1 << log) - 1
    while count > 0:
        if section.stream_left[section.stream] == 0:
            if section.streams[section.stream].left != 0 or section.stream == 3:
                return False
            section.stream += 1
            continue
        stream = &section.streams[section.stream]
        here = min(count, section.stream_left[section.stream])
        section.stream_left[section.stream] -= here
        count -= here
        while here >= 5 and stream.left >= 56:  # 5 codes are 55 bits at most
            word = _peek(stream, 56)
            taken = 56
            for step in range(5):
                code = frame.codes[word >> (taken - log) & mask]
                frame.out[step] = code.symbol
                taken -= code.bits
            stream.left -= 56 - taken
            frame.out += 5
            here -= 5
        for index in range(here):
            code = frame.codes[_peek(stream, log)]
            frame.out[0] = code.symbol
            frame.out += 1
            stream.left -= code.bits
        if stream.left < 0:
            return False
    return True


cdef int64_t _read_mode(
    States* states, int mode, const uint8_t* at, const uint8_t* limit, const int16_t* usual, int usual_log, int symbols, int most_log, int most
) noexcept nogil:
    """The table of one code of sequences; how many bytes it takes, or -1 (3.1.1.3.2.1)."""
    if mode == 0:
        return 0 if _fill_states(states, usual_log, usual, symbols) else -1
    if mode == 1:
        if at == limit or at[0] >= most:
            return -1
        states.log = 0
        states.cells[0].symbol = at[0]
        states.cells[0].base = 0
        states.cells[0].bits = 0
        return 1
    if mode == 2:
        return _read_states(states, at, limit, most_log, most)
    return 0 if states.log != NO_TABLE else -1


cdef bint _put_sequences(Frame* frame, const uint8_t* at, const uint8_t* limit) noexcept nogil:
    """The sequences of a block, as far as there is room (3.1.1.3.2). False for what is damaged."""
    cdef Backward stream
    cdef Cell* literal
    cdef Cell* offset
    cdef Cell* match_
    cdef int64_t count, size, distance, length, literals
    cdef uint64_t places[3]
    cdef int modes, index
    if at == limit:
        return False
    count = at[0]
    at += 1
    if count == 0:
        return at == limit
    if count >= 128:
        if limit - at < 2:
            return False
        if count < 255:
            count = ((count - 128) << 8) + at[0]
            at += 1
        else:
            count = at[0] + (<int64_t> at[1] << 8) + 0x7F00
            at += 2
    if at == limit:
        return False
    modes = at[0]
    at += 1
    if modes & 3:
        return False
    size = _read_mode(&frame.states[LITERALS], modes >> 6, at, limit, USUAL_LITERALS, 6, 36, 9, 36)
    if size < 0:
        return False
    at += size
    size = _read_mode(&frame.states[OFFSETS], modes >> 4 & 3, at, limit, USUAL_OFFSETS, 5, 29, 8, 32)
    if size < 0:
        return False
    at += size
    size = _read_mode(&frame.states[MATCHES], modes >> 2 & 3, at, limit, USUAL_MATCHES, 6, 53, 9, 53)
    if size < 0 or not _open(&stream, at + size, limit - at - size):
        return False
    for index in range(3):
        places[index] = _take(&stream, frame.states[index].log)
    while True:
        literal = &frame.states[LITERALS].cells[places[LITERALS]]
        offset = &frame.states[OFFSETS].cells[places[OFFSETS]]
        match_ = &frame.states[MATCHES].cells[places[MATCHES]]
        distance = (<int64_t> 1 << offset.symbol) + <int64_t> _take(&stream, offset.symbol)
        length = MATCH_BASES[match_.symbol] + _take(&stream, MATCH_BITS[match_.symbol])
        literals = LITERAL_BASES[literal.symbol] + _take(&stream, LITERAL_BITS[literal.symbol])
        if stream.left < 0 or not _put_literals(frame, literals):
            return False
        if frame.out == frame.full:
            return True
        distance = _find_distance(frame, distance, literals == 0)
        if distance <= 0 or distance > frame.out - frame.begin:
            return False
        length = min(length, frame.full - frame.out)
        while length > 0:
            frame.out[0] = (frame.out - distance)[0]
            frame.out += 1
            length -= 1
        count -= 1
        if frame.out == frame.full:
            return True
        if count == 0:
            return stream.left == 0
        places[LITERALS] = literal.base + _take(&stream, literal.bits)
        places[MATCHES] = match_.base + _take(&stream, match_.bits)
        places[OFFSETS] = offset.base + _take(&stream, offset.bits)


cdef inline int64_t _find_distance(Frame* frame, int64_t said, bint is_shifted) noexcept nogil:
    """A distance, or which of the last three (3.1.1.5)."""
    cdef int64_t distance
    if said > 3:
        distance = said - 3
    else:
        said += is_shifted - 1
        if said == 0:
            return frame.offsets[0]
        distance = frame.offsets[said] if said < 3 else frame.offsets[0] - 1
        if said == 1:
            frame.offsets[1] = frame.offsets[0]
            frame.offsets[0] = distance
            return distance
    frame.offsets[2] = frame.offsets[1]
    frame.offsets[1] = frame.offsets[0]
    frame.offsets[0] = distance
    return distance


cdef bint _put_block(Frame* frame, const uint8_t* at, const uint8_t* limit) noexcept nogil:
    """A compressed block, as far as there is room. False for what is damaged."""
    cdef int64_t size = _read_literals(frame, at, limit)
    if size < 0 or not _put_sequences(frame, at + size, limit):
        return False
    return _put_literals(frame, frame.literals.left)


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


cdef bint _begin_frame(Frame* frame, const uint8_t* at, const uint8_t* end, int64_t declared) noexcept nogil:
    """Whether its blocks fill the room."""
    cdef uint32_t head
    cdef int kind
    cdef int64_t size, length
    at = _pass_header(at, end, declared)
    if at == NULL:
        return False
    while frame.out < frame.full:
        if end - at < 3:
            return False
        head = <uint32_t> _load(at, at + 3)
        kind = head >> 1 & 3
        size = head >> 3
        at += 3
        length = 1 if kind == REPEATED else size
        if size > LARGEST_BLOCK or length > end - at:
            return False
        if kind == COMPRESSED:
            if not _put_block(frame, at, at + length):
                return False
        elif kind == RAW or kind == REPEATED:
            size = min(size, frame.full - frame.out)
            if kind == RAW:
                memcpy(frame.out, at, size)
            else:
                memset(frame.out, at[0], size)
            frame.out += size
        else:
            return False
        at += length
        if head & 1:
            break
    return frame.out == frame.full


def measure_zstd(head, int64_t wanted, int64_t declared):
    """How many bytes of a frame that holds `declared` are read for the first `wanted`: its first block, where `head` says how long that is,
    for what a block begins with is told by all of it; else as many as its blocks may have."""
    cdef Lent lent = Lent(head)
    cdef const uint8_t* begin = <const uint8_t*> lent.view.buf
    cdef const uint8_t* end = begin + lent.view.len
    cdef const uint8_t* at = _pass_header(begin, end, declared)
    cdef uint32_t block
    if wanted <= LARGEST_BLOCK and at != NULL and end - at >= BLOCK_HEAD:
        block = <uint32_t> _load(at, at + BLOCK_HEAD)
        return at + BLOCK_HEAD - begin + (1 if block >> 1 & 3 == REPEATED else block >> 3)
    return LONGEST_HEAD + (wanted // LARGEST_BLOCK + 1) * (LARGEST_BLOCK + BLOCK_HEAD)


def begin_zstd(block, int64_t wanted, int64_t declared):
    """The first bytes of a frame that holds `declared`; None where it does not begin with so many. Raises MemoryError."""
    cdef Lent lent = Lent(block)
    cdef bint is_filled
    cdef int index
    cdef bytes start = PyBytes_FromStringAndSize(NULL, wanted)
    cdef Frame* frame = <Frame*> calloc(1, sizeof(Frame))
    if frame == NULL:
        raise MemoryError
    frame.code_log = NO_TABLE
    for index in range(3):
        frame.states[index].log = NO_TABLE
    frame.offsets[0] = 1
    frame.offsets[1] = 4
    frame.offsets[2] = 8
    frame.begin = frame.out = <uint8_t*> PyBytes_AS_STRING(start)
    frame.full = frame.begin + wanted
    with nogil:
        is_filled = _begin_frame(frame, <const uint8_t*> lent.view.buf, <const uint8_t*> lent.view.buf + lent.view.len, declared)
    free(frame)
    return start if is_filled else None
