# Part of flat_writer.pyx: what is out of line, and scalars.


cdef uint32_t write_child(Out* w, PyObject* value, Row* row, uint32_t* tag) except 0:
    """The offset of a value; of a union its tag too, of several the offset of their tags."""
    if row.kind == F_TABLE:
        return write_table(w, value, <Plan>row.below)
    if row.kind == F_TABLES:
        return write_tables(w, value, <Plan>row.below, row.align)
    if row.kind == F_TEXT:
        return write_text(w, value, row.shared or w.sharing, row.is_strict)
    if row.kind == F_BINARY:
        return write_binary(w, value, row.shared)
    if row.kind == F_DATA:
        return write_data(w, value, row.align)
    if row.kind == F_SCALARS:
        return write_scalars(w, value, row)
    if row.kind == F_TEXTS:
        return write_texts(w, value, row.shared or w.sharing, row.is_strict, row.align)
    if row.kind == F_BINARIES:
        return write_binaries(w, value, row.shared, row.align)
    if row.kind == F_UNION:
        return write_union(w, value, <Members>row.below, tag)
    if row.kind == F_UNIONS:
        return write_unions(w, value, <Members>row.below, tag, row.align)
    return write_fixeds(w, value, row)


cdef uint32_t write_text(Out* w, PyObject* value, bint shared, bint is_strict) except 0:
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
        return write_string(w, PyBytes_AS_STRING(escaped), PyBytes_GET_SIZE(escaped), A_BINARY if shared else 0)
    return write_string(w, text, size, A_TEXT if shared else 0)


cdef uint32_t write_binary(Out* w, PyObject* value, bint shared) except 0:
    if not PyBytes_CheckExact(value):
        raise Rejected
    cdef bytes data = <bytes>value
    return write_string(w, PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), A_BINARY if shared else 0)


cdef uint32_t write_data(Out* w, PyObject* value, size_t align) except 0:
    """A vector of bytes."""
    if not PyBytes_CheckExact(value):
        raise Rejected
    cdef bytes data = <bytes>value
    expect_room(w, PyBytes_GET_SIZE(data), w.binary)
    return write_vector(w, PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), 1, align, sharing_of(w, SOME_DATA, align))


cdef uint32_t write_scalars(Out* w, PyObject* values, Row* row) except 0:
    """A vector of numbers, packed where it stays. Only then is it known whether it is there already."""
    cdef Py_ssize_t count = length_of(values, w.container)
    cdef size_t before = w.size, alignment = w.alignment, size = count * row.size
    cdef int what = sharing_of(w, 0 if row.code == c"f" or row.code == c"d" else row.code, row.align)
    cdef uint8_t* packed
    cdef Entry* entry = NULL
    expect_room(w, size, LARGEST)
    prepare(w, 4, size)
    prepare(w, max(row.size, row.align), size)
    packed = w.data + w.room - w.size - size
    pack_all(packed, values, count, row)
    if what:
        entry = find(w, what, packed, size)
        if entry.offset:
            w.size, w.alignment = before, alignment
            return entry.offset
    w.size += size
    put_u32(w, <uint32_t>count)
    if what:
        keep(w, entry, what, <uint32_t>w.size - 4, size, <uint32_t>w.size)
    return <uint32_t>w.size


cdef int pack_all(uint8_t* to, PyObject* values, Py_ssize_t count, const Row* row) except -1:
    """Numbers beside each other. Most are plain floats and ints, which need no call."""
    cdef char code = row.code
    cdef int size = row.size, overflow = 0
    cdef bint are_integers = code != c"f" and code != c"d" and code != c"?" and code != c"Q"
    cdef Py_ssize_t at
    cdef PyObject* value
    cdef int64_t number
    cdef uint64_t bits = 0
    cdef double real
    cdef float single
    for at in range(count):
        if at >= PyList_GET_SIZE(values):  # since a value that is no plain number runs Python
            raise Rejected
        value = PyList_GET_ITEM(values, at)
        if are_integers and PyLong_CheckExact(value):
            number = inlay_number(value, &overflow)
            if overflow or not fits(number, code):
                raise Rejected
            place_bits(to, <uint64_t>number, size)
        elif code == c"d" and PyFloat_CheckExact(value):
            real = PyFloat_AS_DOUBLE(value)
            memcpy(to, &real, 8)
        elif code == c"f" and PyFloat_CheckExact(value) and is_single(PyFloat_AS_DOUBLE(value)):
            single = <float>PyFloat_AS_DOUBLE(value)
            memcpy(to, &single, 4)
        else:
            held = <object>value
            pack(&bits, <PyObject*>held, code)
            place_bits(to, bits, size)
        to += size
    return 0


cdef Py_ssize_t length_of(PyObject* values, int64_t most) except -1:
    if not PyList_CheckExact(values) or PyList_GET_SIZE(values) > most:
        raise Rejected
    return PyList_GET_SIZE(values)


cdef inline object get_item(PyObject* values, Py_ssize_t at):
    """An element of a list that may have been changed meanwhile, for what is lazy, or no plain number, runs Python."""
    if at >= PyList_GET_SIZE(values):
        raise Rejected
    return <object>PyList_GET_ITEM(values, at)


cdef uint32_t write_texts(Out* w, PyObject* values, bint shared, bint is_strict, size_t align) except 0:
    cdef Py_ssize_t count = length_of(values, w.container), at
    cdef size_t offsets = reserve(w, count)
    cdef uint32_t offset
    for at in range(count):
        offset = write_text(w, PyList_GET_ITEM(values, at), shared, is_strict)
        w.scratch[offsets + at] = offset
    return write_offsets(w, offsets, count, align)


