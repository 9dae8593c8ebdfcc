# Part of native_zstd.pyx: which pieces of a block are read, by what the page before took of them.

cdef inline int64_t _bytes_taken(const Backward* stream) noexcept nogil:
    return stream.limit - stream.begin - stream.left // 8


cdef void _measure_taken(Taken* taken, const Frame* frame, int64_t given) noexcept nogil:
    """Of streams, by `UNIT` bytes that they gave; those that the block does not have leave what was known."""
    cdef const Section* section = &frame.literals
    if given <= 0:
        return
    if section.kind == COMPRESSED or section.kind == WITH_LAST_TABLE:
        taken.literals = UNIT * (section.ends[section.stream] - section.ends[0] + _bytes_taken(&section.bits)) // given + 1
    elif section.kind == RAW:
        taken.literals = UNIT * (section.at - section.begin) // given + 1
    if frame.sequences.limit != NULL:
        taken.sequences = UNIT * _bytes_taken(&frame.sequences) // given + 1
        taken.tables = frame.tables


cdef void _expect(Taken* most, const Taken* taken, int64_t wanted, int64_t spare) noexcept nogil:
    """How much so many bytes take, and some to spare."""
    most.tables = spare + (taken.tables or USUAL_TABLES)
    most.literals = taken.literals * wanted * 17 // (16 * UNIT) + spare
    if taken.literals == 0:
        most.literals = wanted * LARGEST_HUFFMAN // 8 + 5  # at most: a byte of each stream may mark its end alone
    most.sequences = taken.sequences * wanted * 17 // (16 * UNIT) + spare
    if taken.sequences == 0:
        most.sequences += wanted // 4


cdef bint _expect_more(Taken* most, int ends_in, int look) noexcept nogil:
    """Of the piece that ends too soon: an eighth, a quarter, a half, as much again. False where none does."""
    cdef int part = max(8 >> look, 1)
    if ends_in == IN_LITERALS:
        most.literals += most.literals // part + FEWEST
    elif ends_in == IN_TABLES:
        most.tables += most.tables // part + FEWEST
    elif ends_in == IN_SEQUENCES:
        most.sequences += most.sequences // part + FEWEST
    else:
        return False
    return True


cdef int _plan_pieces(
    Span* spans, const Piece* piece, int64_t place, int64_t end, int64_t wanted, Taken* most, int64_t gap
) noexcept nogil:
    """What is read of a compressed block between two places; how many pieces, and 0 for one whose heads are not all there, or are not
    understood. `most` are bytes of tables and of the ends of streams, and gets those up to the end of the heads; `gap` are those between two
    pieces that are read with them."""
    cdef const uint8_t* limit = piece.bytes + (min(end, piece.end) - piece.start)
    cdef const uint8_t* at = piece.bytes + (place - piece.start)
    cdef LiteralsHead literals
    cdef uint64_t jumps = 0
    cdef int table, index, count = 1
    cdef int64_t stream, sequences, left
    spans[0].start = piece.start
    if not _read_literals_head(&literals, at, limit):
        return 0
    at += literals.size
    place += literals.size
    sequences = place + literals.packed
    if sequences >= end:
        return 0
    if literals.kind == RAW or literals.kind == REPEATED:
        most.heads = spans[0].end = place + min(literals.packed, wanted, most.literals)
    elif at == limit:
        return 0
    else:
        table = _measure_codes(at[0]) if literals.kind == COMPRESSED else 0
        if literals.streams == 4:
            jumps = _load(at + table, limit)
            table += JUMPS
        if table > limit - at:
            return 0
        place += table
        most.heads = spans[0].end = place
        left = most.literals
        for index in range(literals.streams):
            stream = sequences if index == literals.streams - 1 else place + <int64_t> (jumps >> (16 * index) & 0xFFFF)
            if place >= stream or stream > sequences:
                return 0
            if left <= 0:
                break
            spans[count].start = max(place, stream - left)
            spans[count].end = stream
            count += 1
            left -= stream - place
            place = stream
    if end - sequences > 1:
        spans[count].start = sequences
        spans[count].end = min(end, sequences + most.tables)
        spans[count + 1].start = max(sequences, end - most.sequences)
        spans[count + 1].end = end
        count += 2
    return _join_close(spans, count, gap)


cdef int _join_close(Span* spans, int count, int64_t gap) noexcept nogil:
    """So many, in their order; how many are left."""
    cdef int index, last = 0
    for index in range(1, count):
        if spans[index].start - spans[last].end <= gap:
            spans[last].end = spans[index].end
        else:
            last += 1
            spans[last] = spans[index]
    return last + 1
