# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Writes tables as `inlay_runtime.flat.builder` and generated `write` methods do, byte for byte.

From the end of the buffer to the front, as the Builder of the `flatbuffers` package works. It takes what is
plain: exact types, values in range. Everything else is `Rejected`, and the pure builder runs: it raises, or
knows better. With `sharing`, what occurs more than once is stored once, as `inlay.footers.conversion.sharing` says.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.object cimport PyObject, PyTypeObject
from libc.float cimport FLT_MAX
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from inlay_runtime.native.flat_plan cimport (
    F_BINARIES, F_BINARY, F_DATA, F_EXTENSION, F_FIXED, F_SCALAR, F_SCALARS, F_TABLE, F_TABLES, F_TEXT, F_TEXTS,
    F_UNION, F_UNIONS, Kind, Member, Members, Plan, Row, plan_for,
)  # fmt: skip
from inlay_runtime.native.flat_output cimport (
    A_BINARY, A_TABLE, A_TEXT, LARGEST, MOST_SLOTS, SOME_DATA, Entry, Out, Written, begin, end_table, expect_room, find,
    finish, grow, keep, keep_key, sharing_of, place_bits, prepare, put, put_offset, put_u32, release, reserve, write_offsets, write_string,
    write_vector,
)  # fmt: skip
from inlay_runtime.native.instances cimport get_attribute
from inlay_runtime.native.integers cimport inlay_number

from inlay_runtime.extension import Extension
from inlay_runtime.native.rejected import Rejected

cdef extern from "Python.h":
    PyTypeObject* Py_TYPE(PyObject*)
    int PyLong_Check(PyObject*)
    int PyLong_CheckExact(PyObject*)
    int PyFloat_Check(PyObject*)
    int PyFloat_CheckExact(PyObject*)
    double PyFloat_AS_DOUBLE(PyObject*)
    int PyUnicode_CheckExact(PyObject*)
    int PyBytes_CheckExact(PyObject*)
    int PyList_CheckExact(PyObject*)
    Py_ssize_t PyList_GET_SIZE(PyObject*)
    PyObject* PyList_GET_ITEM(PyObject*, Py_ssize_t)
    long long PyLong_AsLongLongAndOverflow(PyObject*, int*) except? -1
    unsigned long long PyLong_AsUnsignedLongLong(PyObject*) except? 0xFFFFFFFFFFFFFFFF
    double PyFloat_AsDouble(PyObject*) except? -1.0
    int PyFloat_Pack4(double, char*, int) except -1
    int PyFloat_Pack8(double, char*, int) except -1
    const char* PyUnicode_AsUTF8AndSize(PyObject*, Py_ssize_t*) except NULL
    PyObject* Py_None
    PyObject* Py_True
    PyObject* Py_False


cdef enum:
    MOST_EXPECTED = 1 << 24  # bytes; a single large value is not to make every small one ask for its memory


def encode(table, limits, bint sharing, Written written=None, bint size_prefixed=False):
    """The bytes of a buffer with the table at its root, or None: then pure Python decides. `written` has slots of the root
    that the table itself leaves empty."""
    cdef Plan plan = plan_for(type(table))
    cdef Out w
    cdef uint32_t root
    if plan is None:
        return None
    memset(&w, 0, sizeof(Out))
    try:
        if written is None:
            begin(&w, limits, sharing)
            grow(&w, plan.last_size)
            root = write_table(&w, <PyObject*>table, plan)
        else:
            written.continue_in(&w)
            if <PyTypeObject*>plan.cls != Py_TYPE(<PyObject*>table):
                raise Rejected
            root = write_new_table(&w, <PyObject*>table, plan, <PyObject*>written.offsets)
        made = finish(&w, root, plan, size_prefixed)
        plan.last_size = min(w.size, MOST_EXPECTED)
        return made
    except MemoryError:
        raise
    except Exception:  # Rejected, and whatever a value does that is none of what its field may hold
        return None
    finally:
        release(&w)


# Tables


cdef uint32_t write_table(Out* w, PyObject* value, Plan plan) except 0:
    cdef uint8_t content[9 * MOST_SLOTS + 8]
    cdef size_t size = 0
    cdef Entry* entry
    cdef uint32_t offset
    if Py_TYPE(value) != <PyTypeObject*>plan.cls or not plan.is_complete:
        raise Rejected
    if w.sharing and plan.slots <= MOST_SLOTS:
        size = content_of(value, plan, content)
        if size:
            entry = find(w, A_TABLE, content, size)
            if entry.offset:
                return entry.offset
    w.depth_left -= 1
    if w.depth_left < 0:
        raise Rejected
    offset = write_new_table(w, value, plan, NULL)
    w.depth_left += 1
    if size:
        entry = find(w, A_TABLE, content, size)
        keep(w, entry, A_TABLE, keep_key(w, content, size), size, offset)
    return offset


