# Part of compact.pyx: instances straight out of the binary protocol.
#
# What writers of the IDL emit, and nothing else: known fields that ascend, of their types. `Rejected` leaves all that has to be
# refused or remembered to the translation, which has every rule (docs/binary.md).


def decode_binary(cls, bytes data, Py_ssize_t offset, limits):
    """The struct at an offset and where it ends, all of it decoded; or None: then the translation decides."""
    cdef Plan* plan = plan_of(cls)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data)
    cdef Build b
    cdef int64_t budget
    if Struct is None:
        _load()
    if plan == NULL or not plan.is_native or plan.has_hooks or <PyObject*>cls != <PyObject*>plan.cls:
        return None
    if offset > size or limits.depth > DEEPEST or min(limits.container, limits.binary) < 0:
        return None
    memset(&b, 0, sizeof(Build))
    try:
        budget = limits.memory((size - offset) // MOST_TO_ONE)
        b.cursor = make_cursor(
            <Bytes>PyBytes_AS_STRING(data), size, limits.depth, limits.container, limits.binary, budget
        )
    except OverflowError:
        return None
    b.data = <PyObject*>data
    b.p = b.cursor.begin + offset
    if size - offset > SHARES_TEXTS:
        b.texts = <PyObject**>calloc(1 << TEXTS_BITS, sizeof(PyObject*))
    try:
        record = struct_of_binary(&b, plan)
    except Rejected:
        return None
    finally:
        release_shared(&b)
    if budget - b.cursor.budget > limits.memory((b.p - b.cursor.begin - offset) // MOST_TO_ONE):
        return None
    return record, b.p - b.cursor.begin


cdef inline int enter_binary(Build* b, int64_t price) except -1:
    b.cursor.depth += 1
    b.cursor.budget -= price
    return reject() if b.cursor.depth > b.cursor.deepest or b.cursor.budget < 0 else 0


cdef object struct_of_binary(Build* b, Plan* plan):
    """The struct at `b.p`, which ends up behind it."""
    cdef object record = make_record(plan)
    cdef Bytes p = b.p
    cdef Bytes end = b.cursor.end
    cdef Row* rows = plan.rows
    cdef Row* row
    cdef PyObject* value
    cdef Kind kind
    cdef int next_row = 0
    cdef int at
    cdef int required = 0
    enter_binary(b, STRUCT_PRICE)
    while True:
        if p >= end:
            raise Rejected
        if p[0] == STOP:
            break
        if end - p < 4:
            raise Rejected
        row = row_of(plan, <int16_t>read_2(p + 1))
        if row == NULL or number_of(row.wire) != p[0]:
            raise Rejected
        at = <int>(row - rows)
        if at < next_row:
            raise Rejected
        while next_row < at:
            Py_INCREF(None)
            put(record, rows[next_row].offset, Py_None)
            next_row += 1
        next_row += 1
        required += row.required
        p += 3
        kind = row.kind
        if kind == K_I64 and end - p >= 8:
            value = inlay_integer(<int64_t>read_8(p))
            p += 8
        elif kind == K_ENUM and end - p >= 4:
            value = member_of_binary(row.type.members, <int32_t>read_4(p))
            Py_INCREF(<object>value)
            p += 4
        elif kind == K_I32 and end - p >= 4:
            value = inlay_integer(<int32_t>read_4(p))
            p += 4
        elif kind == K_BOOL and p[0] <= 1:
            value = Py_True if p[0] else Py_False
            Py_INCREF(<object>value)
            p += 1
        else:
            b.p = p
            if kind == K_STRUCT:
                made = struct_of_binary(b, row.type.plan)
            else:
                made = value_of_binary(b, row.type)
            p = b.p
            value = <PyObject*>made
            Py_INCREF(made)
        put(record, row.offset, value)
    if required != plan.required:
        raise Rejected
    while next_row < plan.count:
        Py_INCREF(None)
        put(record, rows[next_row].offset, Py_None)
        next_row += 1
    store(record, plan.extension_offset, None)
    store(record, plan.remainder_offset, None)
    b.p = p + 1
    b.cursor.depth -= 1
    return record


cdef object value_of_binary(Build* b, Type* type_):
    """A value of a field, or an element of a container."""
    cdef Kind kind = type_.kind
    cdef Cursor* c = &b.cursor
    cdef Bytes p = b.p
    cdef int64_t left = c.end - p
    cdef int64_t size
    cdef uint64_t bits
    cdef double real
    if kind == K_ENUM and left >= 4:
        b.p = p + 4
        return <object>member_of_binary(type_.members, <int32_t>read_4(p))
    if (kind == K_BINARY or kind == K_STRING or kind == K_BORROWED) and left >= 4:
        size = <int32_t>read_4(p)
        p += 4
        if size < 0 or size > c.end - p or size > c.binary:
            raise Rejected
        b.p = p + size
        if kind == K_BINARY:
            return build_bytes(b, p, size)
        if kind == K_BORROWED:
            return memoryview(<object>b.data)[p - c.begin : p - c.begin + size]
        if type_.is_strict and not is_utf8(p, p + size):
            raise Rejected
        return build_text(b, p, size)
    if kind == K_LIST:
        return list_of_binary(b, type_)
    if kind == K_STRUCT:
        return struct_of_binary(b, type_.plan)
    if kind == K_I64 and left >= 8:
        b.p = p + 8
        return PyLong_FromLongLong(<int64_t>read_8(p))
    if kind == K_I32 and left >= 4:
        b.p = p + 4
        return PyLong_FromLongLong(<int32_t>read_4(p))
    if kind == K_TAGS:
        return tag_of_binary(b, type_.members)
    if kind == K_UNION:
        return union_of_binary(b, type_.plan)
    if kind == K_I16 and left >= 2:
        b.p = p + 2
        return PyLong_FromLongLong(<int16_t>read_2(p))
    if kind == K_MAP:
        return map_of_binary(b, type_)
    if kind == K_DOUBLE and left >= 8:
        b.p = p + 8
        bits = read_8(p)
        memcpy(&real, &bits, 8)
        return PyFloat_FromDouble(real)
    if kind == K_UUID and left >= 16:
        b.p = p + 16
        return build_uuid(p)
    if left < 1:
        raise Rejected
    b.p = p + 1
    if kind == K_I8:
        return <int>p[0] - 256 if p[0] > 0x7F else <int>p[0]
    if kind == K_BOOL and p[0] <= 1:
        return p[0] == 1
    raise Rejected


cdef inline PyObject* member_of_binary(Members* members, int64_t value) except NULL:
    """Borrowed."""
    cdef PyObject* found
    found = members.by_byte[value << 1] if 0 <= value < 64 else member_of(members, value)
    if found == NULL:
        reject()
    return found


cdef int reject() except -1:
    """Out of line: with a `raise` in them, functions for small values are too large to be inlined."""
    raise Rejected


cdef object tag_of_binary(Build* b, Members* tags):
    """A union of one empty struct that is known."""
    cdef Bytes p = b.p
    cdef PyObject* found
    if b.cursor.end - p < 5 or p[0] != number_of(WIRE_STRUCT) or p[3] != STOP or p[4] != STOP:
        raise Rejected
    found = member_of(tags, <int16_t>read_2(p + 1))
    if found == NULL or b.cursor.depth + 2 > b.cursor.deepest:
        raise Rejected
    b.p = p + 5
    return <object>found


cdef object union_of_binary(Build* b, Plan* plan):
    """A union of one variant that is known."""
    cdef Bytes p = b.p
    cdef Row* row
    if b.cursor.end - p < 4:
        raise Rejected
    row = row_of(plan, <int16_t>read_2(p + 1))
    if row == NULL or number_of(row.wire) != p[0]:
        raise Rejected
    enter_binary(b, STRUCT_PRICE)
    b.p = p + 3
    value = value_of_binary(b, row.type)
    if row.wrapper != NULL:
        value = (<object>row.wrapper)(value)
    if b.p >= b.cursor.end or b.p[0] != STOP:
        raise Rejected
    b.p += 1
    b.cursor.depth -= 1
    return value


cdef inline int64_t size_of_binary(Build* b, Bytes p, int least) except -1:
    """The four bytes at `p`: how many elements of at least so many bytes come next."""
    cdef int64_t size = <int32_t>read_4(p)
    if size < 0 or size > b.cursor.container or size * least > b.cursor.end - p - 4:
        raise Rejected
    return size


cdef object list_of_binary(Build* b, Type* type_):
    """A list or set."""
    cdef Type* element = type_.element
    cdef Kind kind = element.kind
    cdef Bytes p = b.p
    cdef PyObject* value
    cdef int64_t size
    cdef Py_ssize_t at
    cdef list made
    if b.cursor.end - p < 5 or p[0] != number_of(element.wire):
        raise Rejected
    size = size_of_binary(b, p + 1, least_of(element.wire))
    enter_binary(b, CONTAINER_PRICE + ELEMENT_PRICE * size)
    p += 5
    b.p = p
    made = make_list(type_, size)
    if kind == K_I64:
        for at in range(size):  # for which there are bytes
            value = inlay_integer(<int64_t>read_8(p + 8 * at))
            PyList_SET_ITEM(made, at, <object>value)
        b.p = p + 8 * size
    elif kind == K_ENUM:
        for at in range(size):
            value = member_of_binary(element.members, <int32_t>read_4(p + 4 * at))
            Py_INCREF(<object>value)
            PyList_SET_ITEM(made, at, <object>value)
        b.p = p + 4 * size
    else:
        for at in range(size):
            item = struct_of_binary(b, element.plan) if kind == K_STRUCT else value_of_binary(b, element)
            Py_INCREF(item)
            PyList_SET_ITEM(made, at, item)
    b.cursor.depth -= 1
    return made


cdef object map_of_binary(Build* b, Type* type_):
    cdef Bytes p = b.p
    cdef int key_wire = type_.key.wire
    cdef int wire = type_.element.wire
    cdef int64_t size
    cdef int64_t at
    if b.cursor.end - p < 6 or p[0] != number_of(key_wire) or p[1] != number_of(wire):
        raise Rejected
    size = size_of_binary(b, p + 2, least_of(key_wire) + least_of(wire))
    enter_binary(b, CONTAINER_PRICE + (2 * ELEMENT_PRICE + ENTRY_PRICE) * size)
    b.p = p + 6
    items = []
    for at in range(size):
        key = value_of_binary(b, type_.key)
        items.append((key, value_of_binary(b, type_.element)))
    b.cursor.depth -= 1
    if type_.pairs:
        return items
    mapping = dict(items)
    if len(mapping) < len(items):
        raise Rejected
    return mapping
