# Part of native_pages.pyx: LZ4 blocks (lz4_Block_format.md); `inlay.footers.containers.lz4` says what they are.

cdef enum:
    FEWEST_MATCHED = 4
    LAST_LITERALS = 5  # the last bytes are literals,
    LAST_MATCH = 12  # and the last match begins so many bytes before the end,
    LAST_SEQUENCES = 8  # which takes so many bytes of the block: a match, a token, literals


cdef int64_t _decompress_lz4(
    const uint8_t* at, const uint8_t* end, uint8_t* out, int64_t size, int64_t declared
) noexcept nogil:
    """Bytes that the first `size` of `declared` took, 0 where they are not there; if that is all, the block ends with them, as the format has
    it."""
    cdef const uint8_t* block = at
    cdef uint8_t* begin = out
    cdef uint8_t* full = out + size
    cdef int64_t length, offset
    cdef int token
    while at < end:
        token = at[0]
        at += 1
        length = token >> 4
        if length == 15 and not _read_length(&at, end, &length):
            return 0
        if length > full - out and size < declared:
            length = full - out
        if length > end - at or length > full - out:
            return 0
        if length <= 64 and end - at > AHEAD and full - out > AHEAD:
            _copy_ahead(out, at, length)
        else:
            memcpy(out, at, length)
        at += length
        out += length
        if at == end or (size < declared and out == full):
            return at - block if out == full else 0
        if end - at < LAST_SEQUENCES or (full - out < LAST_MATCH and size == declared):
            return 0
        offset = at[0] | at[1] << 8
        at += 2
        length = token & 15
        if length == 15 and not _read_length(&at, end, &length):
            return 0
        length += FEWEST_MATCHED
        if size < declared:
            length = min(length, full - out)
        elif length > full - out - LAST_LITERALS:
            return 0
        if offset == 0 or offset > out - begin:
            return 0
        if full - out - length <= AHEAD:
            _repeat(out, offset, length)
        elif offset < 16:
            _repeat_ahead(out, offset, length)
        elif length <= 64:
            _copy_ahead(out, out - offset, length)
        else:
            _copy_long(out, offset, length)
        out += length
        if size < declared and out == full:
            return at - block
    return 0


cdef inline void _copy_long(uint8_t* out, int64_t offset, int64_t length) noexcept nogil:
    cdef int64_t done = 0
    while done < length:
        memcpy(out + done, out + done - offset, 16)
        done += 16


cdef inline bint _read_length(const uint8_t** at, const uint8_t* end, int64_t* length) noexcept nogil:
    """What follows a length of 15: bytes to add, up to one that is not 255."""
    cdef int more = 255
    while more == 255:
        if at[0] == end:
            return False
        more = at[0][0]
        at[0] += 1
        length[0] += more
    return True


def decompress_lz4(block, room, int64_t declared):
    """Bytes of the block that fill the room, 0 where they do not; the whole block holds `declared` bytes."""
    return _fill_room(_decompress_lz4, block, room, declared)
