# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Reads a table of a verified buffer, alone or with all below it, as generated `fill` methods do over a view; and compares tables.

Somebody may have vouched for a buffer wrongly, so every read is compared with the end of the buffer all the
same; whatever is odd is left to the views, which raise or know better.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_DECREF, Py_INCREF
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memcpy

from inlay_runtime.native.flat_plan cimport (
    DEEPEST, F_BINARIES, F_BINARY, F_DATA, F_EXTENSION, F_FIXED, F_FIXEDS, F_SCALAR, F_SCALARS, F_TABLE, F_TABLES, F_TEXT,
    F_TEXTS, F_UNION, F_UNIONS, Member, Members, Plan, Row, plan_for,
)  # fmt: skip
from inlay_runtime.native.instances cimport get_attribute, make_instance, put, slot_of, store
from inlay_runtime.native.little_endian cimport load_u16, load_u32, load_u64

from inlay_runtime.extension import Extension
from inlay_runtime.native.rejected import Rejected

cdef extern from "Python.h":
    object PyFloat_FromDouble(double)
    PyObject* PyDict_GetItemWithError(PyObject*, PyObject*) except? NULL
    int Py_EnterRecursiveCall(const char*) except *  # 1 or -1, by version
    void Py_LeaveRecursiveCall()
    void PyObject_GC_UnTrack(PyObject*)

cdef object UnknownVariant
UnknownVariant = None


cdef struct In:
    PyObject* buffer
    const uint8_t* data
    Py_ssize_t size
    int depth
    bint leaves_closed  # what is below the table: it is lazy


cdef struct Here:
    # the table that is read
    Py_ssize_t position
    const uint8_t* entries  # of its vtable
    int slots


def read(cls, bytes buffer not None, Py_ssize_t position, lazy):
    """The table at a position, with nothing left lazy; or None: then the views decide.

    `lazy` is that table where an instance of it is there already: its empty slots are filled, in one step, and the tables
    below it are left lazy.
    """
    cdef Plan plan = plan_for(cls)
    cdef In r
    global UnknownVariant
    if plan is None:
        return None
    if UnknownVariant is None:
        from inlay_runtime.union import UnknownVariant
    r.buffer = <PyObject*>buffer
    r.data = <const uint8_t*>PyBytes_AS_STRING(buffer)
    r.size = PyBytes_GET_SIZE(buffer)
    r.depth = 0
    r.leaves_closed = lazy is not None
    try:
        table = read_table(&r, position, plan)
    except Rejected:
        return None
    if lazy is None:
        return table
    move_into_empty(table, lazy, plan)
    return lazy


# Bytes


cdef inline const uint8_t* place(In* r, Py_ssize_t at, Py_ssize_t size) except NULL:
    if at < 0 or size < 0 or size > r.size - at:
        raise Rejected
    return r.data + at


cdef inline Py_ssize_t follow(In* r, Py_ssize_t at) except -1:
    return at + load_u32(place(r, at, 4))


cdef inline Py_ssize_t place_of(const Here* here, int slot) noexcept:
    """Where the value in a slot is, or 0 where it is absent."""
    cdef uint16_t offset = load_u16(here.entries + 2 * slot) if slot < here.slots else 0
    return here.position + offset if offset else 0


# Tables


cdef object read_table(In* r, Py_ssize_t position, Plan plan):
    cdef Here here
    cdef int at
    if not plan.is_complete:
        raise Rejected
    r.depth += 1
    if r.depth > DEEPEST:
        raise Rejected
    find_slots(r, position, &here)
    table = make_instance(<PyTypeObject*>plan.cls)
    store(table, plan.source_offset, None)
    store(table, plan.remainder_offset, None)
    if plan.extension < 0:
        store(table, plan.extension_offset, None)
    for at in range(plan.count):
        store(table, plan.rows[at].offset, read_slot(r, &here, &plan.rows[at]))
    r.depth -= 1
    return table


cdef object read_below(In* r, Py_ssize_t position, Plan plan):
    """A table in a table."""
    if not r.leaves_closed:
        return read_table(r, position, plan)
    if not plan.is_complete:
        raise Rejected
    table = make_instance(<PyTypeObject*>plan.cls)
    store(table, plan.source_offset, (<object>r.buffer, position, None))
    store(table, plan.remainder_offset, None)
    return table


