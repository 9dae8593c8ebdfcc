# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Writes instances as `inlay_runtime.compact.writer` and generated `write` methods do, in the same order; in the binary protocol, too.

It takes what is plain: exact types, values in range. Everything else is `Rejected`, and the pure writer runs:
it raises, or knows better.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.object cimport PyObject, PyTypeObject
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from inlay_runtime.native.compact cimport (
    DONE, LAZY, PLACEHOLDER, Located, Source, View, complete, is_plain, find_span_end,
)  # fmt: skip
from inlay_runtime.native.binary_parts cimport number_of, store_2, store_4, store_8, store_binary_header
from inlay_runtime.native.compact_output cimport (
    LONGEST_HEADER, LONGEST_VARINT, Output, take_up_to, end_of, make_output, store_field_header, store_list_header,
    store_varint, to_zigzag,
)  # fmt: skip
from inlay_runtime.native.cursor cimport (
    EXTENSION_ID, FALSE, SPEC_WIRE_ID, STOP, TRUE, WIRE_BINARY, WIRE_STRUCT, Bytes, Cursor, make_cursor, skip,
)  # fmt: skip
from inlay_runtime.native.instances cimport slot_of
from inlay_runtime.native.integers cimport inlay_number
from inlay_runtime.native.plan cimport (
    K_BINARY, K_BOOL, K_BORROWED, K_DOUBLE, K_ENUM, K_HOOKED, K_I8, K_I16, K_I32, K_I64, K_LIST, K_MAP, K_STRING,
    K_STRUCT, K_TAGS, K_UNION, Hook, Kind, Members, Plan, Row, Type, member_of, plan_of,
)  # fmt: skip
from inlay_runtime.native.validate cimport DEEPEST

from inlay_runtime.native.rejected import Rejected
from inlay_runtime.text import is_utf8

cdef extern from "Python.h":
    PyTypeObject* Py_TYPE(PyObject*)
    int PyObject_TypeCheck(PyObject*, PyTypeObject*)
    int PyLong_CheckExact(PyObject*)
    int PyBool_Check(PyObject*)
    int PyFloat_CheckExact(PyObject*)
    int PyUnicode_CheckExact(PyObject*)
    int PyBytes_CheckExact(PyObject*)
    int PyList_CheckExact(PyObject*)
    int PyMemoryView_Check(PyObject*)
    Py_ssize_t PyList_GET_SIZE(PyObject*)
    PyObject* PyList_GET_ITEM(PyObject*, Py_ssize_t)
    double PyFloat_AS_DOUBLE(PyObject*)
    PyObject* PyBytes_FromStringAndSize(const char*, Py_ssize_t) except NULL
    int _PyBytes_Resize(PyObject**, Py_ssize_t) except -1
    void Py_XDECREF(PyObject*)
    const char* PyUnicode_AsUTF8AndSize(PyObject*, Py_ssize_t*) except NULL
    PyObject* Py_None
    PyObject* Py_True
    PyObject* Py_False

cdef object Extension, Header, Remainder, UnknownVariant, WireEnum, Uuid, merge_remainder, unsigned, CompactWriter
Extension = None


def _load():
    """What is imported on first need: these modules import this one."""
    global Extension, Header, Remainder, UnknownVariant, WireEnum, Uuid, merge_remainder, unsigned
    global CompactWriter
    from uuid import UUID as Uuid

    from inlay_runtime.compact.reorder import merge_remainder
    from inlay_runtime.compact.varint import unsigned
    from inlay_runtime.compact.writer import CompactWriter
    from inlay_runtime.enums import WireEnum
    from inlay_runtime.extension import Extension, Header
    from inlay_runtime.remainder import Remainder
    from inlay_runtime.union import UnknownVariant


cdef enum:
    MOST_EXPECTED = 1 << 24  # bytes; a single large value is not to make every small one ask for its memory


cdef struct Writing:
    Output out
    PyObject* made  # bytes, in which `out` lies; NULL before there are any
    int depth
    int deepest
    int64_t container
    int64_t binary
    int64_t last_id
    PyObject* trailing  # bytes to come behind the outermost struct, or NULL; borrowed from `kept`
    PyObject* kept  # a list
    PyObject* limits
    bint is_binary  # the binary protocol, of what has no bytes of the compact one in it


