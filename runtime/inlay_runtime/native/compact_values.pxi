# Part of compact.pyx: values, lists, maps and unions out of validated bytes.


cdef object build_value(Build* b, Type* type_):
    """A value of a field that is not a boolean, or an element of a container."""
    cdef Kind kind = type_.kind
    cdef Cursor* c = &b.cursor
    cdef Bytes p = b.p
    cdef int64_t value = 0
    cdef double real
    if kind == K_I32 or kind == K_I64:
        b.p = read_integer(c, p, 10, 64, &value)
        if b.p == NULL:
            raise Rejected
        return PyLong_FromLongLong(value)
    if kind == K_BINARY or kind == K_STRING or kind == K_BORROWED:
        p = read_size(c, p, &value)
        if p == NULL:
            raise Rejected
        b.p = p + value
        if kind == K_STRING:
            return build_text(b, p, value)
        if kind == K_BINARY:
            return build_bytes(b, p, value)
        return memoryview(<object>b.data)[p - c.begin : p - c.begin + value]
    if kind == K_ENUM:
        return build_member(b, type_.members)
    if kind == K_STRUCT:
        return build_child(b, type_.plan, None)
    if kind == K_LIST:
        return build_list(b, type_, None)
    if kind == K_TAGS:
        return build_tag(b, type_.members)
    if kind == K_UNION:
        return build_union(b, type_.plan)
    if kind == K_I16:
        b.p = read_integer(c, p, 3, 16, &value)
        if b.p == NULL:
            raise Rejected
        return PyLong_FromLongLong(value)
    if kind == K_MAP:
        return build_map(b, type_)
    if kind == K_HOOKED:
        return build_hooked(b, type_, False)
    if c.end - p < (8 if kind == K_DOUBLE else 16 if kind == K_UUID else 1):
        raise Rejected
    if kind == K_DOUBLE:
        b.p = p + 8
        memcpy(&real, p, 8)
        return PyFloat_FromDouble(real)
    if kind == K_UUID:
        b.p = p + 16
        return build_uuid(p)
    b.p = p + 1
    if kind == K_BOOL:
        return p[0] == TRUE
    return <int>p[0] - 256 if p[0] > 0x7F else <int>p[0]


cdef object build_uuid(Bytes p):
    from uuid import UUID  # here, because few structs have one, and to import it takes as long as a small footer

    return UUID(bytes=PyBytes_FromStringAndSize(<char*>p, 16))


cdef inline object build_text(Build* b, Bytes p, Py_ssize_t size):
    cdef uint64_t key
    cdef PyObject** place
    if b.texts == NULL or size < 8 or size > 128:
        return PyUnicode_DecodeUTF8(<char*>p, size, "surrogateescape")
    memcpy(&key, p + size - 8, 8)
    key = (key ^ <uint64_t>size) * <uint64_t>0x9E3779B97F4A7C15
    place = &b.texts[key >> (64 - TEXTS_BITS)]
    if place[0] != NULL and inlay_is_text(place[0], <char*>p, size):
        return <object>place[0]
    made = PyUnicode_DecodeUTF8(<char*>p, size, "surrogateescape")
    Py_XDECREF(place[0])
    Py_INCREF(made)
    place[0] = <PyObject*>made
    return made


cdef inline object build_bytes(Build* b, Bytes p, Py_ssize_t size):
    cdef int at
    cdef PyObject* found
    if b.texts == NULL or size < 2 or size > 128:
        return PyBytes_FromStringAndSize(<char*>p, size)
    for at in range(4):
        found = b.recent[at]
        if found != NULL and PyBytes_GET_SIZE(<object>found) == size:
            if memcmp(PyBytes_AS_STRING(<object>found), p, size) == 0:
                return <object>found
    made = PyBytes_FromStringAndSize(<char*>p, size)
    Py_XDECREF(b.recent[b.turn])
    Py_INCREF(made)
    b.recent[b.turn] = <PyObject*>made
    b.turn = (b.turn + 1) & 3
    return made


cdef void release_shared(Build* b) noexcept:
    cdef int at
    for at in range(4):
        Py_XDECREF(b.recent[at])
    if b.texts != NULL:
        for at in range(1 << TEXTS_BITS):
            Py_XDECREF(b.texts[at])
        free(b.texts)