cdef void move_into_empty(object table, object lazy, Plan plan) noexcept:
    """What was set before it was read stays; of two threads that come here, the first one's values do."""
    cdef PyObject* source = slot_of(lazy, plan.source_offset)
    cdef Py_ssize_t offset
    cdef int at
    if source == NULL or source == <PyObject*>None:
        return
    for at in range(plan.count + 1):
        offset = plan.rows[at].offset if at < plan.count else plan.extension_offset
        if slot_of(lazy, offset) == NULL:
            put(lazy, offset, slot_of(table, offset))
            put(table, offset, NULL)
    store(lazy, plan.source_offset, None)
    Py_DECREF(<object>source)


cdef int find_slots(In* r, Py_ssize_t position, Here* here) except -1:
    cdef Py_ssize_t vtable = position - <int32_t>load_u32(place(r, position, 4))
    cdef uint16_t size = load_u16(place(r, vtable, 4))
    if size < 4:
        raise Rejected
    here.position = position
    here.entries = place(r, vtable, size) + 4
    here.slots = (size - 4) >> 1
    return 0


cdef object read_slot(In* r, const Here* here, Row* row):
    cdef Py_ssize_t at = place_of(here, row.slot)
    if row.kind == F_UNION:
        return read_union_slot(r, here, at, row)
    if row.kind == F_UNIONS:
        return read_unions_slot(r, here, at, row)
    if at:
        return read_value(r, at, row)
    if row.default != NULL:
        return <object>row.default
    return absent(row)


cdef object absent(Row* row):
    if row.required:
        raise Rejected
    if row.is_never_none:
        return b"" if row.kind == F_DATA else []
    return None


cdef object read_value(In* r, Py_ssize_t at, Row* row):
    """What is in a slot, or what its offset leads to."""
    if row.kind == F_SCALAR:
        return read_scalar(place(r, at, row.size), row)
    if row.kind == F_TABLE:
        return read_below(r, follow(r, at), <Plan>row.below)
    if row.kind == F_TEXT:
        return read_text(r, follow(r, at))
    if row.kind == F_DATA or row.kind == F_BINARY:
        return read_data(r, follow(r, at))
    if row.kind == F_FIXED:
        return read_fixed(r, at, row.cls, row.size)
    if row.kind == F_EXTENSION:
        return Extension(read_data(r, follow(r, at)))
    return read_vector(r, follow(r, at) + 4, row)


cdef bytes read_data(In* r, Py_ssize_t at):
    cdef Py_ssize_t size = load_u32(place(r, at, 4))
    return PyBytes_FromStringAndSize(<const char*>place(r, at + 4, size), size)


cdef str read_text(In* r, Py_ssize_t at):
    cdef Py_ssize_t size = load_u32(place(r, at, 4))
    return PyUnicode_DecodeUTF8(<const char*>place(r, at + 4, size), size, "surrogateescape")


cdef object read_fixed(In* r, Py_ssize_t at, PyObject* cls, int size):
    place(r, at, size)
    return (<object>cls).unpack_from(<object>r.buffer, at)


# Vectors


cdef list read_vector(In* r, Py_ssize_t start, Row* row):
    cdef Py_ssize_t width = row.size if row.kind == F_SCALARS or row.kind == F_FIXEDS else 4
    cdef Py_ssize_t count = load_u32(place(r, start - 4, 4))
    cdef const uint8_t* first = place(r, start, count * width)
    cdef list values
    cdef Py_ssize_t at
    if row.kind == F_SCALARS and row.members != NULL:
        return read_members(first, count, row)
    if row.kind == F_SCALARS:
        return read_numbers(first, count, row)
    values = PyList_New(count)
    if row.kind == F_TEXTS or row.kind == F_BINARIES:
        PyObject_GC_UnTrack(<PyObject*>values)
    for at in range(count):  # a list that has holes is let go as it is when something is raised
        if row.kind == F_TABLES:
            value = read_below(r, follow(r, start + 4 * at), <Plan>row.below)
        elif row.kind == F_TEXTS:
            value = read_text(r, follow(r, start + 4 * at))
        elif row.kind == F_BINARIES:
            value = read_data(r, follow(r, start + 4 * at))
        else:
            value = read_fixed(r, start + width * at, row.cls, row.size)
        Py_INCREF(value)
        PyList_SET_ITEM(values, at, value)
    return values