cdef size_t content_of(PyObject* value, Plan plan, uint8_t* content) except? 0xFFFFFFFF:
    """All that is in a table of integers, as bytes; 0 for any other."""
    cdef PyObject* found
    cdef int at, overflow
    cdef int64_t number
    cdef size_t size = sizeof(void*)
    cdef void* place = <void*>plan
    if get_attribute(<object>value, plan.extension_offset, "extension") is not None:
        return 0
    memcpy(content, &place, sizeof(void*))
    for at in range(plan.count):
        held = get_attribute(<object>value, plan.rows[at].offset, <object>plan.rows[at].name)
        found = <PyObject*>held
        content[size] = 0
        number = 0
        if found != Py_None:
            if not PyLong_Check(found):
                return 0
            overflow = 0
            content[size] = 1
            number = PyLong_AsLongLongAndOverflow(found, &overflow)
            if overflow:
                content[size] = 2
                number = <int64_t>PyLong_AsUnsignedLongLong(found)
        memcpy(content + size + 1, &number, 8)
        size += 9
    return size


cdef uint32_t write_new_table(Out* w, PyObject* value, Plan plan, PyObject* written) except 0:
    """`written` is a dict of what is out of line already, by slot, or NULL."""
    cdef size_t children = reserve(w, 2 * plan.count + plan.slots)
    cdef size_t places = children + 2 * plan.count  # of the values of slots, from the end of the buffer
    cdef uint32_t before, offset
    cdef bint is_there, is_tag
    cdef Row* row
    cdef int at, number
    write_children(w, value, plan, children, written)
    before = <uint32_t>w.size
    for at in range(plan.step_count):
        number, is_tag = plan.steps[at].row, plan.steps[at].is_tag
        row = &plan.rows[number]
        if row.kind == F_SCALAR:
            is_there = put_scalar(w, value, row)
        elif row.kind == F_FIXED:
            is_there = put_fixed(w, value, row)
        elif is_tag:
            is_there = put_tag(w, &w.scratch[children + 2 * number])
        else:
            is_there = put_child(w, row.kind, &w.scratch[children + 2 * number], &w.scratch[places + row.slot])
        if is_there:
            w.scratch[places + row.slot - is_tag] = <uint32_t>w.size
    offset = end_table(w, places, plan.slots, before)
    w.scratch_size = children
    return offset


cdef int write_children(Out* w, PyObject* value, Plan plan, size_t children, PyObject* written) except -1:
    """What is out of line. `children` has, for each row, the offset, and the tag of a union or the offset of tags."""
    cdef uint32_t offset, tag = 0
    cdef Row* row
    cdef int at
    for at in range(plan.count):
        row = &plan.rows[at]
        if row.kind == F_EXTENSION or (not row.required and (row.kind == F_SCALAR or row.kind == F_FIXED)):
            continue
        if written != NULL and row.slot in <dict>written:
            w.scratch[children + 2 * at] = (<dict>written)[row.slot]
            continue
        held = get_attribute(<object>value, row.offset, <object>row.name)
        if held is None:
            if row.required:
                raise Rejected
            continue
        if row.kind != F_SCALAR and row.kind != F_FIXED:
            offset = write_child(w, <PyObject*>held, row, &tag)
            w.scratch[children + 2 * at] = offset
            w.scratch[children + 2 * at + 1] = tag
    extension = get_attribute(<object>value, plan.extension_offset, "extension")
    if extension is not None:
        if plan.extension < 0 or type(extension) is not Extension:
            raise Rejected
        payload = extension.payload
        offset = write_data(w, <PyObject*>payload, plan.rows[plan.extension].align)
        w.scratch[children + 2 * plan.extension] = offset
    return 0


cdef inline bint put_scalar(Out* w, PyObject* value, Row* row) except -1:
    """False where it is absent, or the default."""
    cdef uint64_t bits = 0
    held = get_attribute(<object>value, row.offset, <object>row.name)
    if held is None and row.default == NULL:
        return False
    pack(&bits, <PyObject*>held, row.code)
    if row.default != NULL and (bits ^ row.default_bits) << (64 - 8 * row.size) == 0:
        return False
    prepare(w, row.size, row.size)
    w.size += row.size
    place_bits(w.data + w.room - w.size, bits, row.size)
    return True


cdef inline bint put_fixed(Out* w, PyObject* value, Row* row) except -1:
    held = get_attribute(<object>value, row.offset, <object>row.name)
    if held is None:
        return False
    place_fixed(w, <PyObject*>held, row.cls, row.alignment)
    return True


cdef inline bint put_tag(Out* w, const uint32_t* child) except -1:
    cdef uint8_t tag = <uint8_t>child[1]
    if child[0] == 0:
        return False
    prepare(w, 1, 1)
    put(w, &tag, 1)
    return True


cdef inline bint put_child(Out* w, Kind kind, const uint32_t* child, uint32_t* place) except -1:
    """The offset of what is out of line; where there are several unions, that of their types in the slot before."""
    if child[0] == 0:
        return False
    if kind == F_UNIONS:
        put_offset(w, child[1])
        (place - 1)[0] = <uint32_t>w.size
    put_offset(w, child[0])
    return True


include "flat_writer_values.pxi"
