# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The pass: holds bytes against the schema tables, as `inlay_runtime.compact.reader` does, and makes no object.

It accepts what the pure reader accepts and nothing else; prices are the reader's. NULL is refusal. What has to
be written down for lazy structs and masks goes into the index.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from inlay_runtime.native.cursor cimport (
    Bytes,
    Cursor,
    EXTENSION_ID,
    FALSE,
    NO_EXTENSION,
    STOP,
    TRUE,
    WIRE_STRUCT,
    enter,
    fold_extension,
    integer,
    is_same,
    list_header,
    map_header,
    sized,
    skip,
    take,
)
from inlay_runtime.native.validate cimport INDEXED, NO_STARTS, Index, ListSpan, Pass
from inlay_runtime.native.plan cimport (
    K_BINARY, K_BOOL, K_BORROWED, K_DOUBLE, K_ENUM, K_I8, K_I16, K_I32, K_I64, K_LIST, K_MAP, K_STRING,
    K_STRUCT, K_TAGS, K_UNION, K_UUID, NO_ROW, Kind, Members, Plan, Row, Type, member_of, row_of,
)  # fmt: skip

cdef enum:
    CONTAINER_PRICE = 64
    ELEMENT_PRICE = 40
    FRAME_PRICE = 500
    NOTE_PRICE = 200
    MEMBER_PRICE = 500
    TAG_PRICE = 600
    SEEN_BYTES = 8200  # a bit for every field id, from -32768 to 32768

cdef Plan _ANY_VARIANT  # of an enum of tags that is more than its tag
memset(&_ANY_VARIANT, 0, sizeof(Plan))
memset(_ANY_VARIANT.by_id, 0xFF, sizeof(_ANY_VARIANT.by_id))
_ANY_VARIANT.price = 64
_ANY_VARIANT.is_union = True


cdef Bytes validate(Pass* v, Bytes p, Plan* plan) noexcept nogil:
    """Where the struct ends, or NULL where the pure reader would raise."""
    return check_struct(v, p, plan, NULL)


cdef bint charge(Pass* v, int64_t price) noexcept nogil:
    v.cursor.budget -= price
    return v.cursor.budget >= 0


cdef bint charge_frame(Pass* v, int64_t price) noexcept nogil:
    """For what a struct holds beside its fields."""
    if not v.has_frame:
        v.has_frame = True
        price += FRAME_PRICE
    return charge(v, price)


