# Part of native_levels.pyx and native_plain_chunk.pyx: page headers whose fields are all known and in order. Any other is left alone.

cdef enum:  # PageType and Encoding of the format
    DATA_PAGE = 0
    DICTIONARY_PAGE = 2
    DATA_PAGE_V2 = 3
    PLAIN = 0
    PLAIN_DICTIONARY = 2
    RLE = 3
    RLE_DICTIONARY = 8

cdef enum:
    LONGEST_I32 = 5
    LONGEST_I64 = 10
    DEPTH = 8

cdef struct Raw:  # NULL where a field is not there
    const uint8_t* at
    int64_t size

cdef struct Header:
    int type, encoding, level_encoding, repetition_encoding
    int64_t size, packed, entries, rows, repetition_bytes, level_bytes, nulls, said_nulls
    bint has_nulls, has_said_nulls, is_packed, has_data, has_crc
    Raw low, high, old_low, old_high
    const uint8_t* body


cdef const uint8_t* _read_field(Cursor* c, const uint8_t* p, int* number, int* wire) noexcept nogil:
    """The next field of a struct; a `wire` of STOP at its end. NULL where fields are not in order."""
    if p >= c.end:
        return NULL
    wire[0] = p[0] & 0x0F
    if p[0] == STOP:
        return p + 1
    if wire[0] == STOP or p[0] >> 4 == 0:
        return NULL
    number[0] += p[0] >> 4
    return p + 1


cdef bint _read_header(const uint8_t* p, const uint8_t* end, Header* header) noexcept nogil:
    """Whether it is that of a data page or a dictionary page, and has no CRC. Its body may be longer than what is there of it."""
    return _read_any_header(p, end, header) and not header.has_crc


cdef bint _read_any_header(const uint8_t* p, const uint8_t* end, Header* header) noexcept nogil:
    """The same, also with a CRC."""
    cdef Cursor c = make_cursor(p, end - p, DEPTH, end - p, end - p, end - p)
    cdef int number = 0, wire = 0, fields = 0
    cdef int64_t value = 0
    memset(header, 0, sizeof(Header))
    header.is_packed = True
    while True:
        p = _read_field(&c, p, &number, &wire)
        if p == NULL:
            return False
        if wire == STOP:
            break
        if number <= 3:
            p = read_integer(&c, p, LONGEST_I32, 32, &value) if wire == WIRE_I32 else NULL
            if number == 1:
                header.type = <int> value
            elif number == 2:
                header.size = value
            else:
                header.packed = value
            fields += 1
        elif number == 4 and wire == WIRE_I32 and fields == 3:
            p = read_integer(&c, p, LONGEST_I32, 32, &value)
            header.has_crc = True
        elif wire != WIRE_STRUCT or fields != 3 or header.has_data:
            return False
        elif number == 5 and header.type == DATA_PAGE:
            header.has_data = True
            p = _read_data(&c, p, header)
        elif number == 7 and header.type == DICTIONARY_PAGE:
            header.has_data = True
            p = _read_dictionary(&c, p, header)
        elif number == 8 and header.type == DATA_PAGE_V2:
            header.has_data = True
            p = _read_data_2(&c, p, header)
        else:
            return False
        if p == NULL:
            return False
    header.body = p
    return header.has_data and header.packed >= 0 and header.size >= 0 and header.entries >= 0


cdef const uint8_t* _read_data(Cursor* c, const uint8_t* p, Header* header) noexcept nogil:
    cdef int number = 0, wire = 0, fields = 0
    cdef int64_t value = 0
    while True:
        p = _read_field(c, p, &number, &wire)
        if p == NULL:
            return NULL
        if wire == STOP:
            return p if fields == 4 else NULL
        if number <= 4:
            p = read_integer(c, p, LONGEST_I32, 32, &value) if wire == WIRE_I32 else NULL
            fields += 1
            if number == 1:
                header.entries = value
            elif number == 2:
                header.encoding = <int> value
            elif number == 3:
                header.level_encoding = <int> value
            else:
                header.repetition_encoding = <int> value
        elif number == 5 and wire == WIRE_STRUCT:
            p = _read_statistics(c, p, header)
        else:
            return NULL
        if p == NULL:
            return NULL


cdef const uint8_t* _read_dictionary(Cursor* c, const uint8_t* p, Header* header) noexcept nogil:
    cdef int number = 0, wire = 0, fields = 0
    cdef int64_t value = 0
    while True:
        p = _read_field(c, p, &number, &wire)
        if p == NULL:
            return NULL
        if wire == STOP:
            return p if fields == 2 else NULL
        if number <= 2:
            p = read_integer(c, p, LONGEST_I32, 32, &value) if wire == WIRE_I32 else NULL
            fields += 1
            if number == 1:
                header.entries = value
            elif value != PLAIN and value != PLAIN_DICTIONARY:
                return NULL
            else:
                header.encoding = <int> value
        elif number != 3 or (wire != TRUE and wire != FALSE):  # is_sorted
            return NULL
        if p == NULL:
            return NULL


cdef const uint8_t* _read_data_2(Cursor* c, const uint8_t* p, Header* header) noexcept nogil:
    cdef int number = 0, wire = 0, fields = 0
    cdef int64_t value = 0
    while True:
        p = _read_field(c, p, &number, &wire)
        if p == NULL:
            return NULL
        if wire == STOP:
            return p if fields == 6 else NULL
        if number <= 6:
            p = read_integer(c, p, LONGEST_I32, 32, &value) if wire == WIRE_I32 else NULL
            fields += 1
            if number == 1:
                header.entries = value
            elif number == 2:
                header.said_nulls = value
                header.has_said_nulls = True
            elif number == 3:
                header.rows = value
            elif number == 4:
                header.encoding = <int> value
            elif number == 5:
                header.level_bytes = value
            else:
                header.repetition_bytes = value
        elif number == 7 and (wire == TRUE or wire == FALSE):
            header.is_packed = wire == TRUE
        elif number == 8 and wire == WIRE_STRUCT:
            p = _read_statistics(c, p, header)
        else:
            return NULL
        if p == NULL:
            return NULL


cdef const uint8_t* _read_statistics(Cursor* c, const uint8_t* p, Header* header) noexcept nogil:
    cdef int number = 0, wire = 0
    cdef int64_t value = 0
    while True:
        p = _read_field(c, p, &number, &wire)
        if p == NULL or wire == STOP:
            return p
        if number in (1, 2, 5, 6) and wire == WIRE_BINARY:
            p = read_size(c, p, &value)
            if p == NULL:
                return NULL
            if number == 1:
                header.old_high.at, header.old_high.size = p, value
            elif number == 2:
                header.old_low.at, header.old_low.size = p, value
            elif number == 5:
                header.high.at, header.high.size = p, value
            else:
                header.low.at, header.low.size = p, value
            p += value
        elif number in (3, 4, 9) and wire == WIRE_I64:
            p = read_integer(c, p, LONGEST_I64, 64, &value)
            if number == 3:
                header.nulls, header.has_nulls = value, True
        elif number not in (7, 8) or (wire != TRUE and wire != FALSE):
            return NULL
        if p == NULL:
            return NULL