def encode(record, limits, bint is_binary):
    """The bytes of a struct, or None: then pure Python decides, or for the binary protocol, those of the compact one are translated."""
    cdef Plan* plan = plan_of(type(record))
    cdef Writing w
    if Extension is None:
        _load()
    if plan == NULL or not plan.is_native or limits.depth > DEEPEST or min(limits.container, limits.binary) < 0:
        return None
    kept = []
    w.out = make_output()
    w.made = NULL
    w.is_binary = is_binary
    w.depth = 0
    w.deepest = limits.depth
    w.container = min(limits.container, (1 << 62))
    w.binary = min(limits.binary, (1 << 62))
    w.last_id = 0
    w.trailing = NULL
    w.kept = <PyObject*>kept
    w.limits = <PyObject*>limits
    try:
        expect_room(&w, plan.last_size)  # values of one type tend to be as large, and growing copies
        write_struct(&w, <PyObject*>record, plan)
        if w.trailing != NULL:
            append(&w, PyBytes_AS_STRING(<bytes>w.trailing), PyBytes_GET_SIZE(<bytes>w.trailing))
        plan.last_size = min(w.out.size, MOST_EXPECTED)
        _PyBytes_Resize(&w.made, w.out.size)
        return <object>w.made
    except MemoryError:
        raise
    except Exception:  # Rejected, and whatever a value does that is none of what its field may hold
        return None
    finally:
        Py_XDECREF(w.made)


# Bytes


cdef inline int expect_room(Writing* w, size_t size) except -1:
    return 0 if w.out.room - w.out.size >= size else grow(w, size)


cdef int grow(Writing* w, size_t size) except -1:
    """The bytes lie from the beginning where they stay: copying a large footer takes a fifteenth of the time."""
    cdef size_t room = w.out.room + w.out.room // 2 + size + 256
    if w.made == NULL:
        w.made = PyBytes_FromStringAndSize(NULL, room)
    else:
        _PyBytes_Resize(&w.made, room)
    w.out.data = <uint8_t*>PyBytes_AS_STRING(<bytes>w.made)
    w.out.room = room
    return 0


cdef inline int append(Writing* w, const void* data, size_t size) except -1:
    expect_room(w, size)
    memcpy(end_of(&w.out), data, size)
    w.out.size += size
    return 0


cdef inline int put_byte(Writing* w, uint8_t value) except -1:
    expect_room(w, 1)
    end_of(&w.out)[0] = value
    w.out.size += 1
    return 0


cdef inline int put_varint(Writing* w, uint64_t value) except -1:
    expect_room(w, LONGEST_VARINT)
    take_up_to(&w.out, store_varint(end_of(&w.out), value))
    return 0


cdef inline int put_size(Writing* w, uint64_t size) except -1:
    if not w.is_binary:
        return put_varint(w, size)
    if size >> 31:
        return reject()
    expect_room(w, 4)
    store_4(end_of(&w.out), size)
    w.out.size += 4
    return 0


cdef inline int put_integer(Writing* w, int64_t value, int width) except -1:
    """An integer of 2, 4 or 8 bytes, or a varint."""
    if not w.is_binary:
        return put_varint(w, to_zigzag(value))
    expect_room(w, 8)
    if width == 8:
        store_8(end_of(&w.out), value)
    elif width == 4:
        store_4(end_of(&w.out), value)
    else:
        store_2(end_of(&w.out), value)
    w.out.size += width
    return 0


cdef inline int put_element_types(Writing* w, Type* key, Type* element, Py_ssize_t size) except -1:
    """The header of a list, or of a map, which has keys."""
    if w.is_binary:
        if key != NULL:
            put_byte(w, number_of(key.wire))
        put_byte(w, number_of(element.wire))
        return put_size(w, size)
    if key == NULL:
        expect_room(w, LONGEST_HEADER)
        take_up_to(&w.out, store_list_header(end_of(&w.out), size, element.wire))
        return 0
    put_varint(w, size)
    return put_byte(w, <uint8_t>(key.wire << 4 | element.wire)) if size else 0


cdef int put_binary(Writing* w, const char* data, Py_ssize_t size) except -1:
    """A binary: its size and its bytes."""
    cdef uint8_t* to
    if size > w.binary:
        return reject()
    expect_room(w, LONGEST_VARINT + size)
    to = end_of(&w.out)
    if not w.is_binary:
        to = store_varint(to, size)
    elif size >> 31:
        return reject()
    else:
        store_4(to, size)
        to += 4
    memcpy(to, data, size)
    take_up_to(&w.out, to + size)
    return 0


cdef int reject() except -1:
    """Out of line: with a `raise` in them, functions for small values are too large to be inlined."""
    raise Rejected


cdef inline int enter(Writing* w) except -1:
    w.depth += 1
    if w.depth > w.deepest:
        raise Rejected
    return 0


cdef inline int put_field_header(Writing* w, int64_t field_id, int wire_type) except -1:
    """The header of a field; its value follows."""
    expect_room(w, LONGEST_HEADER)
    if w.is_binary:
        take_up_to(&w.out, store_binary_header(end_of(&w.out), field_id, wire_type))
        return 0
    take_up_to(&w.out, store_field_header(end_of(&w.out), w.last_id, field_id, wire_type))
    w.last_id = field_id
    return 0


