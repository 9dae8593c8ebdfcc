# Part of the parser in json.pyx: strings; those with escapes are put into the scratch buffer.


cdef int read_string(Parser parser, Slot* slot) noexcept:
    """From the quote to behind the other one."""
    cdef int64_t start = parser.at + 1, at = parser.at + 1
    cdef uint8_t byte
    while at < parser.size:
        byte = parser.text[at]
        if byte == 34:
            slot.kind = TEXT
            slot.at = start
            slot.size = <uint32_t> (at - start)
            parser.at = at + 1
            return OK
        if byte == 92:
            return read_escaped(parser, slot, start, at)
        if byte < 32:
            return REJECT
        at += 1
    return REJECT


cdef int read_escaped(Parser parser, Slot* slot, int64_t start, int64_t at) noexcept:
    """A string with escapes goes to scratch."""
    cdef Bytes* out = &parser.scratch
    cdef int64_t first = out.size
    cdef uint8_t byte
    cdef int answer
    if put(out, parser.text + start, at - start) < 0:
        return NO_MEMORY
    while at < parser.size:
        byte = parser.text[at]
        if byte == 34:
            slot.kind = FROM_SCRATCH
            slot.at = first
            slot.size = <uint32_t> (out.size - first)
            parser.at = at + 1
            return OK
        if byte < 32:
            return REJECT
        if byte != 92:
            if put_byte(out, byte) < 0:
                return NO_MEMORY
            at += 1
            continue
        if at + 1 >= parser.size:
            return REJECT
        byte = parser.text[at + 1]
        at += 2
        if byte == 117:
            answer = read_unicode(parser, &at)
        else:
            answer = put_byte(out, byte) if byte == 34 or byte == 92 or byte == 47 else (
                put_byte(out, 8) if byte == 98 else put_byte(out, 12) if byte == 102
                else put_byte(out, 10) if byte == 110 else put_byte(out, 13) if byte == 114
                else put_byte(out, 9) if byte == 116 else REJECT
            )
        if answer < 0:
            return answer
    return REJECT


cdef int read_code_unit(Parser parser, int64_t at) noexcept:
    """Four hexadecimal digits; -1 where they are not."""
    cdef int number = 0, i
    cdef uint8_t byte
    if at + 4 > parser.size:
        return -1
    for i in range(4):
        byte = parser.text[at + i]
        if 48 <= byte <= 57:
            byte -= 48
        elif 97 <= byte <= 102:
            byte -= 87
        elif 65 <= byte <= 70:
            byte -= 55
        else:
            return -1
        number = number << 4 | byte
    return number


cdef int read_unicode(Parser parser, int64_t* at) noexcept:
    cdef int first = read_code_unit(parser, at[0]), second
    cdef uint8_t encoded[4]
    at[0] += 4
    if first < 0 or 0xDC00 <= first < 0xE000:
        return REJECT
    if 0xD800 <= first < 0xDC00:
        if at[0] + 6 > parser.size or parser.text[at[0]] != 92 or parser.text[at[0] + 1] != 117:
            return REJECT
        second = read_code_unit(parser, at[0] + 2)
        if not 0xDC00 <= second < 0xE000:
            return REJECT
        at[0] += 6
        first = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
    if first < 0x80:
        return put_byte(&parser.scratch, <uint8_t> first)
    if first < 0x800:
        encoded[0] = <uint8_t> (0xC0 | first >> 6)
        encoded[1] = <uint8_t> (0x80 | first & 0x3F)
        return put(&parser.scratch, encoded, 2)
    if first < 0x10000:
        encoded[0] = <uint8_t> (0xE0 | first >> 12)
        encoded[1] = <uint8_t> (0x80 | first >> 6 & 0x3F)
        encoded[2] = <uint8_t> (0x80 | first & 0x3F)
        return put(&parser.scratch, encoded, 3)
    encoded[0] = <uint8_t> (0xF0 | first >> 18)
    encoded[1] = <uint8_t> (0x80 | first >> 12 & 0x3F)
    encoded[2] = <uint8_t> (0x80 | first >> 6 & 0x3F)
    encoded[3] = <uint8_t> (0x80 | first & 0x3F)
    return put(&parser.scratch, encoded, 4)