cdef list read_numbers(const uint8_t* first, Py_ssize_t count, const Row* row):
    """Not seen by the cyclic collector, as no list is whose elements hold nothing: a model has tens of thousands of numbers."""
    cdef list values = PyList_New(count)
    cdef char code = row.code
    cdef int size = row.size
    cdef Py_ssize_t at
    cdef float single
    PyObject_GC_UnTrack(<PyObject*>values)
    for at in range(count):
        if code == c"f":
            memcpy(&single, first, 4)
            value = PyFloat_FromDouble(single)
        else:
            value = read_number(first, code)
        Py_INCREF(value)
        PyList_SET_ITEM(values, at, value)
        first += size
    return values


cdef list read_members(const uint8_t* first, Py_ssize_t count, Row* row):
    """Of an enum. Each that is not known is one object, however often it is there."""
    cdef dict unknown = {}
    cdef list values = []
    cdef PyObject* found
    cdef Py_ssize_t at
    for at in range(count):
        number = read_number(first + row.size * at, row.code)
        found = PyDict_GetItemWithError(row.members, <PyObject*>number)
        if found != NULL:
            values.append(<object>found)
            continue
        if number not in unknown:
            unknown[number] = (<object>row.cls)(number)
        values.append(unknown[number])
    return values


# Scalars


cdef object read_scalar(const uint8_t* at, Row* row):
    cdef object number = read_number(at, row.code)
    cdef PyObject* member
    if row.members == NULL:
        return number
    member = PyDict_GetItemWithError(row.members, <PyObject*>number)
    return (<object>row.cls)(number) if member == NULL else <object>member


cdef object read_number(const uint8_t* at, char code):
    cdef float single
    cdef double real
    if code == c"q":
        return <int64_t>load_u64(at)
    if code == c"b":
        return <int8_t>at[0]
    if code == c"?":
        return at[0] != 0
    if code == c"i":
        return <int32_t>load_u32(at)
    if code == c"I":
        return load_u32(at)
    if code == c"Q":
        return load_u64(at)
    if code == c"B":
        return at[0]
    if code == c"h":
        return <int16_t>load_u16(at)
    if code == c"H":
        return load_u16(at)
    if code == c"f":
        memcpy(&single, at, 4)
        return PyFloat_FromDouble(single)
    memcpy(&real, at, 8)
    return PyFloat_FromDouble(real)


# Unions, whose types are in the slot before


cdef object read_union_slot(In* r, const Here* here, Py_ssize_t at, Row* row):
    cdef Py_ssize_t type_at = place_of(here, row.slot - 1)
    cdef int tag = place(r, type_at, 1)[0] if type_at else 0
    if tag == 0:
        return absent(row)
    if at == 0:
        raise Rejected
    return read_union(r, tag, follow(r, at), <Members>row.below)


cdef object read_unions_slot(In* r, const Here* here, Py_ssize_t at, Row* row):
    cdef Py_ssize_t types_at = place_of(here, row.slot - 1)
    cdef Py_ssize_t tags, start, count, number
    if at == 0 or types_at == 0:
        return absent(row)
    tags = follow(r, types_at) + 4
    start = follow(r, at) + 4
    count = load_u32(place(r, start - 4, 4))
    place(r, tags, count)
    place(r, start, 4 * count)
    return [
        read_union(r, r.data[tags + number], follow(r, start + 4 * number), <Members>row.below)
        for number in range(count)
    ]


cdef object read_union(In* r, int tag, Py_ssize_t position, Members members):
    cdef Member* member
    cdef int at
    for at in range(members.count):
        member = &members.members[at]
        if member.tag == tag:
            break
    else:
        return UnknownVariant(tag, b"")
    if member.kind == F_TABLE:
        value = read_below(r, position, <Plan>member.below)
    elif member.kind == F_TEXT:
        value = read_text(r, position)
    elif member.kind == F_FIXED:
        value = read_fixed(r, position, member.cls, member.size)
    else:
        raise Rejected
    if member.wrapper == NULL:
        return value
    wrapper = make_instance(<PyTypeObject*>member.wrapper)
    store(wrapper, member.wrapped_offset, value)
    store(wrapper, member.wrapper_remainder_offset, None)
    return wrapper


include "flat_equality.pxi"