cdef object build_member(Build* b, Members* members):
    cdef Bytes p = b.p
    cdef int64_t value = 0
    cdef PyObject* found
    if p < b.cursor.end and p[0] < 0x80 and members.by_byte[p[0]] != NULL:
        b.p = p + 1
        return <object>members.by_byte[p[0]]
    b.p = read_integer(&b.cursor, p, 5, 32, &value)
    if b.p == NULL:
        raise Rejected
    found = member_of(members, value)
    if found != NULL:
        return <object>found
    return (<object>members.cls)._unknown(value, p - b.cursor.begin)


cdef object build_tag(Build* b, Members* tags):
    cdef Bytes p = b.p
    if b.cursor.end - p >= 3 and p[0] & 0x0F == WIRE_STRUCT and p[0] > 0x0F and not p[1] and not p[2]:
        if tags.by_byte[p[0] >> 4] != NULL:
            b.p = p + 3
            return <object>tags.by_byte[p[0] >> 4]
    size = PyBytes_GET_SIZE(<object>b.data)
    limits = Limits(1 << 10, size, size, 1 << 20)
    reader = CompactReader(<object>b.data, p - b.cursor.begin, limits)
    tag = (<object>tags.cls)._read_raw(reader)
    b.p = b.cursor.begin + <Py_ssize_t>reader.position
    return tag


cdef object build_child(Build* b, Plan* plan, Node node):
    """A struct in a struct or a list. In a lazy build, an element of a list is a stub, and a field is built, with its lists
    closed: to pass over it takes about as long."""
    cdef PyObject* outer = b.view
    if outer == NULL:
        return build_struct(b, plan, node)
    view = (<View>outer).part(node)
    if b.keeps_lists_closed:
        b.view = <PyObject*>view
        record = build_struct(b, plan, node)
        b.view = outer
        return record
    record = make_stub(plan, view, <uint32_t>(b.p - b.cursor.begin))
    if plan.is_heavy:
        b.p = skip_nested(b, b.p, plan)
    else:
        b.p = skip_struct(&b.cursor, b.p)
        if b.p == NULL:
            raise Rejected
    return record


cdef list make_list(Type* type_, Py_ssize_t size):
    """An empty list of a size, for the elements to be put in at once."""
    cdef list made = PyList_New(size)
    while type_.kind == K_LIST:
        type_ = type_.element
    if type_.kind != K_MAP and (type_.plan == NULL or type_.plan.is_acyclic):
        PyObject_GC_UnTrack(<PyObject*>made)
    return made


cdef object build_list(Build* b, Type* type_, Segments segments):
    """A list or set; with segments, of a masked list."""
    cdef Type* element = type_.element
    cdef Bytes start = b.p
    cdef PyObject* view = b.view
    cdef ListSpan* span = NULL
    cdef int64_t size = 0
    cdef Py_ssize_t at
    cdef int found = 0
    cdef list made
    b.p = list_header(&b.cursor, start, &size, &found)
    if b.p == NULL:
        raise Rejected
    if found != element.wire:
        note_types(b, start, found)
    made = [] if type_.calls_hooks else make_list(type_, size)
    if b.index != NULL and element.kind == K_STRUCT and (size >= INDEXED or is_nested(element)):
        span = span_at(b.index, <uint32_t>(start - b.cursor.begin))
        if span != NULL and (span.first == NO_STARTS or span.count != size):
            span = NULL
    if segments is not None:
        build_segments(b, element, segments, span, made)
        return made
    if element.kind == K_LIST:
        b.view = NULL  # what is in lists of lists is not lazy
    b.depth += 1
    for at in range(size):
        if span != NULL and view != NULL:
            value = make_stub(
                element.plan, (<View>view).part(None), b.index.starts[span.first + at]
            )
        else:
            value = build_value(b, element)
        if type_.calls_hooks:  # which may get hold of any list that the collector knows
            made.append(value)
            continue
        Py_INCREF(value)
        PyList_SET_ITEM(made, at, value)
    b.depth -= 1
    if span != NULL and view != NULL:
        b.p = b.cursor.begin + span.end
    b.view = view
    return made