cdef uint32_t write_binaries(Out* w, PyObject* values, bint shared, size_t align) except 0:
    cdef Py_ssize_t count = length_of(values, w.container), at
    cdef size_t offsets = reserve(w, count)
    cdef uint32_t offset
    for at in range(count):
        offset = write_binary(w, PyList_GET_ITEM(values, at), shared)
        w.scratch[offsets + at] = offset
    return write_offsets(w, offsets, count, align)


cdef uint32_t write_tables(Out* w, PyObject* values, Plan plan, size_t align) except 0:
    cdef Py_ssize_t count = length_of(values, w.container), at
    cdef size_t offsets = reserve(w, count)
    cdef uint32_t offset
    for at in range(count):
        held = get_item(values, at)
        offset = write_table(w, <PyObject*>held, plan)
        w.scratch[offsets + at] = offset
    if PyList_GET_SIZE(values) != count:
        raise Rejected
    return write_offsets(w, offsets, count, align)


cdef uint32_t write_union(Out* w, PyObject* value, Members members, uint32_t* tag) except 0:
    cdef PyTypeObject* cls = Py_TYPE(value)
    cdef PyObject* payload
    cdef Member* member
    cdef int at
    for at in range(members.count):
        member = &members.members[at]
        if <PyTypeObject*>member.type == cls:
            break
    else:
        raise Rejected
    held = <object>value if member.wrapper == NULL else get_attribute(<object>value, member.wrapped_offset, "value")
    payload = <PyObject*>held
    tag[0] = member.tag
    if member.kind == F_TABLE:
        return write_table(w, payload, <Plan>member.below)
    if member.kind == F_TEXT:
        return write_text(w, payload, w.sharing, False)
    if member.kind == F_BINARY:
        raise Rejected
    place_fixed(w, payload, member.cls, member.alignment)
    return <uint32_t>w.size


cdef uint32_t write_unions(Out* w, PyObject* values, Members members, uint32_t* tags, size_t align) except 0:
    cdef Py_ssize_t count = length_of(values, w.binary), at
    cdef size_t offsets = reserve(w, count)
    cdef uint32_t offset, tag = 0
    cdef bytearray kinds = bytearray(count)
    for at in range(count):
        held = get_item(values, at)
        offset = write_union(w, <PyObject*>held, members, &tag)
        w.scratch[offsets + at] = offset
        kinds[at] = tag
    if PyList_GET_SIZE(values) != count:
        raise Rejected
    tags[0] = write_vector(w, <char*>kinds, count, 1, 1, 0)
    return write_offsets(w, offsets, count, align)


cdef uint32_t write_fixeds(Out* w, PyObject* values, Row* row) except 0:
    cdef Py_ssize_t count = length_of(values, w.container), at
    cdef list packed = []
    for at in range(count):
        held = get_item(values, at)
        packed.append(pack_fixed(<PyObject*>held, row.cls))
    cdef bytes together = b"".join(packed)
    if PyBytes_GET_SIZE(together) != count * row.size:
        raise Rejected
    return write_vector(
        w, PyBytes_AS_STRING(together), count, row.size, max(row.alignment, row.align), 0
    )


cdef bytes pack_fixed(PyObject* value, PyObject* cls):
    if <PyObject*>Py_TYPE(value) != cls:
        raise Rejected
    return (<object>value).encode()


cdef int place_fixed(Out* w, PyObject* value, PyObject* cls, int alignment) except -1:
    cdef bytes packed = pack_fixed(value, cls)
    prepare(w, alignment, PyBytes_GET_SIZE(packed))
    put(w, PyBytes_AS_STRING(packed), PyBytes_GET_SIZE(packed))
    return 0


# Scalars


cdef int pack(uint64_t* bits, PyObject* value, char code) except -1:
    """A scalar as it lies in memory; bits beyond its size mean nothing."""
    cdef int overflow = 0
    cdef int64_t number
    if code == c"?":
        if value != Py_True and value != Py_False:
            raise Rejected
        bits[0] = value == Py_True
        return 0
    if code == c"f" or code == c"d":
        if not PyFloat_Check(value) and not PyLong_Check(value):
            raise Rejected
        if code == c"f":
            return PyFloat_Pack4(PyFloat_AsDouble(value), <char*>bits, 1)
        return PyFloat_Pack8(PyFloat_AsDouble(value), <char*>bits, 1)
    if not PyLong_Check(value):
        raise Rejected
    if code == c"Q":
        bits[0] = PyLong_AsUnsignedLongLong(value)
        return 0
    number = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow or not fits(number, code):
        raise Rejected
    bits[0] = <uint64_t>number
    return 0


cdef inline bint is_single(double real) noexcept:
    """Whether it is a number in the range of a float; what becomes of the others, Python knows."""
    return -FLT_MAX <= real <= FLT_MAX


cdef inline bint fits(int64_t number, char code) noexcept:
    if code == c"q":
        return True
    if code == c"b":
        return -0x80 <= number <= 0x7F
    if code == c"i":
        return -0x80000000LL <= number <= 0x7FFFFFFFLL
    if code == c"B":
        return 0 <= number <= 0xFF
    if code == c"I":
        return 0 <= number <= 0xFFFFFFFFLL
    if code == c"h":
        return -0x8000 <= number <= 0x7FFF
    return 0 <= number <= 0xFFFF