# Structs


cdef int write_struct(Writing* w, PyObject* value, Plan* plan) except -1:
    cdef size_t start
    cdef int64_t outer_id = w.last_id
    cdef PyObject* found
    cdef Row* row
    cdef int at
    if Py_TYPE(value) != plan.cls:
        check_subclass(value, plan)
    if (<Located>value).state != DONE:
        if may_copy(w, <Located>value, plan):
            return copy_span(w, <Located>value, plan)
        if (<Located>value).state == PLACEHOLDER:
            raise Rejected
        complete(<Located>value)
    enter(w)
    start = w.out.size
    w.last_id = 0
    for at in range(plan.count):
        row = &plan.rows[at]
        found = slot_of(<object>value, row.offset)
        if found == Py_None and not row.required:
            continue
        if found == NULL or found == Py_None:
            if getattr(<object>value, <object>row.slot) is None and not row.required:
                continue
            raise Rejected
        if row.kind == K_I64 or row.kind == K_ENUM or row.kind == K_I32:
            write_number(w, found, row)
        else:
            write_field(w, found, row)
    found = slot_of(<object>value, plan.extension_offset)
    if found == NULL:
        if (<object>value).extension is not None:
            raise Rejected
    elif found != Py_None:
        write_extension(w, <object>found, <object>plan.schema)
    found = slot_of(<object>value, plan.remainder_offset)
    if found == NULL or found == Py_None:
        put_byte(w, STOP)
        w.depth -= 1
    else:
        end_struct(w, start, <object>found)
    w.last_id = outer_id
    return 0


cdef int check_subclass(PyObject* value, Plan* plan) except -1:
    """Refuses what is not an instance of the class, or of a subclass that writes in a way of its own."""
    cls = type(<object>value)
    if not isinstance(<object>value, <type>plan.cls) or not is_plain(cls, plan_of(cls)):
        raise Rejected
    if plan_of(cls) != plan:
        raise Rejected
    return 0


cdef bint may_copy(Writing* w, Located record, Plan* plan) except -1:
    """Whether writing an untouched struct would give the bytes that it was read from."""
    if record.state != LAZY:
        return False
    cdef View view = <View>slot_of(record, plan.remainder_offset)
    cdef Source source = view.source
    if view.node is not None or not source.is_canonical:
        return False
    if source.is_root_irregular and record.position == source.root:
        return False
    return w.depth + source.greatest_depth <= w.deepest


cdef int copy_span(Writing* w, Located record, Plan* plan) except -1:
    cdef View view = <View>slot_of(record, plan.remainder_offset)
    cdef Bytes start = view.source.begin() + record.position
    if w.is_binary:
        return reject()
    return append(w, start, find_span_end(record, plan) - start)


cdef int write_field(Writing* w, PyObject* value, Row* row) except -1:
    cdef Kind kind = row.kind
    if kind == K_I64 or kind == K_I32 or kind == K_ENUM:
        return write_number(w, value, row)
    if kind == K_BINARY and PyBytes_CheckExact(value):
        put_field_header(w, row.id, WIRE_BINARY)
        return put_binary(w, PyBytes_AS_STRING(<bytes>value), PyBytes_GET_SIZE(<bytes>value))
    held = <object>value  # another thread may replace it while a lazy child is decoded
    if kind == K_BOOL:
        if value != Py_True and value != Py_False:
            raise Rejected
        put_field_header(w, row.id, TRUE if value == Py_True else FALSE)
        return put_byte(w, value == Py_True) if w.is_binary else 0
    put_field_header(w, row.id, row.wire)
    return write_value(w, value, row.type)


cdef inline int write_number(Writing* w, PyObject* value, Row* row) except -1:
    """What most fields are: header and number by one look at the room, and without a call."""
    cdef int overflow = 0
    cdef int64_t number
    cdef uint8_t* to
    if row.kind == K_I64 and PyLong_CheckExact(value):
        number = inlay_number(value, &overflow)
        if overflow:
            return reject()
    elif row.kind == K_ENUM and <PyObject*>Py_TYPE(value) == row.type.members.cls:
        number = inlay_number(value, &overflow)
    else:
        number = take_integer(value, 64 if row.kind == K_I64 else 32)
    expect_room(w, LONGEST_HEADER + LONGEST_VARINT)
    to = end_of(&w.out)
    if not w.is_binary:
        to = store_varint(store_field_header(to, w.last_id, row.id, row.wire), to_zigzag(number))
        w.last_id = row.id
    else:
        to = store_binary_header(to, row.id, row.wire)
        if row.kind == K_I64:
            store_8(to, number)
            to += 8
        else:
            store_4(to, number)
            to += 4
    take_up_to(&w.out, to)
    return 0


