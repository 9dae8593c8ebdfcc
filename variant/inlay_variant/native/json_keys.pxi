# Part of the parser in json.pyx: the table of keys, which lives as long as the column.


cdef int find_key(Parser parser, const uint8_t* data, int64_t size, uint32_t* key_number) noexcept:
    cdef uint64_t hash_ = 14695981039346656037ULL, word
    cdef int64_t i = 0, at
    cdef uint32_t number
    cdef Key* key
    while i + 8 <= size:
        memcpy(&word, data + i, 8)
        hash_ = (hash_ ^ word) * 1099511628211ULL
        hash_ ^= hash_ >> 29
        i += 8
    while i < size:
        hash_ = (hash_ ^ data[i]) * 1099511628211ULL
        i += 1
    hash_ ^= hash_ >> 32
    at = <int64_t> (hash_ & <uint64_t> (parser.table_size - 1))
    while True:
        number = parser.table[at]
        if number == 0:
            break
        key = &parser.keys[number - 1]
        if key.hash == hash_ and key.size == size and (
            size == 0 or memcmp(parser.key_texts.data + key.at, data, size) == 0
        ):
            key_number[0] = number - 1
            return note_key(parser, key, number - 1)
        at = (at + 1) & (parser.table_size - 1)
    return add_key(parser, data, size, hash_, at, key_number)


cdef int add_key(
    Parser parser, const uint8_t* data, int64_t size, uint64_t hash_, int64_t at, uint32_t* key_number
) noexcept:
    cdef void* grown = grow_rows(parser.keys, parser.key_count, &parser.key_room, sizeof(Key))
    cdef Key* key
    if grown == NULL:
        return NO_MEMORY
    parser.keys = <Key*> grown
    key = &parser.keys[parser.key_count]
    key.at = parser.key_texts.size
    key.size = size
    key.hash = hash_
    key.document = -1
    if put(&parser.key_texts, data, size) < 0:
        return NO_MEMORY
    parser.key_count += 1
    parser.table[at] = <uint32_t> parser.key_count
    key_number[0] = <uint32_t> (parser.key_count - 1)
    if parser.key_count * 2 > parser.table_size and grow_table(parser) < 0:
        return NO_MEMORY
    return note_key(parser, key, key_number[0])


cdef int grow_table(Parser parser) noexcept:
    cdef int64_t i, at, size = parser.table_size * 4
    cdef uint32_t* table = <uint32_t*> calloc(size, sizeof(uint32_t))
    if table == NULL:
        return NO_MEMORY
    for i in range(parser.key_count):
        at = <int64_t> (parser.keys[i].hash & <uint64_t> (size - 1))
        while table[at]:
            at = (at + 1) & (size - 1)
        table[at] = <uint32_t> (i + 1)
    free(parser.table)
    parser.table = table
    parser.table_size = size
    return OK


cdef inline int note_key(Parser parser, Key* key, uint32_t number) noexcept:
    """The first time in a document, it joins its keys."""
    if key.document == parser.document:
        return OK
    key.document = parser.document
    return put(&parser.document_keys, <const uint8_t*> &number, 4)