cdef Bytes check_struct(Pass* v, Bytes p, Plan* plan, Members* tags) noexcept nogil:
    """As `CompactReader.fields` and a generated `read` have it; `tags` if it is an enum of tags."""
    cdef Cursor* c = &v.cursor
    cdef Bytes begin = p
    cdef Bytes start
    cdef int64_t wire_id = 0
    cdef int64_t field_id = 0
    cdef int64_t previous_id
    cdef int64_t size = 0
    cdef int wire_type
    cdef int variants = 0
    cdef int required = 0
    cdef bint outer_has_frame = v.has_frame
    cdef uint8_t* seen = NULL
    cdef uint8_t* next_row
    cdef uint8_t byte
    cdef Row* row
    cdef Kind kind
    cdef int at
    c.depth += 1
    c.budget -= plan.price
    if c.depth > c.deepest or c.budget < 0:
        return NULL
    if c.depth > v.greatest_depth:
        v.greatest_depth = c.depth
    v.has_frame = False
    next_row = plan.next
    while True:
        start = p
        if p >= c.end:
            return NULL
        byte = p[0]
        p += 1
        if next_row != NULL and next_row[byte] != NO_ROW:  # what well-behaved writers emit
            at = next_row[byte]
            next_row = plan.next + 256 * (at + 1)
            row = &plan.rows[at]
            wire_id = field_id = row.id
            required += row.required
            kind = row.kind
            if kind == K_I64 or kind == K_I32:
                if p < c.end and p[0] < 0x80:
                    p += 1
                    continue
                p = integer(c, p, 10 if kind == K_I64 else 5, 64 if kind == K_I64 else 32, &size)
            elif kind == K_ENUM:
                p = check_member(v, p, row.type.members)
            elif kind == K_BINARY:
                p = sized(c, p, &size)
                if p != NULL:
                    p += size
            elif kind == K_STRING:
                p = sized(c, p, &size)
                if p != NULL:
                    p = p + size if is_utf8(p, p + size) else NULL
            elif kind == K_STRUCT:
                p = check_struct(v, p, row.type.plan, NULL)
            elif kind == K_LIST:
                p = check_list(v, p, row.type)
            elif kind != K_BOOL:
                p = check_value(v, p, kind, row.type)
            if p == NULL:
                return NULL
            continue
        wire_type = byte & 0x0F
        if wire_type == STOP:
            break
        next_row = NULL  # from here on, all is looked at
        previous_id = field_id
        if byte > 0x0F:
            wire_id += byte >> 4
            if wire_id > EXTENSION_ID:
                return NULL
        else:
            previous_id = wire_id
            p = integer(c, p, 3, 16, &wire_id)
            if p == NULL:
                return NULL
            if 0 < wire_id - previous_id < 16 and wire_id != EXTENSION_ID:
                c.canonical = False
            previous_id = field_id
        field_id = fold_extension(wire_id, wire_type)
        if seen == NULL and field_id <= previous_id and start > begin:
            seen = remember(v, begin, start)
            if seen == NULL:
                return NULL
        if seen != NULL and not (charge(v, NOTE_PRICE) and see(seen, field_id)):
            return NULL
        if field_id == EXTENSION_ID:
            if byte > 0x0F:
                c.canonical = False
            if plan.is_union and not charge_frame(v, 0):
                return NULL
            p = sized(c, p, &size)
            if p == NULL:
                return NULL
            p += size
            continue
        row = row_of(plan, <int>field_id) if field_id != NO_EXTENSION else NULL
        if row != NULL:
            if row.type.wire != wire_type and not (row.type.wire == TRUE and wire_type == FALSE):
                return NULL
            required += row.required
            variants += 1
            if row.type.kind != K_BOOL:
                p = check_value(v, p, row.kind, row.type)
        elif plan.is_union and field_id != NO_EXTENSION:
            variants += 1
            if plan.is_closed or (tags != NULL and not may_be_tag(tags, field_id, wire_type)):
                return NULL
            p = skip(c, p, wire_type)
        else:
            p = check_unknown(v, p, wire_type)
        if p == NULL or (plan.is_union and variants > 1):
            return NULL
    if required != plan.required or (plan.is_union and variants == 0):
        return NULL
    if byte != 0:
        c.canonical = False
    if seen != NULL or v.has_frame:
        if c.depth == 1:
            v.is_root_irregular = True
        else:
            v.irregular += 1
            c.canonical = False
    c.depth -= 1
    v.has_frame = outer_has_frame
    return p


cdef uint8_t* remember(Pass* v, Bytes begin, Bytes start) noexcept nogil:
    """The ids of the fields between `begin` and `start`, as bits; from here on every id is looked at."""
    cdef Cursor c = v.cursor
    cdef uint8_t* seen = v.seen[c.depth]
    cdef Bytes p = begin
    cdef int64_t wire_id = 0
    cdef uint8_t byte
    if seen == NULL:
        seen = v.seen[c.depth] = <uint8_t*>calloc(1, SEEN_BYTES)
        if seen == NULL:
            return NULL
    memset(seen, 0, SEEN_BYTES)
    c.is_validated = True
    while p < start:
        byte = p[0]
        p += 1
        if byte > 0x0F:
            wire_id += byte >> 4
        else:
            p = integer(&c, p, 3, 16, &wire_id)
        if p != NULL:
            p = skip(&c, p, byte & 0x0F)
        if p == NULL:
            return NULL  # cannot be: these bytes have been passed before
        see(seen, fold_extension(wire_id, byte & 0x0F))
    return seen


cdef bint see(uint8_t* seen, int64_t field_id) noexcept nogil:
    """Notes an id; False if it was there."""
    cdef int64_t bit = field_id + 32768
    if seen[bit >> 3] >> (bit & 7) & 1:
        return False
    seen[bit >> 3] |= 1 << (bit & 7)
    return True


cdef bint may_be_tag(Members* tags, int64_t field_id, int wire_type) noexcept nogil:
    if member_of(tags, field_id) != NULL:
        return wire_type == WIRE_STRUCT
    return not tags.closed


cdef Bytes check_unknown(Pass* v, Bytes p, int wire_type) noexcept nogil:
    """A field that is kept as its bytes."""
    cdef Bytes start = p
    p = skip(&v.cursor, p, wire_type)
    if p == NULL or not charge_frame(v, NOTE_PRICE + (p - start)):
        return NULL
    return p


