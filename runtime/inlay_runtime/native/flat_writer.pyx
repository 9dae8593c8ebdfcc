# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Writes tables as `inlay_runtime.flat.builder` and generated `write` methods do, byte for byte.

From the end of the buffer to the front, as the Builder of the `flatbuffers` package works. It takes what is
plain: exact types, values in range. Everything else is `Rejected`, and the pure builder runs: it raises, or
knows better. With `sharing`, what occurs more than once is stored once, as `inlay.conversion.sharing` says.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.object cimport PyObject, PyTypeObject
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from inlay_runtime.native.flat_plan cimport (
    DEEPEST, F_BINARIES, F_BINARY, F_DATA, F_EXTENSION, F_FIXED, F_SCALAR, F_SCALARS, F_TABLE, F_TABLES, F_TEXT, F_TEXTS,
    F_UNION, F_UNIONS, Kind, Member, Members, Plan, Row, plan_for,
)  # fmt: skip
from inlay_runtime.native.instances cimport attribute

from inlay_runtime.extension import Extension
from inlay_runtime.native.rejected import Rejected

cdef extern from *:
    """
    #if PY_VERSION_HEX >= 0x030E0000
    #define INLAY_HASH(data, size) ((uint64_t)Py_HashBuffer((data), (size)))
    #else
    #define INLAY_HASH(data, size) ((uint64_t)_Py_HashBytes((data), (size)))
    #endif
    """
    uint64_t INLAY_HASH(const void* data, Py_ssize_t size)

cdef extern from "Python.h":
    PyTypeObject* Py_TYPE(PyObject*)
    int PyLong_Check(PyObject*)
    int PyFloat_Check(PyObject*)
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
    LARGEST = 0x40000000  # bytes of a buffer; beyond it the pure builder decides
    LONGEST = 16  # offsets of a vector that is shared
    MOST_SLOTS = 6  # of a table that is shared

cdef enum What:
    """What is stored once. Scalars are told apart by the code of theirs, which is above all of these."""
    A_VTABLE = 1
    A_TEXT
    A_BINARY
    SOME_DATA
    SOME_OFFSETS
    A_TABLE


cdef struct Entry:
    uint64_t hash
    uint32_t offset  # of the object, from the end of the buffer; 0 where there is none
    uint32_t key  # where its key begins, from the end of the buffer or from the start of `keys`
    uint32_t size  # of the key
    int what


cdef struct Out:
    uint8_t* data
    size_t room
    size_t size  # bytes at the end of `data` that are written
    size_t alignment  # the greatest so far
    int depth_left
    int64_t container  # limits on elements and on bytes
    int64_t binary
    bint sharing
    Entry* entries
    size_t entry_room  # a power of two
    size_t entry_count
    uint8_t* keys  # of what cannot be compared where it lies
    size_t keys_room
    size_t keys_size
    uint32_t* scratch  # offsets of what is out of line, until they are written
    size_t scratch_room
    size_t scratch_size


def encode(table, limits, bint sharing):
    """The bytes of a buffer with the table at its root, or None: then pure Python decides."""
    cdef Plan plan = plan_for(type(table))
    cdef Out w
    cdef uint32_t root
    if plan is None:
        return None
    memset(&w, 0, sizeof(Out))
    w.alignment = 1
    w.depth_left = min(DEEPEST, limits.depth)
    w.container, w.binary = min(limits.container, LARGEST), min(limits.binary, LARGEST)
    w.sharing = sharing
    w.entry_room = 64
    try:
        w.entries = <Entry*>calloc(w.entry_room, sizeof(Entry))
        if w.entries == NULL:
            raise MemoryError
        root = write_table(&w, <PyObject*>table, plan)
        finish(&w, root, plan)
        return PyBytes_FromStringAndSize(<char*>w.data + w.room - w.size, w.size)
    except MemoryError:
        raise
    except Exception:  # Rejected, and whatever a value does that is none of what its field may hold
        return None
    finally:
        free(w.data)
        free(w.entries)
        free(w.keys)
        free(w.scratch)


cdef int finish(Out* w, uint32_t root, Plan plan) except -1:
    cdef bytes identifier = plan.identifier
    cdef Py_ssize_t size = PyBytes_GET_SIZE(identifier)
    prepare(w, w.alignment, 4 + size)
    if size:
        if size != 4:
            raise Rejected
        put(w, PyBytes_AS_STRING(identifier), 4)
    return put_offset(w, root)


# Bytes


