# Part of validate.pyx: values, lists and maps.


cdef Bytes check_value(Pass* v, Bytes p, Kind kind, Type* type_) noexcept nogil:
    """A value of a field that is not a boolean, or an element of a container."""
    cdef Cursor* c = &v.cursor
    cdef int64_t value = 0
    if kind == K_I64:
        p = read_integer(c, p, 10, 64, &value)
    elif kind == K_I32:
        p = read_integer(c, p, 5, 32, &value)
    elif kind == K_ENUM:
        p = check_member(v, p, type_.members)
    elif kind == K_BINARY or kind == K_BORROWED:
        p = read_size(c, p, &value)
        if p != NULL:
            p += value
    elif kind == K_STRING:
        p = check_text(v, p, type_)
    elif kind == K_STRUCT or kind == K_UNION:
        p = check_struct(v, p, type_.plan, NULL)
    elif kind == K_LIST:
        p = check_list(v, p, type_)
    elif kind == K_TAGS:
        p = check_tag(v, p, type_.members)
    elif kind == K_I16:
        p = read_integer(c, p, 3, 16, &value)
    elif kind == K_DOUBLE:
        p = take(c, p, 8)
    elif kind == K_UUID:
        p = take(c, p, 16)
    elif kind == K_MAP:
        p = check_map(v, p, type_)
    elif kind == K_I8:
        p = take(c, p, 1)
    elif kind == K_HOOKED:
        p = skip_element(c, p, type_.wire)
    elif p >= c.end or p[0] > FALSE:  # boolean
        p = NULL
    else:
        if p[0] == 0:
            c.canonical = False
        p += 1
    return p


cdef inline Bytes check_text(Pass* v, Bytes p, Type* type_) noexcept nogil:
    cdef int64_t size = 0
    p = read_size(&v.cursor, p, &size)
    if p == NULL or ((type_.is_strict or v.strict) and not is_utf8(p, p + size)):
        return NULL
    return p + size


cdef inline Bytes check_member(Pass* v, Bytes p, Members* members) noexcept nogil:
    cdef int64_t value = 0
    if p < v.cursor.end and p[0] < 0x80 and members.by_byte[p[0]] != NULL:
        return p + 1
    p = read_integer(&v.cursor, p, 5, 32, &value)
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


cdef inline void begin_element(Pass* v, Bytes p) noexcept nogil:
    """Notes how far the pass has come, for who looks for what it refuses."""
    v.reached = p
    v.budget_there = v.cursor.budget


cdef Bytes check_list(Pass* v, Bytes p, Type* type_) noexcept nogil:
    cdef Cursor* c = &v.cursor
    cdef Type* element = type_.element
    cdef Bytes start = p
    cdef int64_t size = 0
    cdef int64_t at
    cdef int found = 0
    cdef int64_t record = -1
    cdef size_t first = NO_STARTS
    cdef Shapes* shapes = NULL
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
    if element.kind == K_STRUCT and size >= INDEXED:
        shapes = shapes_for(v, element.plan, size)
    if shapes != NULL:
        p = check_alike(v, p, element.plan, size, first, shapes)
        if p == NULL:
            return NULL
    elif element.kind == K_STRUCT:
        for at in range(size):
            if first != NO_STARTS:
                v.index.starts[first + at] = <uint32_t>(p - c.begin)
            begin_element(v, p)
            p = check_struct(v, p, element.plan, NULL)
            if p == NULL:
                return NULL
    elif element.kind == K_ENUM:
        for at in range(size):
            begin_element(v, p)
            p = check_member(v, p, element.members)
            if p == NULL:
                return NULL
    elif element.kind == K_STRING:
        for at in range(size):
            begin_element(v, p)
            p = check_text(v, p, element)
            if p == NULL:
                return NULL
    else:
        for at in range(size):
            begin_element(v, p)
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
    if not charge(v, CONTAINER_PRICE + (2 * ELEMENT_PRICE + ENTRY_PRICE) * size) or enter(c, p) == NULL:
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