cdef Bytes check_value(Pass* v, Bytes p, Kind kind, Type* type_) noexcept nogil:
    """A value of a field that is no boolean, or an element of a container."""
    cdef Cursor* c = &v.cursor
    cdef int64_t value = 0
    if kind == K_I64:
        p = integer(c, p, 10, 64, &value)
    elif kind == K_I32:
        p = integer(c, p, 5, 32, &value)
    elif kind == K_ENUM:
        p = check_member(v, p, type_.members)
    elif kind == K_BINARY or kind == K_BORROWED:
        p = sized(c, p, &value)
        if p != NULL:
            p += value
    elif kind == K_STRING:
        p = sized(c, p, &value)
        if p != NULL:
            p = p + value if is_utf8(p, p + value) else NULL
    elif kind == K_STRUCT or kind == K_UNION:
        p = check_struct(v, p, type_.plan, NULL)
    elif kind == K_LIST:
        p = check_list(v, p, type_)
    elif kind == K_TAGS:
        p = check_tag(v, p, type_.members)
    elif kind == K_I16:
        p = integer(c, p, 3, 16, &value)
    elif kind == K_DOUBLE:
        p = take(c, p, 8)
    elif kind == K_UUID:
        p = take(c, p, 16)
    elif kind == K_MAP:
        p = check_map(v, p, type_)
    elif kind == K_I8:
        p = take(c, p, 1)
    elif p >= c.end or p[0] > FALSE:  # boolean
        p = NULL
    else:
        if p[0] == 0:
            c.canonical = False
        p += 1
    return p


cdef inline Bytes check_member(Pass* v, Bytes p, Members* members) noexcept nogil:
    cdef int64_t value = 0
    if p < v.cursor.end and p[0] < 0x80 and members.by_byte[p[0]] != NULL:
        return p + 1
    p = integer(&v.cursor, p, 5, 32, &value)
    if p == NULL or member_of(members, value) != NULL:
        return p
    return NULL if members.closed or not charge(v, MEMBER_PRICE) else p


cdef Bytes check_tag(Pass* v, Bytes p, Members* tags) noexcept nogil:
    cdef Cursor* c = &v.cursor
    if is_plain_tag(c, p, tags):
        if c.depth + 2 > v.greatest_depth:
            v.greatest_depth = c.depth + 2
        return p + 3 if c.depth + 2 <= c.deepest else NULL
    if not charge(v, TAG_PRICE):
        return NULL
    return check_struct(v, p, &_ANY_VARIANT, tags)


cdef bint is_plain_tag(Cursor* c, Bytes p, Members* tags) noexcept nogil:
    """Whether a union is one empty struct whose variant is known, and nothing else."""
    if c.end - p < 3 or p[0] & 0x0F != WIRE_STRUCT or p[1] or p[2]:
        return False
    return p[0] > 0x0F and tags.by_byte[p[0] >> 4] != NULL


cdef Bytes check_list(Pass* v, Bytes p, Type* type_) noexcept nogil:
    cdef Cursor* c = &v.cursor
    cdef Type* element = type_.element
    cdef Bytes start = p
    cdef int64_t size = 0
    cdef int64_t at
    cdef int64_t value = 0
    cdef int found = 0
    cdef int64_t record = -1
    cdef size_t first = NO_STARTS
    if c.end - p > 15 * 16 and p[0] < 0xF0 and p[0] & 0x0F == element.wire and c.container >= 15:
        found = element.wire
        size = p[0] >> 4  # fits, whatever its elements are
        p += 1
    else:
        p = list_header(c, p, &size, &found)
        if p == NULL:
            return NULL
    if found != element.wire:
        if (size and not is_same(found, element.wire)) or not charge_frame(v, NOTE_PRICE):
            return NULL
    if not charge(v, CONTAINER_PRICE + ELEMENT_PRICE * size) or enter(c, p) == NULL:
        return NULL
    if c.depth > v.greatest_depth:
        v.greatest_depth = c.depth
    if v.index != NULL and element.kind != K_LIST and element.kind != K_MAP and size:
        if size >= INDEXED or (element.kind == K_STRUCT and element.plan.is_nested):
            record = open_span(v.index, <uint32_t>(start - c.begin), size, element.kind == K_STRUCT)
            if record < 0:
                return NULL
            first = v.index.lists[record].first
    if element.kind == K_STRUCT:
        for at in range(size):
            if first != NO_STARTS:
                v.index.starts[first + at] = <uint32_t>(p - c.begin)
            p = check_struct(v, p, element.plan, NULL)
            if p == NULL:
                return NULL
    elif element.kind == K_ENUM:
        for at in range(size):
            p = check_member(v, p, element.members)
            if p == NULL:
                return NULL
    elif element.kind == K_STRING:
        for at in range(size):
            p = sized(c, p, &value)
            if p == NULL or not is_utf8(p, p + value):
                return NULL
            p += value
    else:
        for at in range(size):
            p = check_value(v, p, element.kind, element)
            if p == NULL:
                return NULL
    c.depth -= 1
    if record >= 0:
        v.index.lists[record].end = <uint32_t>(p - c.begin)
    return p


