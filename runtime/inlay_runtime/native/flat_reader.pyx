# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Reads a table of a verified buffer and all below it, as generated `fill` methods do over a view.

Somebody may have vouched for a buffer wrongly, so every read is compared with the end of the buffer all the
same; whatever is odd is left to the views, which raise or know better.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_INCREF
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from inlay_runtime.native.flat_plan cimport (
    F_BINARY, F_DATA, F_EXTENSION, F_FIXED, F_FIXEDS, F_SCALAR, F_SCALARS, F_TABLE, F_TABLES, F_TEXT, F_TEXTS,
    F_UNION, F_UNIONS, Member, Members, Plan, Row, plan_for,
)  # fmt: skip

from inlay_runtime.extension import Extension

cdef extern from *:
    """
    #define INLAY_SLOT_OF(record, offset) (*(PyObject **)((char *)(record) + (offset)))
    """
    PyObject* INLAY_SLOT_OF(PyObject* record, Py_ssize_t offset)

cdef extern from "Python.h":
    object PyFloat_FromDouble(double)
    PyObject* PyDict_GetItemWithError(PyObject*, PyObject*) except? NULL
    PyObject* PyType_GenericAlloc(PyTypeObject*, Py_ssize_t)

cdef enum:
    DEEPEST = 128  # of the C stack

cdef object UnknownVariant
UnknownVariant = None


class Rejected(Exception):
    """What the views are to decide."""


cdef struct In:
    const uint8_t* data
    Py_ssize_t size
    int depth


def read(cls, bytes buffer not None, Py_ssize_t position):
    """The table at a position, with nothing left lazy; or None: then the views decide."""
    cdef Plan plan = plan_for(cls)
    cdef In r
    global UnknownVariant
    if plan is None:
        return None
    if UnknownVariant is None:
        from inlay_runtime.union import UnknownVariant
    r.data = <const uint8_t*>PyBytes_AS_STRING(buffer)
    r.size = PyBytes_GET_SIZE(buffer)
    r.depth = 0
    try:
        return read_table(&r, position, plan, buffer)
    except (Rejected, UnicodeDecodeError):
        return None


# Bytes


cdef inline const uint8_t* place(In* r, Py_ssize_t at, Py_ssize_t size) except NULL:
    if at < 0 or size < 0 or size > r.size - at:
        raise Rejected
    return r.data + at


cdef inline uint16_t u16(const uint8_t* at) noexcept:
    cdef uint16_t value
    memcpy(&value, at, 2)
    return value


cdef inline uint32_t u32(const uint8_t* at) noexcept:
    cdef uint32_t value
    memcpy(&value, at, 4)
    return value


cdef inline Py_ssize_t follow(In* r, Py_ssize_t at) except -1:
    return at + u32(place(r, at, 4))


# Tables


cdef object read_table(In* r, Py_ssize_t position, Plan plan, bytes buffer):
    cdef Py_ssize_t vtable, at
    cdef const uint8_t* entries
    cdef uint16_t size
    cdef int slots, number, place_
    cdef Row* row
    if not plan.is_native:
        raise Rejected
    r.depth += 1
    if r.depth > DEEPEST:
        raise Rejected
    vtable = position - <int32_t>u32(place(r, position, 4))
    size = u16(place(r, vtable, 4))
    if size < 4:
        raise Rejected
    slots = (size - 4) >> 1
    entries = place(r, vtable, size) + 4
    table = new(<PyTypeObject*>plan.cls)
    fill(table, plan.source_offset, None)
    fill(table, plan.remainder_offset, None)
    extension = None
    for number in range(plan.count):
        row = &plan.rows[number]
        at = 0
        if row.slot < slots:
            place_ = u16(entries + 2 * row.slot)
            if place_:
                at = position + place_
        if row.kind == F_EXTENSION:
            if at:
                extension = Extension(read_data(r, at))
            continue
        if row.kind == F_UNION:
            fill(table, row.offset, read_union_slot(r, at, position, entries, slots, row, buffer))
            continue
        if row.kind == F_UNIONS:
            fill(table, row.offset, read_unions_slot(r, at, position, entries, slots, row, buffer))
            continue
        if at:
            fill(table, row.offset, read_value(r, at, row, buffer))
        elif row.default != NULL:
            fill(table, row.offset, <object>row.default)
        elif row.required:
            raise Rejected
        elif row.is_never_none:
            fill(table, row.offset, b"" if row.kind == F_DATA else [])
        else:
            fill(table, row.offset, None)
    fill(table, plan.extension_offset, extension)
    r.depth -= 1
    return table


cdef inline object new(PyTypeObject* cls):
    cdef PyObject* made = PyType_GenericAlloc(cls, 0)
    if made == NULL:
        raise MemoryError
    record = <object>made
    unreference(made)
    return record


cdef extern from "Python.h":
    void unreference "Py_DECREF" (PyObject*)


cdef inline void fill(object record, Py_ssize_t offset, object value) noexcept:
    """Fills a slot that is empty."""
    Py_INCREF(value)
    (<PyObject**>(<char*><PyObject*>record + offset))[0] = <PyObject*>value


