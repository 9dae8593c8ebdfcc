# Part of the parser in json.pyx: numbers, whose payloads go to the scratch buffer.


cdef int read_number(Parser parser, Slot* slot) except? -9:
    """An integer or decimal where 38 digits hold it, else a double; its payload goes to scratch."""
    cdef int64_t start = parser.at, at = parser.at, whole, after
    cdef bint negative = parser.text[at] == 45
    cdef int128 number = 0
    cdef int64_t small = 0
    cdef int digits = 0, places = 0
    cdef bint exact = True
    if negative:
        at += 1
    whole = at
    while at < parser.size and 48 <= parser.text[at] <= 57:
        if digits or parser.text[at] != 48:
            digits += 1
            if digits <= 18:
                small = small * 10 + (parser.text[at] - 48)
            elif digits <= 38:
                if digits == 19:
                    number = small
                number = number * 10 + (parser.text[at] - 48)
        at += 1
    if at == whole:
        return REJECT
    if parser.text[whole] == 48 and at > whole + 1:
        at = whole + 1  # what follows a leading zero is not part of the number
        digits = 0
        small = 0
    if at + 1 < parser.size and parser.text[at] == 46 and 48 <= parser.text[at + 1] <= 57:
        at += 1
        after = at
        while at < parser.size and 48 <= parser.text[at] <= 57:
            if digits or parser.text[at] != 48:
                digits += 1
                if digits <= 18:
                    small = small * 10 + (parser.text[at] - 48)
                elif digits <= 38:
                    if digits == 19:
                        number = small
                    number = number * 10 + (parser.text[at] - 48)
            at += 1
        if at - after > 38:
            exact = False
        else:
            places = <int> (at - after)
    if at < parser.size and (parser.text[at] == 101 or parser.text[at] == 69):
        after = at + 1
        if after < parser.size and (parser.text[after] == 43 or parser.text[after] == 45):
            after += 1
        if after < parser.size and 48 <= parser.text[after] <= 57:
            exact = False
            at = after
            while at < parser.size and 48 <= parser.text[at] <= 57:
                at += 1
    parser.at = at
    slot.at = parser.scratch.size
    if not exact or digits > 38:
        return write_double(parser, slot, start, at)
    if digits <= 18:
        number = small
    if negative:
        number = -number
        small = -small
    if places:
        return write_decimal(parser, slot, number, digits if digits > places else places, places)
    if digits > 18 and (number >= (<int128> 1) << 63 or number < -((<int128> 1) << 63)):
        return write_decimal(parser, slot, number, 38, 0)
    return write_integer(parser, slot, number)


cdef int write_integer(Parser parser, Slot* slot, int128 number) noexcept:
    cdef int64_t small = <int64_t> number
    slot.kind = 3 if -128 <= small < 128 else 4 if -32768 <= small < 32768 else (
        5 if -2147483648 <= small < 2147483648 else 6
    )
    slot.size = sizes[slot.kind]
    return put(&parser.scratch, <const uint8_t*> &small, slot.size)


cdef int write_decimal(Parser parser, Slot* slot, int128 number, int digits, int places) noexcept:
    slot.kind = 8 if digits <= 9 else 9 if digits <= 18 else 10
    slot.size = sizes[slot.kind]
    if put_byte(&parser.scratch, <uint8_t> places) < 0:
        return NO_MEMORY
    return put(&parser.scratch, <const uint8_t*> &number, slot.size - 1)


cdef int write_double(Parser parser, Slot* slot, int64_t start, int64_t end) except? -9:
    cdef bytes text = (<const char*> parser.text)[start:end]
    cdef double value = float(text)
    if isinf(value):
        return REJECT
    slot.kind = 7
    slot.size = 8
    return put(&parser.scratch, <const uint8_t*> &value, 8)
