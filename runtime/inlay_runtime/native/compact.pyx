# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Instances out of bytes that the pass has accepted: all at once, when touched, or what a mask names.

Slots are read and written by their offset in the instance. An exception `Rejected` leaves the decode to pure
Python (`docs/native.md`).
"""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.float cimport PyFloat_FromDouble
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_FromLongLong
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_DECREF, Py_INCREF, Py_XDECREF
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from inlay_runtime.native.binary_parts cimport least_of, number_of, read_2, read_4, read_8
from inlay_runtime.native.cursor cimport (
    EXTENSION_ID, NO_EXTENSION, SPEC_WIRE_ID, STOP, TRUE, WIRE_STRUCT, Bytes, Cursor, make_cursor,
    enter, fold_extension, read_integer, list_header, map_header, read_size, skip, skip_element, skip_struct,
)  # fmt: skip
from inlay_runtime.native.declared cimport has_declared_elements, key_of
from inlay_runtime.native.fields cimport read_field_header
from inlay_runtime.native.instances cimport get_attribute, put, slot_of, store
from inlay_runtime.native.list_index cimport NO_STARTS, Index, ListSpan, release_index, span_at
from inlay_runtime.native.plan cimport (
    NO_ROW, K_BINARY, K_BOOL, K_BORROWED, K_DOUBLE, K_ENUM, K_HOOKED, K_I8, K_I16, K_I32, K_I64, K_LIST, K_MAP, K_STRING,
    K_STRUCT, K_TAGS, K_UNION, K_UUID, Hook, Kind, Members, Plan, Row, Type, member_of, plan_at, plan_of, row_of,
)  # fmt: skip
from inlay_runtime.native.utf8 cimport is_utf8
from inlay_runtime.native.validate cimport (
    CONTAINER_PRICE, DEEPEST, ELEMENT_PRICE, ENTRY_PRICE, INDEXED, STRUCT_PRICE, Pass, release_pass, validate,
)  # fmt: skip

from types import MemberDescriptorType as MemberDescriptor
from weakref import WeakKeyDictionary

from inlay_runtime.native.plan import generated_class_of, note_slot
from inlay_runtime.native.rejected import Rejected

cdef extern from *:
    """
    static PyObject *inlay_new(PyTypeObject *type, int is_untracked) {
        PyObject *made;
        if (!is_untracked) return type->tp_alloc(type, 0);
        made = PyObject_GC_New(PyObject, type);
        if (made) memset((char *)made + sizeof(PyObject), 0, type->tp_basicsize - sizeof(PyObject));
        return made;
    }
    static int inlay_is_text(PyObject *text, const char *utf8, Py_ssize_t size) {
        return PyUnicode_IS_COMPACT_ASCII(text) && PyUnicode_GET_LENGTH(text) == size
            && memcmp(PyUnicode_DATA(text), utf8, size) == 0;
    }
    """
    object inlay_new(PyTypeObject* type, int is_untracked)
    bint inlay_is_text(PyObject* text, const char* utf8, Py_ssize_t size)

cdef extern from "Python.h":
    void PyObject_GC_UnTrack(PyObject*)
    PyObject* Py_None
    PyObject* Py_True
    PyObject* Py_False
    PyObject* inlay_integer "PyLong_FromLongLong"(long long) except NULL
    void PyObject_GC_Track(PyObject*)
    int PyObject_GC_IsTracked(PyObject*)
    int PyObject_TypeCheck(PyObject*, PyTypeObject*)
    PyTypeObject* Py_TYPE(PyObject*)
    int Py_EnterRecursiveCall(const char*) except *  # 1 or -1, by version
    void Py_LeaveRecursiveCall()

cdef enum:
    SHARES_TEXTS = 65536  # bytes of input from which equal texts are worth looking for
    TEXTS_BITS = 14
    MOST_TO_ONE = 8  # bytes of the binary protocol that one of the compact protocol can stand for
    WITH_GIL = 2048  # bytes for which giving up the GIL costs more than it gains

cdef object Struct, Extension, Header, Remainder, UnknownField, UnknownVariant, enclose
cdef object CompactReader, Limits, NotDecodedError
Struct = None


def _load():
    """What is imported on first need: these modules import this one."""
    global Struct, Extension, Header, Remainder, UnknownField, UnknownVariant, enclose
    global CompactReader, Limits, NotDecodedError

    from inlay_runtime.compact.reader import CompactReader
    from inlay_runtime.errors import NotDecodedError
    from inlay_runtime.extension import Extension, Header
    from inlay_runtime.limits import Limits
    from inlay_runtime.remainder import Remainder, UnknownField
    from inlay_runtime.union import UnknownVariant, enclose

    from inlay_runtime.struct import Struct


include "compact_instances.pxi"
include "compact_masks.pxi"
include "compact_structs.pxi"
include "compact_values.pxi"
include "compact_hooks.pxi"
include "compact_from_binary.pxi"
include "compact_lazy.pxi"
include "compact_refused.pxi"
include "compact_equality.pxi"


# The verb


def decode(cls, bytes data, Py_ssize_t offset, limits, bint eager, mask, bint strict):
    """The struct at an offset and where it ends, or None: then pure Python decides."""
    cdef Plan* plan = plan_of(cls)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data)
    cdef Pass v
    cdef Source source
    cdef Bytes end
    cdef Node node = None
    cdef object reader = None  # of hooks
    if Struct is None:
        _load()
    if plan == NULL or not plan.is_native or not is_plain(cls, plan):
        return None
    if offset > size or size >= 0xFFFFFFFF or limits.depth > DEEPEST:
        return None
    memset(&v, 0, sizeof(Pass))
    v.strict = strict
    try:
        v.cursor = make_cursor(
            <Bytes>PyBytes_AS_STRING(data),
            size,
            limits.depth,
            limits.container,
            limits.binary,
            limits.memory(size - offset),
        )
    except OverflowError:
        return None
    source = Source.__new__(Source)
    source.data = data
    if not eager or mask is not None:
        v.index = &source.index
    if size - offset > WITH_GIL:
        with nogil:
            end = validate(&v, v.cursor.begin + offset, plan)
    else:
        end = validate(&v, v.cursor.begin + offset, plan)
    release_pass(&v)
    if end == NULL:
        return None
    source.root = <uint32_t>offset
    source.is_canonical = v.cursor.canonical
    source.is_root_irregular = v.is_root_irregular
    source.greatest_depth = v.greatest_depth
    prune = mask is not None and (v.irregular or v.is_root_irregular or plan.has_hooks)
    at_once = v.has_maps or plan.has_hooks
    try:
        if mask is not None and not prune:
            if mask.node is None:
                mask.node = make_node([mask], plan)
            node = mask.node
        if plan.has_hooks:
            reader = CompactReader(data, offset, limits, strict=strict)
            reader._budget = v.cursor.budget
        record = build_root(
            cls, plan, source, <uint32_t>offset, (not eager or prune) and not at_once, node, reader
        )
    except Rejected:
        return None
    except Exception:  # of a hook, or of what it has returned: pure Python says where
        if plan.has_hooks:
            return None
        raise
    if prune:
        mask.apply(record)
    return record, end - v.cursor.begin


cdef object build_root(
    object cls, Plan* plan, Source source, uint32_t offset, bint lazy, Node node, object reader
):
    cdef View view = make_view(source, None, None)
    cdef Build b
    cdef int at
    if node is not None:
        view = make_view(source, node, view)
    record = make_record(plan) if <PyObject*>cls == <PyObject*>plan.cls else cls.__new__(cls)
    if lazy:
        make_lazy(record, plan, view, offset)
        return record
    start_build(&b, view, offset)
    b.view = NULL
    b.reader = <PyObject*>reader
    if PyBytes_GET_SIZE(source.data) - offset > SHARES_TEXTS:
        b.texts = <PyObject**>calloc(1 << TEXTS_BITS, sizeof(PyObject*))
    try:
        made = build_struct(&b, plan, node)
    finally:
        release_shared(&b)
    if <PyObject*>cls == <PyObject*>plan.cls:
        return made
    for at in range(plan.count):
        move(made, record, plan.rows[at].offset)
    move(made, record, plan.extension_offset)
    move(made, record, plan.remainder_offset)
    (<Located>record).plan = plan.number
    return record


cdef object _plain = WeakKeyDictionary()  # subclasses that have been looked at


cdef bint is_plain(object cls, Plan* plan) except -1:
    """Whether a subclass leaves alone how instances are made, read, written and stored."""
    if <PyObject*>cls == <PyObject*>plan.cls:
        return True
    found = _plain.get(cls)
    if found is None:
        base = generated_class_of(cls)
        names = {"__new__", "__setattr__", "__delattr__", "__getattribute__", "__getattr__", "__copy__"}
        names |= {"read", "write", "SCHEMA", "extension", "remainder", "keep_read"}
        names |= {field.slot for field in base.SCHEMA.fields}
        between = cls.__mro__[: cls.__mro__.index(base)]
        found = _plain[cls] = not any(names & vars(other).keys() for other in between)
    return found


# The fields of one struct, for `inlay_runtime.compact.spans`, which runs where bytes are not a whole struct, and raises


def find_field_spans(bytes buffer not None, Py_ssize_t position, int depth, int64_t container, int64_t binary, span):
    """What `span` makes of id, wire type, start, value and end of each field, and where the struct ends; None for what is left to
    Python. `depth`, `container` and `binary` are limits."""
    cdef Bytes begin = <Bytes>PyBytes_AS_STRING(buffer)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(buffer)
    cdef Cursor c
    cdef Bytes p, start, value
    cdef int64_t field_id = 0
    cdef int wire = 0
    cdef list spans = []
    if not 0 <= position <= size:
        return None
    c = make_cursor(begin, size, depth, container, binary, 0)
    p = enter(&c, begin + position)
    while p != NULL:
        start = p
        p = read_field_header(&c, p, &wire, &field_id)
        if p == NULL:
            return None
        if wire == STOP:
            return spans, p - begin
        value = p
        p = skip(&c, p, wire)
        if p == NULL:
            return None
        spans.append(span((field_id, wire, start - begin, value - begin, p - begin)))
    return None
