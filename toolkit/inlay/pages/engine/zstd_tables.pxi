# Part of native_zstd.pyx: the tables of a block, of states (RFC 8878, 4.1) and of the codes of its literals (4.2).

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


cdef inline int _measure_codes(int head) noexcept nogil:
    """Bytes of the table of literals that begins with this one (4.2.1.1)."""
    return 1 + head if head < 128 else 1 + (head - 126) // 2


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
    size = _measure_codes(symbols)
    if size > limit - at:
        return -1
    if symbols < 128:
        symbols = _read_weights(weights, at + 1, at + size)
    else:
        symbols -= 127
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
