# Part of native_zstd.pyx: what a block holds, literals and the sequences that put them in their places (RFC 8878, 3.1.1.3).

cdef bint _read_literals_head(LiteralsHead* head, const uint8_t* at, const uint8_t* limit) noexcept nogil:
    """False for what is damaged, and where it ends before (3.1.1.3.1.1)."""
    cdef uint64_t word = _load(at, limit)
    cdef int form = word >> 2 & 3, bits
    head.kind = word & 3
    head.streams = 4 if form else 1
    if head.kind == RAW or head.kind == REPEATED:
        head.size = PLAIN_HEADS[form]
        head.literals = word >> (4 if form & 1 else 3) & ((<uint64_t> 1 << PLAIN_SIZES[form]) - 1)
        head.packed = head.literals if head.kind == RAW else 1
    else:
        bits = PACKED_SIZES[form]
        head.size = PACKED_HEADS[form]
        head.literals = word >> 4 & ((<uint64_t> 1 << bits) - 1)
        head.packed = word >> (4 + bits) & ((<uint64_t> 1 << bits) - 1)
    return head.size <= limit - at and head.literals <= LARGEST_BLOCK


cdef int64_t _read_literals(Frame* frame, int64_t at, int64_t end) noexcept nogil:
    """Where they lie; where their section ends, or -1 (3.1.1.3.1)."""
    cdef Section* section = &frame.literals
    cdef LiteralsHead head
    cdef const Piece* piece = _find_piece(frame, at)
    cdef const uint8_t* place
    cdef const uint8_t* limit
    cdef uint64_t jumps
    cdef int64_t table, each
    cdef int index
    if piece == NULL:
        return -1
    place = piece.bytes + (at - piece.start)
    limit = piece.bytes + (min(end, piece.end) - piece.start)
    if not _read_literals_head(&head, place, limit) or head.packed > end - at - head.size:
        return -1
    place += head.size
    at += head.size
    end = at + head.packed
    section.kind = head.kind
    section.left = head.literals
    section.at = section.begin = place
    section.limit = limit = place + min(head.packed, limit - place)
    if head.kind == RAW:
        return end
    if head.kind == REPEATED:
        return end if place < limit else -1
    if head.kind == COMPRESSED:
        table = _read_codes(frame, place, limit)
        if table < 0:
            return -1
        place += table
        at += table
    elif frame.code_log == NO_TABLE:
        return -1
    section.stream = 0
    section.streams = head.streams
    section.ends[0] = at
    section.ends[1] = end
    section.stream_left[0] = head.literals
    if head.streams == 4:
        if limit - place < JUMPS:
            return -1
        jumps = _load(place, limit)
        at += JUMPS
        each = (head.literals + 3) // 4
        for index in range(4):
            section.ends[index] = at
            at += jumps >> (16 * index) & 0xFFFF
            section.stream_left[index] = each if index < 3 else head.literals - 3 * each
        section.ends[4] = end
        if section.ends[3] >= end or section.stream_left[3] < 0:
            return -1
    return end if _open_held(&section.bits, frame, section.ends[0], section.ends[1]) else -1


cdef bint _put_literals(Frame* frame, int64_t count) noexcept nogil:
    """So many of those that are left, as far as there is room. False for what is damaged."""
    cdef Section* section = &frame.literals
    if count > section.left:
        return False
    section.left -= count
    count = min(count, frame.full - frame.out)
    if section.kind == RAW:
        if count > section.limit - section.at:
            frame.ends_in = IN_LITERALS
            return False
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
    cdef Backward* stream = &section.bits
    cdef Code code
    cdef uint64_t word
    cdef int64_t here, index
    cdef int log = frame.code_log, taken, step
    cdef uint32_t mask = (<uint32_t> 1 << log) - 1
    while count > 0:
        if section.stream_left[section.stream] == 0:
            section.stream += 1
            if not _is_used_up(stream) or section.stream == section.streams:
                return False
            if not _open_held(stream, frame, section.ends[section.stream], section.ends[section.stream + 1]):
                frame.ends_in = IN_LITERALS
                return False
            continue
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
            frame.ends_in = IN_LITERALS
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


cdef bint _put_sequences(Frame* frame, int64_t begin, int64_t end) noexcept nogil:
    """The sequences of a block, as far as there is room (3.1.1.3.2). False for what is damaged."""
    cdef const Piece* piece
    cdef const uint8_t* at
    cdef const uint8_t* limit
    cdef const uint8_t* start
    cdef Backward stream
    cdef Cell* literal
    cdef Cell* offset
    cdef Cell* match_
    cdef int64_t count, size, distance, length, literals
    cdef uint64_t places[3]
    cdef int modes, index
    if end - begin == 1:  # there is room for their number alone, so there are none
        return True
    piece = _find_piece(frame, begin)
    if piece == NULL or begin >= end:
        return False
    start = at = piece.bytes + (begin - piece.start)
    limit = piece.bytes + (min(end, piece.end) - piece.start)
    count = at[0]
    at += 1
    if count == 0:
        return False
    if count >= 128:
        if limit - at < 2:
            return False
        if count < 255:
            count = ((count - 128) << 8) + at[0]
            at += 1
        else:
            count = at[0] + (<int64_t> at[1] << 8) + 0x7F00
            at += 2
    frame.ends_in = IN_TABLES
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
    if size < 0:
        return False
    frame.ends_in = IN_SEQUENCES
    if not _open_held(&stream, frame, begin + (at + size - start), end):
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
        if frame.out < frame.full:
            distance = _find_distance(frame, distance, literals == 0)
            if distance <= 0 or distance > frame.out - frame.begin:
                return False
            length = min(length, frame.full - frame.out)
            while length > 0:
                frame.out[0] = (frame.out - distance)[0]
                frame.out += 1
                length -= 1
        count -= 1
        if frame.out == frame.full or count == 0:
            frame.sequences = stream
            frame.tables = at + size - start
            return frame.out == frame.full or _is_used_up(&stream)
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


cdef bint _put_block(Frame* frame, int64_t at, int64_t end) noexcept nogil:
    """A compressed block, as far as there is room. False for what is damaged."""
    cdef int64_t sequences = _read_literals(frame, at, end)
    if sequences < 0 or not _put_sequences(frame, sequences, end):
        return False
    return _put_literals(frame, frame.literals.left)