cdef object read_value(In* r, Py_ssize_t at, Row* row, bytes buffer):
    """What is in a slot, or what its offset leads to."""
    if row.kind == F_SCALAR:
        return scalar(place(r, at, row.size), row)
    if row.kind == F_TABLE:
        return read_table(r, follow(r, at), <Plan>row.below, buffer)
    if row.kind == F_TEXT:
        return text(r, follow(r, at))
    if row.kind == F_DATA or row.kind == F_BINARY:
        return read_data(r, at)
    if row.kind == F_FIXED:
        place(r, at, row.size)
        return (<object>row.cls).unpack_from(buffer, at)
    return read_vector(r, at, row, buffer)


cdef bytes read_data(In* r, Py_ssize_t at):
    at = follow(r, at)
    cdef Py_ssize_t size = u32(place(r, at, 4))
    return PyBytes_FromStringAndSize(<const char*>place(r, at + 4, size), size)


cdef str text(In* r, Py_ssize_t at):
    cdef Py_ssize_t size = u32(place(r, at, 4))
    return PyUnicode_DecodeUTF8(<const char*>place(r, at + 4, size), size, NULL)


cdef object read_vector(In* r, Py_ssize_t at, Row* row, bytes buffer):
    cdef Py_ssize_t width = row.size if row.kind == F_SCALARS or row.kind == F_FIXEDS else 4
    cdef Py_ssize_t count, number, start = follow(r, at) + 4
    cdef const uint8_t* first
    cdef dict unknown = None
    count = u32(place(r, start - 4, 4))
    first = place(r, start, count * width)
    cdef list values = PyList_New(count)
    for number in range(count):  # a list that has holes is let go as it is when something is raised
        if row.kind == F_SCALARS:
            value = scalar(first + width * number, row)
            if row.members != NULL and PyDict_GetItemWithError(row.members, <PyObject*>value) == NULL:
                if unknown is None:
                    unknown = {}
                value = unknown.setdefault(int(value), value)  # one object for each that is not known
        elif row.kind == F_TEXTS:
            value = text(r, start + 4 * number + u32(first + 4 * number))
        elif row.kind == F_TABLES:
            value = read_table(r, start + 4 * number + u32(first + 4 * number), <Plan>row.below, buffer)
        else:
            value = (<object>row.cls).unpack_from(buffer, start + width * number)
        Py_INCREF(value)
        PyList_SET_ITEM(values, number, value)
    return values


cdef object scalar(const uint8_t* at, Row* row):
    cdef object value
    cdef PyObject* member
    cdef float single
    cdef double real
    cdef int64_t number
    if row.code == c"?":
        return at[0] != 0
    if row.code == c"f":
        memcpy(&single, at, 4)
        return PyFloat_FromDouble(single)
    if row.code == c"d":
        memcpy(&real, at, 8)
        return PyFloat_FromDouble(real)
    memcpy(&number, at, row.size)
    if row.code == c"q":
        value = number
    elif row.code == c"b":
        value = <int8_t>at[0]
    elif row.code == c"i":
        value = <int32_t>u32(at)
    elif row.code == c"I":
        value = u32(at)
    elif row.code == c"Q":
        value = <uint64_t>number
    elif row.code == c"B":
        value = at[0]
    elif row.code == c"h":
        value = <int16_t>u16(at)
    else:
        value = u16(at)
    if row.members == NULL:
        return value
    member = PyDict_GetItemWithError(row.members, <PyObject*>value)
    return (<object>row.cls)(value) if member == NULL else <object>member


# Unions


cdef object read_union_slot(
    In* r, Py_ssize_t at, Py_ssize_t position, const uint8_t* entries, int slots, Row* row, bytes buffer
):
    """A union, whose type is in the slot before."""
    cdef int offset = u16(entries + 2 * (row.slot - 1)) if row.slot - 1 < slots else 0
    cdef int tag = place(r, position + offset, 1)[0] if offset else 0
    if tag == 0:
        if row.required:
            raise Rejected
        return None
    if at == 0:
        raise Rejected
    return read_union(r, tag, follow(r, at), <Members>row.below, buffer)


cdef object read_unions_slot(
    In* r, Py_ssize_t at, Py_ssize_t position, const uint8_t* entries, int slots, Row* row, bytes buffer
):
    cdef int offset = u16(entries + 2 * (row.slot - 1)) if row.slot - 1 < slots else 0
    cdef Py_ssize_t tags, start, count, number
    if at == 0 or offset == 0:
        if row.required:
            raise Rejected
        return [] if row.is_never_none else None
    tags = follow(r, position + offset) + 4
    start = follow(r, at) + 4
    count = u32(place(r, start - 4, 4))
    place(r, tags, count)
    place(r, start, 4 * count)
    return [
        read_union(r, r.data[tags + number], follow(r, start + 4 * number), <Members>row.below, buffer)
        for number in range(count)
    ]


cdef object read_union(In* r, int tag, Py_ssize_t position, Members members, bytes buffer):
    cdef Member* member
    cdef int at
    for at in range(members.count):
        member = &members.members[at]
        if member.tag == tag:
            break
    else:
        return UnknownVariant(tag, b"")
    if member.kind == F_TABLE:
        value = read_table(r, position, <Plan>member.below, buffer)
    elif member.kind == F_TEXT:
        value = text(r, position)
    elif member.kind == F_FIXED:
        value = (<object>member.cls).unpack_from(buffer, position)
    else:
        raise Rejected
    if member.wrapper == NULL:
        return value
    wrapper = new(<PyTypeObject*>member.wrapper)
    fill(wrapper, member.wrapped_offset, value)
    fill(wrapper, member.wrapper_remainder_offset, None)
    return wrapper