cdef Bytes check_map(Pass* v, Bytes p, Type* type_) noexcept nogil:
    """All but keys that occur twice, which the build finds."""
    cdef Cursor* c = &v.cursor
    cdef int64_t size = 0
    cdef int64_t at
    cdef int key_type = 0
    cdef int value_type = 0
    p = map_header(c, p, &size, &key_type, &value_type)
    if p == NULL:
        return NULL
    if size:
        v.has_maps = True
        if not is_same(key_type, type_.key.wire) or not is_same(value_type, type_.element.wire):
            return NULL
        if key_type != type_.key.wire or value_type != type_.element.wire:
            if not charge_frame(v, NOTE_PRICE):
                return NULL
    if not charge(v, CONTAINER_PRICE + 2 * ELEMENT_PRICE * size) or enter(c, p) == NULL:
        return NULL
    if c.depth > v.greatest_depth:
        v.greatest_depth = c.depth
    for at in range(size):
        p = check_value(v, p, type_.key.kind, type_.key)
        if p == NULL:
            return NULL
        p = check_value(v, p, type_.element.kind, type_.element)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p


cdef bint is_utf8(Bytes p, Bytes end) noexcept nogil:
    """Whether text is well-formed UTF-8 (The Unicode Standard, table 3-7), which is what Python decodes."""
    cdef uint64_t word
    cdef uint8_t byte, low, high
    cdef int more
    while p < end:
        if end - p >= 8:
            memcpy(&word, p, 8)
            if not word & <uint64_t>0x8080808080808080:
                p += 8
                if p < end < p + 8:  # the last bytes, with some of those before
                    memcpy(&word, end - 8, 8)
                    if not word & <uint64_t>0x8080808080808080:
                        return True
                continue
        byte = p[0]
        p += 1
        if byte < 0x80:
            continue
        low, high = 0x80, 0xBF
        if 0xC2 <= byte <= 0xDF:
            more = 1
        elif 0xE0 <= byte <= 0xEF:
            more = 2
            if byte == 0xE0:
                low = 0xA0
            elif byte == 0xED:
                high = 0x9F
        elif 0xF0 <= byte <= 0xF4:
            more = 3
            if byte == 0xF0:
                low = 0x90
            elif byte == 0xF4:
                high = 0x8F
        else:
            return False
        if end - p < more or not low <= p[0] <= high:
            return False
        if more > 1 and p[1] & 0xC0 != 0x80:
            return False
        if more > 2 and p[2] & 0xC0 != 0x80:
            return False
        p += more
    return True


# The index


cdef int64_t open_span(Index* index, uint32_t start, int64_t size, bint has_starts) noexcept nogil:
    """A new record, with room for the starts of its elements; -1 without memory."""
    cdef void* grown
    cdef size_t room
    cdef ListSpan* span
    if index.list_count == index.list_room:
        room = 2 * index.list_room + 16
        grown = realloc(index.lists, room * sizeof(ListSpan))
        if grown == NULL:
            return -1
        index.lists = <ListSpan*>grown
        index.list_room = room
    span = &index.lists[index.list_count]
    span.start = start
    span.end = 0
    span.count = <uint32_t>size
    span.first = NO_STARTS
    if has_starts:
        if index.start_room - index.start_count < <size_t>size:
            room = index.start_room + index.start_room // 2 + <size_t>size
            grown = realloc(index.starts, room * sizeof(uint32_t))
            if grown == NULL or room >= NO_STARTS:
                return -1
            index.starts = <uint32_t*>grown
            index.start_room = room
        span.first = <uint32_t>index.start_count
        index.start_count += <size_t>size
    index.list_count += 1
    return <int64_t>index.list_count - 1


cdef ListSpan* span_at(Index* index, uint32_t start) noexcept nogil:
    """The record of the list whose header is at an offset, or NULL."""
    cdef size_t low = 0
    cdef size_t high = index.list_count
    cdef size_t middle
    while low < high:
        middle = (low + high) // 2
        if index.lists[middle].start < start:
            low = middle + 1
        else:
            high = middle
    if low < index.list_count and index.lists[low].start == start:
        return &index.lists[low]
    return NULL


cdef void release_index(Index* index) noexcept nogil:
    free(index.lists)
    free(index.starts)
    memset(index, 0, sizeof(Index))


cdef void release_pass(Pass* v) noexcept nogil:
    cdef int at
    for at in range(130):
        free(v.seen[at])
        v.seen[at] = NULL
