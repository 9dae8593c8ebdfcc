# Part of native_pages.pyx: Snappy blocks (format_description.txt of google/snappy). A row of elements, each begins with a tag: its
# lowest two bits tell literals from copies with an offset of 1, 2 or 4 bytes behind it.

cdef enum:  # what a tag says, in one number: the length, the bytes behind it, and the rest as bits
    BEHIND = 8
    IS_LITERAL = 1 << 11
    IS_RARE = 1 << 12

cdef uint16_t SNAPPY_TAGS[256]
cdef uint32_t SNAPPY_OFFSETS[256]
cdef uint32_t BYTES_BEHIND[5]


cdef void _fill_snappy_tags() noexcept nogil:
    cdef int tag, kind
    for tag in range(256):
        kind = tag & 3
        SNAPPY_OFFSETS[tag] = 0
        if kind == 0:
            SNAPPY_TAGS[tag] = ((tag >> 2) + 1) | IS_LITERAL | (IS_RARE if tag >> 2 >= 60 else 0)
        elif kind == 1:
            SNAPPY_TAGS[tag] = (4 + (tag >> 2 & 7)) | 1 << BEHIND
            SNAPPY_OFFSETS[tag] = tag >> 5 << 8
        else:
            SNAPPY_TAGS[tag] = ((tag >> 2) + 1) | (2 << BEHIND if kind == 2 else 4 << BEHIND | IS_RARE)
    for kind in range(5):
        BYTES_BEHIND[kind] = <uint32_t> ((<uint64_t> 1 << (8 * kind)) - 1)


_fill_snappy_tags()


cdef int64_t _decompress_snappy(
    const uint8_t* at, const uint8_t* end, uint8_t* out, int64_t size, int64_t declared
) noexcept nogil:
    """Bytes that the first `size` of those took which the block says it holds: `declared`. If that is all, nothing may follow. 0 where they are
    not there."""
    cdef const uint8_t* block = at
    cdef uint8_t* begin = out
    cdef uint8_t* full = out + size
    cdef const uint8_t* source
    cdef uint64_t held = 0
    cdef uint32_t tag, said, behind, offset
    cdef int64_t length
    cdef int shift = 0
    while True:
        if at == end or shift > 28:
            return 0
        held |= <uint64_t> (at[0] & 0x7F) << shift
        shift += 7
        at += 1
        if at[-1] < 0x80:
            break
    if held != <uint64_t> declared:
        return 0
    while at < end and (out < full or size == declared):
        while end - at > AHEAD and full - out > AHEAD:
            tag = at[0]
            said = SNAPPY_TAGS[tag]
            if said & IS_RARE:
                break
            memcpy(&offset, at + 1, 4)
            behind = said >> BEHIND & 7
            offset = SNAPPY_OFFSETS[tag] + (offset & BYTES_BEHIND[behind])
            length = said & 0xFF
            source = at + 1 if said & IS_LITERAL else out - offset
            at += 1 + behind + (length if said & IS_LITERAL else 0)
            if said & IS_LITERAL or 16 <= <int64_t> offset <= out - begin:
                _copy_ahead(out, source, length)
            elif offset == 0 or <int64_t> offset > out - begin:
                return 0
            else:
                _repeat_ahead(out, offset, length)
            out += length
        if at == end:
            break
        # Near the end of either, or what is rare.
        said = SNAPPY_TAGS[at[0]]
        offset = SNAPPY_OFFSETS[at[0]]
        behind = said >> BEHIND & 7
        length = said & 0xFF
        at += 1
        if said & IS_LITERAL and said & IS_RARE:
            behind = <uint32_t> length - 60
        if <int64_t> behind > end - at:
            return 0
        tag = 0
        memcpy(&tag, at, behind)
        at += behind
        if said & IS_LITERAL:
            if said & IS_RARE:
                length = <int64_t> tag + 1
            if length > full - out and size < declared:
                length = full - out
            if length > end - at or length > full - out:
                return 0
            memcpy(out, at, length)
            at += length
        else:
            offset += tag
            if length > full - out and size < declared:
                length = full - out
            if offset == 0 or <int64_t> offset > out - begin or length > full - out:
                return 0
            _repeat(out, offset, length)
        out += length
    return at - block if out == full else 0


def decompress_snappy(block, room, int64_t declared):
    """Bytes of the block that fill the room, 0 where they do not; the whole block holds `declared` bytes."""
    return _fill_room(_decompress_snappy, block, room, declared)