cdef int build_segments(Build* b, Type* element, Segments segments, ListSpan* span, list made) except -1:
    cdef Py_ssize_t size = len(made)
    cdef Py_ssize_t at, start, end
    cdef Node node
    for first, last, wanted in segments.ranges:
        start = first
        end = size if last < 0 or last > size else last
        node = wanted if isinstance(wanted, Node) else None
        view = None if b.view == NULL else (<View>b.view).part(node)
        for at in range(start, end):
            if wanted is False:
                value = placeholder_of(element.plan)
                if span == NULL:
                    b.p = skip_value(b, b.p, element)
            elif span != NULL and view is not None:
                value = make_stub(element.plan, <View>view, b.index.starts[span.first + at])
            else:
                if span != NULL:
                    b.p = b.cursor.begin + b.index.starts[span.first + at]
                here = b.p
                value = build_child(b, element.plan, node)
                if b.p == NULL and span == NULL:
                    b.p = skip_value(b, here, element)
            Py_INCREF(value)
            PyList_SET_ITEM(made, at, value)
    if span != NULL:
        b.p = b.cursor.begin + span.end
    return 0


cdef object build_map(Build* b, Type* type_):
    """A map; a key that occurs twice leaves it to the pure reader, which raises."""
    cdef PyObject* view = b.view
    cdef Bytes start = b.p
    cdef int64_t size = 0
    cdef int64_t at
    cdef int key_type = 0
    cdef int value_type = 0
    b.p = map_header(&b.cursor, b.p, &size, &key_type, &value_type)
    if b.p == NULL:
        raise Rejected
    if size and (key_type != type_.key.wire or value_type != type_.element.wire):
        note_types(b, b.p - 1, key_type << 4 | value_type)
    b.view = NULL
    items = []
    b.depth += 1
    for at in range(size):
        key = build_value(b, type_.key)
        items.append((key, build_value(b, type_.element)))
    b.view = view
    b.depth -= 1
    if type_.pairs:
        return items
    mapping = dict(items)
    if len(mapping) < len(items):
        raise Rejected
    return mapping


cdef object build_union(Build* b, Plan* plan):
    """As the generated function that reads a union; nothing in it is lazy."""
    cdef PyObject* outer_frame = b.frame
    cdef PyObject* view = b.view
    cdef int64_t outer_id = b.field_id
    cdef Bytes outer_value = b.value
    cdef Bytes begin = b.p
    cdef Bytes p = begin
    cdef Bytes start
    cdef Head head
    cdef int64_t previous_id
    cdef int64_t key
    cdef Row* row
    cdef object value = None
    b.frame = b.view = NULL
    head.wire_id = head.field_id = 0
    b.depth += 1
    try:
        while True:
            start = p
            previous_id = head.field_id
            p = read_head(b, p, &head)
            if head.wire_type == STOP:
                break
            row = row_of_head(plan, &head)
            key = key_of(&b.cursor, p, row, head.field_id, head.wire_type)
            if head.field_id <= previous_id and start > begin or (
                b.frame != NULL and (<Frame>b.frame).seen is not None
            ):
                note_order(b, plan, begin, start, key)
            if key != head.field_id:
                row = NULL  # a variant of another type than declared
            if head.field_id == EXTENSION_ID:
                frame_of(b).extension = build_extension(b, p, head.wire_id, &p)
                continue
            if head.field_id == NO_EXTENSION:
                p = keep_unknown(b, p, &head)
                continue
            b.p = b.value = p
            b.field_id = head.field_id
            if row == NULL:
                b.p = skip(&b.cursor, p, head.wire_type)
                if b.p == NULL:
                    raise Rejected
                raw = PyBytes_FromStringAndSize(<char*>p, b.p - p)
                value = UnknownVariant(head.field_id, raw, head.wire_type)
            elif row.type.kind == K_BOOL:
                value = head.wire_type == TRUE
            elif row.type.kind == K_HOOKED:
                b.wire_type = head.wire_type
                value = build_hooked(b, row.type, True)
                if value is None and row.wrapper == NULL:
                    raise Rejected
            else:
                b.wire_type = head.wire_type
                value = build_value(b, row.type)
            if row != NULL and row.wrapper != NULL:
                value = (<object>row.wrapper)(value)
            p = b.p
        b.p = p
        if b.frame != NULL:
            enclose(value, remainder_of(b))
    finally:
        Py_XDECREF(b.frame)
        b.frame = outer_frame
        b.view = view
        b.field_id = outer_id
        b.value = outer_value
        b.depth -= 1
    return value