cdef int write_extension(Writing* w, object extension, object schema) except -1:
    """The extension, in its own spelling or in the one that the schema asks for."""
    if type(extension) is not Extension or type(extension.payload) is not bytes:
        raise Rejected
    header = extension.header or schema.extension_header
    cdef bytes payload = extension.payload
    cdef bytes spelled = header.data
    if w.is_binary and header is not Header.TRAILING:
        put_field_header(w, EXTENSION_ID if header is Header.ZIGZAG else SPEC_WIRE_ID, WIRE_BINARY)
        return put_binary(w, PyBytes_AS_STRING(payload), PyBytes_GET_SIZE(payload))
    if header is Header.TRAILING:
        if w.depth > 1 or w.is_binary:
            raise Rejected
        set_trailing(w, spelled + unsigned(len(payload)) + payload + bytes([STOP]))
        return 0
    append(w, PyBytes_AS_STRING(spelled), PyBytes_GET_SIZE(spelled))
    put_binary(w, PyBytes_AS_STRING(payload), PyBytes_GET_SIZE(payload))
    return 0


cdef int set_trailing(Writing* w, object trailing) except -1:
    if w.trailing != NULL or type(trailing) is not bytes:
        raise Rejected
    (<list>w.kept).append(trailing)
    w.trailing = <PyObject*>trailing
    return 0


cdef int end_struct(Writing* w, size_t start, object remainder) except -1:
    """The stop byte; before it, what the struct held beyond its fields."""
    cdef bytes merged
    put_byte(w, STOP)
    w.depth -= 1
    if remainder is None:
        return 0
    if type(remainder) is not Remainder:
        raise Rejected
    if remainder.unknown_fields or remainder.order or remainder.element_types:
        if w.is_binary:
            raise Rejected
        merged = merge_remainder((<char*>w.out.data)[start : w.out.size], remainder)
        w.out.size = start
        append(w, PyBytes_AS_STRING(merged), PyBytes_GET_SIZE(merged))
    if w.depth == 0 and remainder.trailing:
        set_trailing(w, remainder.trailing)
    return 0


cdef int write_union(Writing* w, PyObject* value, Plan* plan) except -1:
    cdef size_t start
    cdef int64_t outer_id = w.last_id
    cdef PyTypeObject* cls = Py_TYPE(value)
    cdef PyObject* payload = value
    cdef Row* row = NULL
    cdef int at
    for at in range(plan.count):
        row = &plan.rows[at]
        if row.wrapper != NULL:
            if <PyTypeObject*>row.wrapper == cls:
                payload = slot_of(<object>value, row.wrapped_offset)
                break
        elif row.type.kind == K_STRUCT and row.type.plan.cls == cls:
            break
    else:
        row = NULL
    if payload == NULL or (row == NULL and (type(<object>value) is not UnknownVariant or plan.is_closed)):
        raise Rejected
    enter(w)
    start = w.out.size
    w.last_id = 0
    if row != NULL:
        write_field(w, payload, row)
    else:
        write_unknown(w, <object>value)
    # only now: writing has decoded what was lazy
    remainder = (<object>value).remainder
    enclosing = None if remainder is None else remainder.enclosing
    if enclosing is not None and enclosing.extension is not None:
        write_extension(w, enclosing.extension, <object>plan.schema)
    end_struct(w, start, enclosing)
    w.last_id = outer_id
    return 0


cdef int write_unknown(Writing* w, object variant) except -1:
    """A variant that the IDL does not have, with its header."""
    field_id, wire_type, raw = variant.field_id, variant.wire_type, variant.raw
    if type(field_id) is not int or not -0x8000 <= field_id <= 0x7FFF:
        raise Rejected
    if type(wire_type) is not int or not 0 < wire_type < 16 or type(raw) is not bytes:
        raise Rejected
    put_field_header(w, field_id, wire_type)
    return write_raw(w, raw, wire_type)


cdef int write_raw(Writing* w, bytes raw, int wire_type) except -1:
    """A value as it came, once it has proved to be one of its type and nothing else."""
    cdef Py_ssize_t size = PyBytes_GET_SIZE(raw)
    cdef Bytes data = <Bytes>PyBytes_AS_STRING(raw)
    cdef Cursor c = make_cursor(data, size, w.deepest, size, size, 0)
    if w.is_binary:
        raise Rejected
    c.depth = w.depth
    if skip(&c, data, wire_type) != data + size:
        raise Rejected
    return append(w, data, size)


include "writer_values.pxi"
