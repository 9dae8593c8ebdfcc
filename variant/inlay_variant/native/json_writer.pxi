# Part of the parser in json.pyx: from slots to metadata and value.


cdef int write_document(Parser parser, Bytes* metadata, Bytes* value) except? -9:
    cdef int answer = find_shape(parser)
    if answer < 0:
        return answer
    if put(metadata, parser.shape.metadata, parser.shape.metadata_size) < 0:
        return NO_MEMORY
    parser.entries.size = 0
    return write_slot(parser, 0, value)


cdef int find_shape(Parser parser) except? -9:
    """The dictionary for the keys of the document, and the place of each in it."""
    cdef uint32_t* numbers = <uint32_t*> parser.document_keys.data
    cdef int64_t count = parser.document_keys.size // 4, i
    cdef uint64_t hash_ = 14695981039346656037ULL
    cdef Shape* shape
    for i in range(count):
        hash_ = (hash_ ^ numbers[i]) * 1099511628211ULL
        hash_ ^= hash_ >> 31
    shape = &parser.shapes[hash_ % SHAPES]
    if shape.metadata == NULL or shape.count != count or (
        count and memcmp(shape.keys, numbers, count * 4)
    ):
        if make_shape(parser, shape, numbers, count) < 0:
            return NO_MEMORY
    for i in range(count):
        parser.keys[numbers[i]].rank = shape.ranks[i]
    parser.shape = shape
    return OK


cdef int make_shape(Parser parser, Shape* shape, const uint32_t* numbers, int64_t count) except? -9:
    cdef int64_t i
    cdef list names = [
        (<const char*> parser.key_texts.data)[parser.keys[numbers[i]].at : parser.keys[numbers[i]].at + parser.keys[numbers[i]].size]
        if parser.keys[numbers[i]].size else b""
        for i in range(count)
    ]
    cdef list order = sorted(range(count), key=names.__getitem__)
    cdef bytes metadata = write_metadata(names)
    free(shape.keys)
    free(shape.ranks)
    free(shape.metadata)
    shape.keys = <uint32_t*> malloc(count * 4 or 1)
    shape.ranks = <uint32_t*> malloc(count * 4 or 1)
    shape.metadata = <uint8_t*> malloc(len(metadata))
    shape.metadata_size = len(metadata)
    shape.count = count
    if shape.keys == NULL or shape.ranks == NULL or shape.metadata == NULL:
        shape.count = -1
        return NO_MEMORY
    memcpy(shape.metadata, <const char*> metadata, len(metadata))
    if count:
        memcpy(shape.keys, numbers, count * 4)
    for i in range(count):
        shape.ranks[<int64_t> order[i]] = <uint32_t> i
    return OK


cdef int write_slot(Parser parser, int64_t index, Bytes* out) noexcept:
    cdef Slot* slot = &parser.slots[index]
    if slot.kind == TEXT:
        return put_text(out, parser.text + slot.at, slot.size)
    if slot.kind == FROM_SCRATCH:
        return put_text(out, parser.scratch.data + slot.at, slot.size)
    if slot.kind >= OF_OBJECT:
        return write_container(parser, slot.kind == OF_OBJECT, index, out)
    if put_byte(out, <uint8_t> (slot.kind << 2)) < 0:
        return NO_MEMORY
    if slot.kind < 3:
        return OK
    return put(out, parser.scratch.data + slot.at, slot.size)


cdef int write_container(Parser parser, bint is_object, int64_t index, Bytes* out) noexcept:
    """Values in the order of their names, then header and tables before them."""
    cdef int64_t first = parser.entries.size, base = out.size, child = index + 1, i, start
    cdef int64_t end = parser.slots[index].behind, count
    cdef int answer
    while child < end:
        if push(&parser.entries, parser.keys[parser.slots[child].key].rank if is_object else 0, child, 0) < 0:
            return NO_MEMORY
        child = parser.slots[child].behind
    count = parser.entries.size - first
    if is_object and not sort_entries(parser.entries.data + first, count):
        return REJECT  # a name is there twice
    for i in range(first, first + count):
        start = out.size
        answer = write_slot(parser, parser.entries.data[i].start, out)
        if answer < 0:
            return answer
        parser.entries.data[i].size = out.size - start
    answer = wrap_values(out, base, parser.entries.data + first, count, is_object)
    parser.entries.size = first
    return answer
