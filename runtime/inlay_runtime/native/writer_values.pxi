# Part of writer.pyx: values, lists and maps.


cdef int write_value(Writing* w, PyObject* value, Type* type_) except -1:
    """A value of a field that is not a boolean, or an element of a container."""
    cdef Kind kind = type_.kind
    cdef double real
    cdef uint64_t bits
    if kind == K_I64:
        return put_integer(w, take_integer(value, 64), 8)
    if kind == K_I32:
        return put_integer(w, take_integer(value, 32), 4)
    if kind == K_ENUM:
        return write_member(w, value, type_.members)
    if kind == K_BINARY or kind == K_BORROWED:
        return write_binary(w, value)
    if kind == K_STRING:
        return write_text(w, value, type_.is_strict)
    if kind == K_STRUCT:
        return write_struct(w, value, type_.plan)
    if kind == K_LIST:
        return write_list(w, value, type_)
    if kind == K_TAGS:
        return write_tag(w, value, type_.members)
    if kind == K_UNION:
        return write_union(w, value, type_.plan)
    if kind == K_I16:
        return put_integer(w, take_integer(value, 16), 2)
    if kind == K_I8:
        return put_byte(w, <uint8_t>take_integer(value, 8))
    if kind == K_MAP:
        return write_map(w, <object>value, type_)
    if kind == K_HOOKED:
        return write_hooked(w, <object>value, type_.hook)
    if kind == K_DOUBLE:
        if not PyFloat_CheckExact(value):
            raise Rejected
        real = PyFloat_AS_DOUBLE(value)
        if w.is_binary:
            memcpy(&bits, &real, 8)
            return put_integer(w, <int64_t>bits, 8)
        return append(w, &real, 8)
    if kind == K_BOOL:
        if value != Py_True and value != Py_False:
            raise Rejected
        if w.is_binary:
            return put_byte(w, value == Py_True)
        return put_byte(w, TRUE if value == Py_True else FALSE)
    if type(<object>value) is not Uuid:
        raise Rejected
    return append(w, PyBytes_AS_STRING(<bytes>(<object>value).bytes), 16)


cdef inline int write_member(Writing* w, PyObject* value, Members* members) except -1:
    """A member of an enum, or any integer that a pure enum would be written as."""
    cdef int overflow = 0
    if <PyObject*>Py_TYPE(value) == members.cls:
        return put_integer(w, inlay_number(value, &overflow), 4)
    return put_integer(w, take_integer(value, 32), 4)


cdef int64_t take_integer(PyObject* value, int bits) except? -1:
    cdef int overflow = 0
    cdef int64_t found
    if not PyLong_CheckExact(value) and not PyBool_Check(value):
        if not PyObject_TypeCheck(value, <PyTypeObject*>WireEnum):  # an int, whatever it says of itself
            raise Rejected
    found = inlay_number(value, &overflow)
    if overflow or (bits < 64 and not -(<int64_t>1 << (bits - 1)) <= found < <int64_t>1 << (bits - 1)):
        raise Rejected
    return found


cdef int write_text(Writing* w, PyObject* value, bint is_strict) except -1:
    cdef Py_ssize_t size = 0
    cdef const char* text
    cdef bytes escaped
    if not PyUnicode_CheckExact(value):
        raise Rejected
    try:
        text = PyUnicode_AsUTF8AndSize(value, &size)
    except UnicodeEncodeError:
        if is_strict:
            raise
        escaped = (<object>value).encode("utf-8", "surrogateescape")
        text, size = PyBytes_AS_STRING(escaped), PyBytes_GET_SIZE(escaped)
    return put_binary(w, text, size)


cdef int write_binary(Writing* w, PyObject* value) except -1:
    cdef bytes data
    if PyBytes_CheckExact(value):
        data = <bytes>value
    elif PyMemoryView_Check(value):
        data = (<object>value).tobytes()
    else:
        raise Rejected
    return put_binary(w, PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data))


cdef int write_list(Writing* w, PyObject* values, Type* type_) except -1:
    cdef Type* element = type_.element
    cdef Py_ssize_t size
    cdef Py_ssize_t at
    if not PyList_CheckExact(values):
        raise Rejected
    enter(w)
    size = PyList_GET_SIZE(values)
    if size > w.container:
        return reject()
    put_element_types(w, NULL, element, size)
    if element.kind == K_ENUM:
        for at in range(size):
            if at >= PyList_GET_SIZE(values):
                return reject()
            write_member(w, PyList_GET_ITEM(values, at), element.members)
        w.depth -= 1
        return 0
    for at in range(size):
        if at >= PyList_GET_SIZE(values):
            raise Rejected
        item = <object>PyList_GET_ITEM(values, at)
        write_value(w, <PyObject*>item, element)
    if PyList_GET_SIZE(values) != size:
        raise Rejected
    w.depth -= 1
    return 0


cdef int write_tag(Writing* w, PyObject* value, Members* tags) except -1:
    cdef int64_t tag, outer_id
    if <PyObject*>Py_TYPE(value) != tags.cls:
        raise Rejected
    tag = <object>value
    if member_of(tags, tag) != value:
        found = (<object>value).raw
        if found is not None:
            if type(found) is not bytes:
                raise Rejected
            return write_raw(w, found, WIRE_STRUCT)
    enter(w)
    outer_id = w.last_id
    w.last_id = 0
    put_field_header(w, tag, WIRE_STRUCT)
    put_byte(w, STOP)
    put_byte(w, STOP)
    w.last_id = outer_id
    w.depth -= 1
    return 0


cdef int write_map(Writing* w, object value, Type* type_) except -1:
    """A map, from its items. An empty one is a single byte 0."""
    if type_.pairs:
        if type(value) is not list or any(type(pair) is not tuple or len(pair) != 2 for pair in value):
            raise Rejected
        items = value
    else:
        if type(value) is not dict:
            raise Rejected
        items = list(value.items())
    if type_.key.kind == K_STRING and not type_.key.is_strict and any(not is_utf8(key) for key, _ in items):
        raise Rejected  # two of them may be the same bytes
    enter(w)
    if len(items) > w.container:
        return reject()
    put_element_types(w, type_.key, type_.element, len(items))
    for key, item in items:
        write_value(w, <PyObject*>key, type_.key)
        write_value(w, <PyObject*>item, type_.element)
    w.depth -= 1
    return 0


cdef int write_hooked(Writing* w, object value, Hook* hook) except -1:
    """What a hook writes, with a writer of its own that stands where this one does. It has to leave it there."""
    cdef bytes written
    if w.is_binary:
        raise Rejected
    writer = CompactWriter(<object>w.limits)
    writer._depth = w.depth
    writer._outer = [(0, w.last_id)]
    writer.last_id = w.last_id
    getattr(<object>hook.writer_module, <object>hook.writer)(writer, value)
    if writer._depth != w.depth or len(writer._outer) != 1 or writer.last_id != w.last_id or writer.trailing:
        raise Rejected
    written = bytes(writer.data)
    return append(w, PyBytes_AS_STRING(written), PyBytes_GET_SIZE(written))