cdef int grow(Out* w, size_t size) except -1:
    cdef size_t room = 2 * w.room + size + 1024
    cdef uint8_t* grown
    if w.size + size > LARGEST:
        raise Rejected
    grown = <uint8_t*>malloc(room)
    if grown == NULL:
        raise MemoryError
    if w.size:
        memcpy(grown + room - w.size, w.data + w.room - w.size, w.size)
    free(w.data)
    w.data = grown
    w.room = room
    return 0


cdef inline int prepare(Out* w, size_t alignment, size_t size) except -1:
    """Zeros, so that `size` bytes that are put next begin at a multiple of `alignment`; room for them and a length."""
    cdef size_t padding = (0 - (w.size + size)) & (alignment - 1)
    if alignment > w.alignment:
        w.alignment = alignment
    if w.room - w.size < padding + size + 8:
        grow(w, padding + size + 8)
    w.size += padding
    memset(w.data + w.room - w.size, 0, padding)
    return 0


cdef inline void put(Out* w, const void* data, size_t size) noexcept:
    w.size += size
    if size:
        memcpy(w.data + w.room - w.size, data, size)


cdef inline void put_u32(Out* w, uint32_t value) noexcept:
    put(w, &value, 4)


cdef inline int put_offset(Out* w, uint32_t offset) except -1:
    """An offset, relative to where it lies."""
    prepare(w, 4, 4)
    put_u32(w, <uint32_t>w.size - offset + 4)
    return 0


cdef inline int expect_room(Out* w, int64_t size, int64_t most) except -1:
    if size > most:
        raise Rejected
    return 0


include "flat_writer_shared.pxi"


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
    offset = write_new_table(w, value, plan)
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
    if attribute(<object>value, plan.extension_offset, "extension") is not None:
        return 0
    memcpy(content, &place, sizeof(void*))
    for at in range(plan.count):
        held = attribute(<object>value, plan.rows[at].offset, <object>plan.rows[at].name)
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


cdef uint32_t write_new_table(Out* w, PyObject* value, Plan plan) except 0:
    cdef size_t children = reserve(w, 2 * plan.count + plan.slots)
    cdef size_t places = children + 2 * plan.count  # of the values of slots, from the end of the buffer
    cdef uint32_t before, offset
    cdef bint is_there, is_tag
    cdef Row* row
    cdef int at, number
    write_children(w, value, plan, children)
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


cdef int write_children(Out* w, PyObject* value, Plan plan, size_t children) except -1:
    """What is out of line. `children` has, for each row, the offset, and the tag of a union or the offset of tags."""
    cdef uint32_t offset, tag = 0
    cdef Row* row
    cdef int at
    for at in range(plan.count):
        row = &plan.rows[at]
        if row.kind == F_EXTENSION or (not row.required and (row.kind == F_SCALAR or row.kind == F_FIXED)):
            continue
        held = attribute(<object>value, row.offset, <object>row.name)
        if held is None:
            if row.required:
                raise Rejected
            continue
        if row.kind != F_SCALAR and row.kind != F_FIXED:
            offset = write_child(w, <PyObject*>held, row, &tag)
            w.scratch[children + 2 * at] = offset
            w.scratch[children + 2 * at + 1] = tag
    extension = attribute(<object>value, plan.extension_offset, "extension")
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
    held = attribute(<object>value, row.offset, <object>row.name)
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
    held = attribute(<object>value, row.offset, <object>row.name)
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


cdef uint32_t end_table(Out* w, size_t slots, int count, uint32_t before) except 0:
    """The offset of the vtable, and the vtable, unless it is there already."""
    cdef uint32_t start, at
    cdef uint32_t* places
    cdef uint16_t* vtable
    cdef size_t scratch
    cdef size_t size
    cdef Entry* entry
    prepare(w, 4, 4)
    put_u32(w, 0)
    start = <uint32_t>w.size
    scratch = reserve(w, count // 2 + 2)
    places = w.scratch + slots
    vtable = <uint16_t*>(w.scratch + scratch)
    while count and places[count - 1] == 0:
        count -= 1
    size = 2 * (count + 2)
    if start - before > 0xFFFF or size > 0xFFFF:
        raise Rejected
    vtable[0] = <uint16_t>size
    vtable[1] = <uint16_t>(start - before)
    for at in range(<uint32_t>count):
        vtable[at + 2] = <uint16_t>(start - places[at]) if places[at] else 0
    entry = find(w, A_VTABLE, vtable, size)
    if entry.offset == 0:
        prepare(w, 2, size)
        put(w, vtable, size)
        keep(w, entry, A_VTABLE, <uint32_t>w.size, size, <uint32_t>w.size)
    at = entry.offset - start  # signed; written as what it is modulo 2**32
    memcpy(w.data + w.room - start, &at, 4)
    return start


include "flat_writer_values.pxi"
