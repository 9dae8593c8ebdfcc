# Part of the parser in json.pyx: from token to token through a document, which becomes slots.


cdef int read_document(Parser parser, const uint8_t* text, int64_t size) except? -9:
    """A document into slots."""
    cdef int answer, level = 0
    cdef Slot* top
    cdef int64_t here
    parser.text = text
    parser.size = size
    parser.at = 0
    parser.slot_count = 0
    parser.scratch.size = 0
    parser.document_keys.size = 0
    parser.document += 1
    if parser.key_count > MAX_KEYS:
        parser.forget()
    if not is_utf8(text, text + size):
        return REJECT
    while True:
        here = parser.slot_count
        answer = read_value(parser)
        if answer < 0:
            return answer
        if parser.slots[here].behind == 0:  # a container that holds something
            if level >= parser.depth:
                return REJECT
            parser.open_slots[level] = <uint32_t> here
            level += 1
            if parser.slots[here].kind == OF_OBJECT:
                answer = read_key(parser)
                if answer < 0:
                    return answer
            continue
        if (parser.slots[here].kind == OF_OBJECT or parser.slots[here].kind == OF_ARRAY) and level >= parser.depth:
            return REJECT
        while level:
            top = &parser.slots[parser.open_slots[level - 1]]
            skip_blanks(parser)
            if parser.at >= parser.size:
                return REJECT
            if parser.text[parser.at] == 44:  # ,
                parser.at += 1
                if top.kind == OF_OBJECT:
                    answer = read_key(parser)
                    if answer < 0:
                        return answer
                break
            if parser.text[parser.at] != (125 if top.kind == OF_OBJECT else 93):
                return REJECT
            parser.at += 1
            top.behind = <uint32_t> parser.slot_count
            level -= 1
        else:
            skip_blanks(parser)
            return OK if parser.at == parser.size else REJECT


cdef inline void skip_blanks(Parser parser) noexcept:
    cdef uint8_t byte
    while parser.at < parser.size:
        byte = parser.text[parser.at]
        if byte != 32 and byte != 10 and byte != 13 and byte != 9:
            return
        parser.at += 1


cdef Slot* add_slot(Parser parser) noexcept:
    """The next slot, whose key was set when it was read; NULL without memory."""
    # Room for one more: the key of the next slot is set before it is added.
    cdef void* grown = grow_rows(parser.slots, parser.slot_count + 1, &parser.slot_room, sizeof(Slot))
    if grown == NULL:
        return NULL
    parser.slots = <Slot*> grown
    parser.slot_count += 1
    parser.slots[parser.slot_count - 1].behind = <uint32_t> parser.slot_count
    return &parser.slots[parser.slot_count - 1]


cdef int read_value(Parser parser) except? -9:
    cdef Slot* slot = add_slot(parser)
    cdef uint8_t byte
    if slot == NULL:
        return NO_MEMORY
    skip_blanks(parser)
    if parser.at >= parser.size:
        return REJECT
    byte = parser.text[parser.at]
    if byte == 34:
        return read_string(parser, slot)
    if byte == 123 or byte == 91:  # { [
        slot.kind = OF_OBJECT if byte == 123 else OF_ARRAY
        parser.at += 1
        skip_blanks(parser)
        if parser.at < parser.size and parser.text[parser.at] == byte + 2:
            parser.at += 1
        else:
            slot.behind = 0
        return OK
    if byte == 116:
        slot.kind = 1
        return read_word(parser, b"true", 4)
    if byte == 102:
        slot.kind = 2
        return read_word(parser, b"false", 5)
    if byte == 110:
        slot.kind = 0
        return read_word(parser, b"null", 4)
    return read_number(parser, slot)


cdef inline int read_word(Parser parser, const char* letters, int size) noexcept:
    if parser.size - parser.at < size or memcmp(parser.text + parser.at, letters, size):
        return REJECT
    parser.at += size
    return OK


cdef int read_key(Parser parser) noexcept:
    """A name and a colon; the next slot gets the key."""
    cdef Slot text
    cdef int answer
    cdef const uint8_t* data
    skip_blanks(parser)
    if parser.at >= parser.size or parser.text[parser.at] != 34:
        return REJECT
    answer = read_string(parser, &text)
    if answer < 0:
        return answer
    skip_blanks(parser)
    if parser.at >= parser.size or parser.text[parser.at] != 58:
        return REJECT
    parser.at += 1
    data = (parser.scratch.data if text.kind == FROM_SCRATCH else parser.text) + text.at
    # The slot is not taken yet, but there is always room for one more.
    if parser.slot_count + 1 >= parser.slot_room:
        if add_slot(parser) == NULL:
            return NO_MEMORY
        parser.slot_count -= 1
    return find_key(parser, data, text.size, &parser.slots[parser.slot_count].key)
