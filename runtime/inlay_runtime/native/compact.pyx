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
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from inlay_runtime.native.cursor cimport (
    EXTENSION_ID, FALSE, NO_EXTENSION, SPEC_WIRE_ID, STOP, TRUE, WIRE_STRUCT, Bytes, Cursor, cursor_over,
    fold_extension, integer, list_header, map_header, sized, skip, skip_element, skip_struct,
)  # fmt: skip
from inlay_runtime.native.plan cimport (
    NO_ROW, K_BINARY, K_BOOL, K_BORROWED, K_DOUBLE, K_ENUM, K_I8, K_I16, K_I32, K_I64, K_LIST, K_MAP, K_STRING,
    K_STRUCT, K_TAGS, K_UNION, K_UUID, Kind, Members, Plan, Row, Type, member_of, plan_at, plan_of, row_of,
)  # fmt: skip
from inlay_runtime.native.validate cimport (
    NO_STARTS, Index, ListSpan, Pass, release_index, release_pass, span_at, validate,
)  # fmt: skip

from types import MemberDescriptorType as MemberDescriptor
from weakref import WeakKeyDictionary

from inlay_runtime.native.plan import generated, note_slot

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
    #define INLAY_SLOT(record, offset) (*(PyObject **)((char *)(record) + (offset)))
    """
    PyObject* inlay_new(PyTypeObject* type, int is_untracked) except NULL
    bint inlay_is_text(PyObject* text, const char* utf8, Py_ssize_t size)
    PyObject* INLAY_SLOT(PyObject* record, Py_ssize_t offset)

cdef extern from "Python.h":
    void PyObject_GC_UnTrack(PyObject*)
    void PyObject_GC_Track(PyObject*)
    int PyObject_GC_IsTracked(PyObject*)
    int PyObject_TypeCheck(PyObject*, PyTypeObject*)
    PyObject* Py_None
    PyObject* Py_True
    PyObject* Py_False

cdef enum:
    DEEPEST = 128  # the C stack
    SHARES_TEXTS = 65536  # bytes of input from which equal texts are worth looking for
    TEXTS_BITS = 14
    WITH_GIL = 2048  # bytes for which giving up the GIL costs more than it gains

cdef object Struct, Extension, Header, Remainder, UnknownField, UnknownVariant, enclose
cdef object CompactReader, Limits, NotDecodedError, Uuid
Struct = None


class Rejected(Exception):
    """What pure Python is to decide."""


def _load():
    """What is imported on first need: these modules import this one."""
    global Struct, Extension, Header, Remainder, UnknownField, UnknownVariant, enclose
    global CompactReader, Limits, NotDecodedError, Uuid
    from uuid import UUID as Uuid

    from inlay_runtime.compact.reader import CompactReader
    from inlay_runtime.errors import NotDecodedError
    from inlay_runtime.extension import Extension, Header
    from inlay_runtime.limits import Limits
    from inlay_runtime.remainder import Remainder, UnknownField
    from inlay_runtime.union import UnknownVariant, enclose

    from inlay_runtime.struct import Struct


# Instances and their slots


@cython.auto_pickle(False)
cdef class Located:
    """What every instance has room for: where it lies in a source, and how much of it is there."""


cdef inline PyObject* slot_of(object record, Py_ssize_t offset) noexcept:
    return INLAY_SLOT(<PyObject*>record, offset)


cdef inline void put(object record, Py_ssize_t offset, PyObject* value) noexcept:
    """Fills an empty slot; takes over the reference."""
    (<PyObject**>(<char*><PyObject*>record + offset))[0] = value


cdef inline object new_record(Plan* plan):
    cdef PyObject* made = inlay_new(plan.cls, plan.is_acyclic)
    record = <object>made
    Py_DECREF(record)
    (<Located>record).plan = plan.number
    return record


cdef object new_stub(Plan* plan, View view, uint32_t position):
    """An instance that is decoded when it is touched."""
    record = new_record(plan)
    make_lazy(record, plan, view, position)
    return record


cdef inline void make_lazy(Located record, Plan* plan, View view, uint32_t position) noexcept:
    record.plan = plan.number
    record.position = position
    record.state = LAZY
    Py_INCREF(view)
    put(record, plan.remainder_offset, <PyObject*>view)


cdef Plan* plan_of_record(Located record) except? NULL:
    if record.plan == 0:
        return plan_of(type(record))
    return plan_at(record.plan)


@cython.final
cdef class Slot:
    """Stands over a slot of a generated class: an empty one is decoded, absent (None) or left out by a mask."""

    cdef readonly str __name__
    cdef readonly type __objclass__
    cdef Py_ssize_t offset
    cdef bint is_remainder

    def __init__(self, type cls, str name, Py_ssize_t offset):
        self.__name__ = name
        self.__objclass__ = cls
        self.offset = offset
        self.is_remainder = name == "remainder"

    def __get__(self, instance, owner):
        cdef PyObject* value
        if instance is None:
            return self
        if not PyObject_TypeCheck(<PyObject*>instance, <PyTypeObject*>self.__objclass__):
            raise self.mistaken(instance)
        value = slot_of(instance, self.offset)
        if value != NULL and not (self.is_remainder and (<Located>instance).state in (LAZY, PARTIAL)):
            return <object>value
        return self.touch(instance)

    def __set__(self, instance, value):
        if not PyObject_TypeCheck(<PyObject*>instance, <PyTypeObject*>self.__objclass__):
            raise self.mistaken(instance)
        if (<Located>instance).state != DONE:
            self.prepare(instance, self.is_remainder)
        if not PyObject_GC_IsTracked(<PyObject*>instance) and PyObject_GC_IsTracked(<PyObject*>value):
            PyObject_GC_Track(<PyObject*>instance)
        cdef PyObject* old = slot_of(instance, self.offset)
        Py_INCREF(value)
        put(instance, self.offset, <PyObject*>value)
        Py_XDECREF(old)

    def __delete__(self, instance):
        if not PyObject_TypeCheck(<PyObject*>instance, <PyTypeObject*>self.__objclass__):
            raise self.mistaken(instance)
        if (<Located>instance).state != DONE:
            self.prepare(instance, True)
        cdef PyObject* old = slot_of(instance, self.offset)
        if old == NULL:
            raise AttributeError(self.__name__)
        put(instance, self.offset, NULL)
        Py_DECREF(<object>old)

    cdef object touch(self, Located instance):
        """The value of a slot that is empty, or that holds a view."""
        cdef PyObject* value
        cdef Plan* plan
        cdef int at
        if instance.state == LAZY:
            fill(instance)
        if instance.state == PARTIAL:
            plan = plan_at(instance.plan)
            if self.is_remainder:
                view = <View>slot_of(instance, self.offset)
                return None if view.node is None else view.node.remainder
            if slot_of(instance, self.offset) == NULL:
                for at in range(plan.count):
                    if plan.rows[at].offset == self.offset:
                        build_pending(instance, plan, at)
        value = slot_of(instance, self.offset)
        return <object>value if value != NULL else self.empty(instance)

    cdef object empty(self, Located instance):
        """What stands for an empty slot."""
        if Struct is None:
            _load()
        if not isinstance(instance, Struct):
            raise AttributeError(self.__name__)
        if self.is_remainder:
            return None
        remainder = instance.remainder
        if remainder is None or self.__name__ not in remainder.undecoded:
            return None
        raise self.left_out(instance, "was not decoded")

    cdef object prepare(self, Located instance, bint all_of_it):
        """Decodes what has to be there before a slot changes."""
        if instance.state == PLACEHOLDER:
            raise self.left_out(instance, "cannot be changed, its struct was not decoded")
        if instance.state == LAZY:
            fill(instance)
        if all_of_it:
            complete(instance)

    cdef object left_out(self, instance, str what):
        schema = instance.SCHEMA
        name = next((row.attribute for row in schema.fields if row.slot == self.__name__), self.__name__)
        return NotDecodedError(
            f"{schema.name}.{name} {what}: the mask given to decode(fields=...) leaves it out"
        )

    cdef object mistaken(self, instance):
        return TypeError(
            f"descriptor '{self.__name__}' for '{self.__objclass__.__name__}' objects doesn't apply to a "
            f"'{type(instance).__name__}' object"
        )


def install(cls):
    """Puts a `Slot` over each slot that a class declares."""
    for name, member in list(vars(cls).items()):
        if type(member) is MemberDescriptor:
            setattr(cls, name, Slot(cls, name, note_slot(cls, name, member)))


# Sources, views and masks


@cython.final
cdef class Source:
    """The bytes of a lazy decode and what the pass has written down; shared by all its views."""

    def __cinit__(self):
        memset(&self.index, 0, sizeof(Index))

    def __dealloc__(self):
        release_index(&self.index)

    cdef Bytes begin(self):
        return <Bytes>PyBytes_AS_STRING(self.data)


@cython.final
cdef class View:
    """A source as a struct is to see it: as a whole, or through a node of a mask."""

    cdef View part(self, Node node):
        if node is None:
            return self if self.plain is None else self.plain
        found = self.parts.get(node) if self.parts is not None else None
        if found is None:
            found = new_view(self.source, node, self.part(None))
            if self.parts is None:
                self.parts = {}
            self.parts[node] = found
        return <View>found


cdef View new_view(Source source, Node node, View plain):
    cdef View view = View.__new__(View)
    view.source = source
    view.node = node
    view.plain = plain
    return view


@cython.final
cdef class Node:
    """What masks ask of one struct."""

    def __dealloc__(self):
        free(self.wanted)


@cython.final
cdef class Segments:
    """Of a list: positions, ascending and without gaps, and what is asked of the elements there."""

    cdef list ranges  # (start, end or -1, None for a whole element, a Node, or False for none)


cdef Node make_node(list masks, Plan* plan):
    """As `inlay_runtime.mask.prune` has it. Rejected where that would look into unions."""
    cdef Node node = Node.__new__(Node)
    cdef int at
    cdef Row* row
    node.plan = plan
    node.choices = []
    node.last = -1
    node.wanted = <uint8_t*>calloc(plan.count + 1, 1)
    if node.wanted == NULL:
        raise MemoryError
    left_out = []
    by_id = (<object>plan.schema).by_id
    for at in range(plan.count):
        row = &plan.rows[at]
        name = by_id[row.id].name
        chosen = [mask.selections[name] for mask in masks if name in mask.selections]
        node.choices.append(make_choice(chosen, row.type) if chosen else None)
        if chosen:
            node.last = at
            node.wanted[at] = ALL if node.choices[at] is True else PART
        else:
            left_out.append(<object>row.slot)
    node.extension = any("extension" in mask.selections for mask in masks)
    if not node.extension:
        left_out.append("extension")
    node.remainder = Remainder(undecoded=frozenset(left_out))
    return node


cdef object make_choice(list chosen, Type* type_):
    whole = [positions.ranges for selection in chosen for positions in selection.whole]
    parts = [(positions.ranges, mask) for selection in chosen for positions, mask in selection.parts]
    covers = any(found == ((0, None),) for found in whole)
    if type_.kind == K_STRUCT and not covers:
        return make_node([mask for _, mask in parts], type_.plan)
    if type_.kind != K_LIST or covers:
        return True
    if type_.element.kind == K_UNION:
        raise Rejected
    if type_.element.kind != K_STRUCT:
        return True
    bounds = {0}
    for ranges in [*whole, *(ranges for ranges, _ in parts)]:
        for start, end in ranges:
            bounds.update((start, start if end is None else end))
    cdef Segments segments = Segments.__new__(Segments)
    segments.ranges = []
    starts = sorted(bounds)
    if max(starts) >= 1 << 62:
        raise Rejected
    for start, end in zip(starts, [*starts[1:], -1]):
        if any(holds(ranges, start) for ranges in whole):
            wanted = None
        else:
            masks = [mask for ranges, mask in parts if holds(ranges, start)]
            wanted = make_node(masks, type_.element.plan) if masks else False
        segments.ranges.append((start, end, wanted))
    return segments


def holds(ranges, position):
    return any(start <= position and (end is None or position < end) for start, end in ranges)


cdef dict _placeholders = {}  # by plan number


cdef object placeholder_of(Plan* plan):
    """The instance that stands for every element which a mask leaves out."""
    found = _placeholders.get(plan.number)
    if found is None:
        found = new_record(plan)
        remainder = make_node([], plan).remainder
        Py_INCREF(remainder)
        put(found, plan.remainder_offset, <PyObject*>remainder)
        (<Located>found).state = PLACEHOLDER
        _placeholders[plan.number] = found
    return found


# Building


cdef struct Build:
    Cursor cursor
    Bytes p
    PyObject* data  # the bytes
    PyObject* view  # of a lazy build, or NULL; of its source
    Index* index  # or NULL
    PyObject* frame  # what the current struct held beyond its fields, or NULL
    int64_t field_id  # the field of the current struct, and where its value starts
    Bytes value
    bint keeps_lists_closed
    # what an eager build has made: equal texts and bytes become one object, since footers repeat themselves (the
    # path of a column in every row group, statistics under their old and new names)
    PyObject** texts
    PyObject* recent[4]
    int turn


@cython.final
cdef class Frame:
    """What one struct held beyond its fields, while it is built."""

    cdef list unknown_fields
    cdef dict element_types
    cdef dict seen
    cdef object extension


cdef Frame frame_of(Build* b):
    cdef Frame frame
    if b.frame == NULL:
        frame = Frame.__new__(Frame)
        frame.unknown_fields = []
        frame.element_types = {}
        Py_INCREF(frame)
        b.frame = <PyObject*>frame
    return <Frame>b.frame


cdef object remainder_of(Build* b):
    """What the current struct held beyond its fields, or None."""
    if b.frame == NULL:
        return None
    cdef Frame frame = <Frame>b.frame
    return Remainder(
        unknown_fields=tuple(frame.unknown_fields),
        order=None if frame.seen is None else tuple(frame.seen),
        element_types=frame.element_types,
        extension=frame.extension,
    )


cdef int note_types(Build* b, Bytes at, int types) except -1:
    """Remembers element types that the writer would not choose."""
    noted = frame_of(b).element_types
    noted.setdefault(b.field_id, {})[at - b.value] = types
    return 0


cdef struct Head:
    # the header of a field
    int64_t wire_id
    int64_t field_id
    int wire_type
    bint is_spec


cdef inline Bytes next_head(Build* b, Bytes p, Head* head) except? NULL:
    """Passes over a field's header, or over the stop byte."""
    cdef uint8_t byte
    if p == NULL or p >= b.cursor.end:
        raise Rejected
    byte = p[0]
    p += 1
    head.wire_type = byte & 0x0F
    if head.wire_type == STOP:
        return p
    if byte > 0x0F:
        head.wire_id += byte >> 4
    else:
        p = integer(&b.cursor, p, 3, 16, &head.wire_id)
        if p == NULL:
            raise Rejected
    head.field_id = fold_extension(head.wire_id, head.wire_type)
    return p


cdef int note_order(Build* b, Bytes begin, Bytes start, int64_t field_id) except -1:
    """Remembers the ids of a struct whose fields do not ascend, in their order."""
    cdef Frame frame = frame_of(b)
    cdef Head head
    cdef Bytes p = begin
    if frame.seen is None:
        frame.seen = {}
        head.wire_id = 0
        while p < start:
            p = next_head(b, p, &head)
            frame.seen[head.field_id] = None
            p = skip(&b.cursor, p, head.wire_type)
            if p == NULL:
                raise Rejected
    frame.seen[field_id] = None
    return 0


cdef object build_extension(Build* b, Bytes p, int64_t wire_id, Bytes* end):
    cdef int64_t size = 0
    p = sized(&b.cursor, p, &size)
    if p == NULL:
        raise Rejected
    end[0] = p + size
    header = Header.SPEC if wire_id == SPEC_WIRE_ID else Header.ZIGZAG
    return Extension(PyBytes_FromStringAndSize(<char*>p, size), header)


cdef Bytes keep_unknown(Build* b, Bytes p, Head* head) except NULL:
    cdef Bytes end = skip(&b.cursor, p, head.wire_type)
    if end == NULL:
        raise Rejected
    raw = PyBytes_FromStringAndSize(<char*>p, end - p)
    field_id = head.wire_id if head.field_id == NO_EXTENSION else head.field_id
    frame_of(b).unknown_fields.append(UnknownField(field_id, head.wire_type, raw))
    return end


cdef object build_struct(Build* b, Plan* plan, Node node):
    """The struct at `b.p`, which ends up behind it; or NULL where a mask asks for nothing more of it.

    In a lazy build, structs in it are stubs; with `keeps_lists_closed` lists stay empty slots.
    """
    cdef object record = new_record(plan)
    cdef PyObject* outer_frame = b.frame
    cdef int64_t outer_id = b.field_id
    cdef Bytes outer_value = b.value
    cdef bint keeps_lists_closed = b.keeps_lists_closed
    cdef Bytes begin = b.p
    cdef uint64_t pending = 0
    b.frame = NULL
    b.keeps_lists_closed = False
    try:
        pending = build_fields(b, plan, node, record, keeps_lists_closed)
        if pending and b.frame != NULL:  # a remainder and a view do not fit into one slot
            record = new_record(plan)
            Py_DECREF(<object>b.frame)
            b.frame = NULL
            b.p = begin
            pending = build_fields(b, plan, node, record, False)
        remainder = remainder_of(b) if node is None else node.remainder
        if pending:
            remainder = <object>b.view
            (<Located>record).state = PARTIAL
            (<Located>record).position = <uint32_t>(begin - b.cursor.begin)
        Py_INCREF(remainder)
        put(record, plan.remainder_offset, <PyObject*>remainder)
    finally:
        Py_XDECREF(b.frame)
        b.frame = outer_frame
        b.field_id = outer_id
        b.value = outer_value
        b.keeps_lists_closed = keeps_lists_closed
    return record


cdef uint64_t build_fields(
    Build* b, Plan* plan, Node node, object record, bint keeps_lists_closed
) except? 0xFFFF:
    """Fills the slots of a new instance; returns which lists stay closed, a bit for each row."""
    cdef Bytes begin = b.p
    cdef Bytes p = begin
    cdef Bytes start
    cdef Head head
    cdef int64_t previous_id = 0
    cdef int at
    cdef uint64_t pending = 0
    cdef Row* row
    cdef Type* type_
    cdef object value
    cdef Wanted wanted = ALL
    cdef uint8_t* next_row = plan.next
    head.wire_id = head.field_id = 0
    while True:
        start = p
        previous_id = head.field_id
        if next_row != NULL and p < b.cursor.end and next_row[p[0]] != NO_ROW:
            at = next_row[p[0]]  # what well-behaved writers emit
            head.wire_type = p[0] & 0x0F
            p += 1
            row = &plan.rows[at]
            head.wire_id = head.field_id = row.id
            next_row = plan.next + 256 * (at + 1)
        else:
            p = next_head(b, p, &head)
            if head.wire_type == STOP:
                break
            next_row = NULL  # from here on, all is looked at
            row = row_of(plan, <int>head.field_id) if head.field_id < EXTENSION_ID else NULL
            if head.field_id <= previous_id and start > begin or (
                b.frame != NULL and (<Frame>b.frame).seen is not None
            ):
                note_order(b, begin, start, head.field_id)
        if head.field_id == EXTENSION_ID:
            value = build_extension(b, p, head.wire_id, &p)
            if node is None or node.extension:
                Py_INCREF(value)
                put(record, plan.extension_offset, <PyObject*>value)
            continue
        if row == NULL:
            p = keep_unknown(b, p, &head)
            continue
        type_ = row.type
        if node is not None:
            at = row - plan.rows
            if at > node.last and not node.extension:
                p = NULL
                break
            wanted = <Wanted>node.wanted[at]
            if wanted == NOTHING:
                p = skip_value(b, p, type_)
                continue
        if type_.kind == K_BOOL:
            value = head.wire_type == TRUE
        else:
            b.p = p
            b.value = p
            b.field_id = head.field_id
            if keeps_lists_closed and row - plan.rows < 64 and may_stay_closed(b, p, type_):
                pending |= <uint64_t>1 << (row - plan.rows)
                p = skip_value(b, p, type_)
                continue
            if wanted == ALL:
                value = build_value(b, type_)
            elif type_.kind == K_STRUCT:
                value = build_child(b, type_.plan, <Node>node.choices[at])
            else:
                value = build_list(b, type_, <Segments>node.choices[at])
            if b.p == NULL:  # the child is masked, too
                if at == node.last and not node.extension:
                    Py_INCREF(value)
                    put(record, row.offset, <PyObject*>value)
                    p = NULL
                    break
                b.p = skip_value(b, p, type_)
            p = b.p
        Py_INCREF(value)
        put(record, row.offset, <PyObject*>value)
    b.p = p
    for at in range(plan.count):  # what the bytes have nothing for
        if slot_of(record, plan.rows[at].offset) == NULL and not (at < 64 and pending >> at & 1):
            if node is None or node.wanted[at]:
                Py_INCREF(None)
                put(record, plan.rows[at].offset, Py_None)
    if slot_of(record, plan.extension_offset) == NULL and (node is None or node.extension):
        Py_INCREF(None)
        put(record, plan.extension_offset, Py_None)
    return pending


cdef bint may_stay_closed(Build* b, Bytes p, Type* type_) noexcept:
    """Whether a list can be built when it is touched: it says nothing that its struct has to remember."""
    if type_.kind != K_LIST or type_.element.kind == K_LIST or type_.element.kind == K_MAP:
        return False
    return p < b.cursor.end and p[0] & 0x0F == type_.element.wire


cdef inline bint is_nested(Type* type_) noexcept:
    return type_.kind == K_STRUCT and type_.plan.is_nested


cdef Bytes skip_value(Build* b, Bytes p, Type* type_) except NULL:
    """Passes over a value in one step where the index knows it."""
    cdef ListSpan* span
    if type_.kind == K_BOOL:
        return p
    if type_.kind == K_LIST and b.index != NULL and (p >= b.cursor.end or p[0] >= 0xF0 or is_nested(type_.element)):
        span = span_at(b.index, <uint32_t>(p - b.cursor.begin))
        if span != NULL:
            return b.cursor.begin + span.end
    if type_.kind == K_STRUCT and type_.plan.is_heavy and b.index != NULL:
        p = skip_nested(b, p, type_.plan)
    else:
        p = skip_element(&b.cursor, p, type_.wire)
    if p == NULL:
        raise Rejected
    return p


cdef Bytes skip_nested(Build* b, Bytes p, Plan* plan) except NULL:
    """A struct that may hold lists which the index knows."""
    cdef Head head
    cdef Row* row
    head.wire_id = 0
    while True:
        p = next_head(b, p, &head)
        if head.wire_type == STOP:
            return p
        row = row_of(plan, <int>head.field_id) if head.field_id < EXTENSION_ID else NULL
        if row != NULL:
            p = skip_value(b, p, row.type)
        else:
            p = skip(&b.cursor, p, head.wire_type)
            if p == NULL:
                raise Rejected


cdef object build_value(Build* b, Type* type_):
    """A value of a field that is no boolean, or an element of a container."""
    cdef Kind kind = type_.kind
    cdef Cursor* c = &b.cursor
    cdef Bytes p = b.p
    cdef int64_t value = 0
    cdef double real
    if kind == K_I32 or kind == K_I64:
        b.p = integer(c, p, 10, 64, &value)
        if b.p == NULL:
            raise Rejected
        return PyLong_FromLongLong(value)
    if kind == K_BINARY or kind == K_STRING or kind == K_BORROWED:
        p = sized(c, p, &value)
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
        b.p = integer(c, p, 3, 16, &value)
        if b.p == NULL:
            raise Rejected
        return PyLong_FromLongLong(value)
    if kind == K_MAP:
        return build_map(b, type_)
    if c.end - p < (8 if kind == K_DOUBLE else 16 if kind == K_UUID else 1):
        raise Rejected
    if kind == K_DOUBLE:
        b.p = p + 8
        memcpy(&real, p, 8)
        return PyFloat_FromDouble(real)
    if kind == K_UUID:
        b.p = p + 16
        return Uuid(bytes=PyBytes_FromStringAndSize(<char*>p, 16))
    b.p = p + 1
    if kind == K_BOOL:
        return p[0] == TRUE
    return <int>p[0] - 256 if p[0] > 0x7F else <int>p[0]


cdef inline object build_text(Build* b, Bytes p, Py_ssize_t size):
    cdef uint64_t key
    cdef PyObject** place
    if b.texts == NULL or size < 8 or size > 128:
        return PyUnicode_DecodeUTF8(<char*>p, size, NULL)
    memcpy(&key, p + size - 8, 8)
    key = (key ^ <uint64_t>size) * <uint64_t>0x9E3779B97F4A7C15
    place = &b.texts[key >> (64 - TEXTS_BITS)]
    if place[0] != NULL and inlay_is_text(place[0], <char*>p, size):
        return <object>place[0]
    made = PyUnicode_DecodeUTF8(<char*>p, size, NULL)
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
    b.p = integer(&b.cursor, p, 5, 32, &value)
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
    """A struct in a struct or a list: a stub in a lazy build."""
    if b.view == NULL:
        return build_struct(b, plan, node)
    record = new_stub(plan, (<View>b.view).part(node), <uint32_t>(b.p - b.cursor.begin))
    if plan.is_heavy:
        b.p = skip_nested(b, b.p, plan)
    else:
        b.p = skip_struct(&b.cursor, b.p)
        if b.p == NULL:
            raise Rejected
    return record


cdef list new_list(Type* type_, Py_ssize_t size):
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
    made = new_list(type_, size)
    if b.index != NULL and element.kind == K_STRUCT and (size >= 16 or is_nested(element)):
        span = span_at(b.index, <uint32_t>(start - b.cursor.begin))
        if span != NULL and (span.first == NO_STARTS or span.count != size):
            span = NULL
    if segments is not None:
        build_segments(b, element, segments, span, made)
        return made
    if element.kind == K_LIST:
        b.view = NULL  # what is in lists of lists is not lazy
    for at in range(size):
        if span != NULL and view != NULL:
            value = new_stub(
                element.plan, (<View>view).part(None), b.index.starts[span.first + at]
            )
        else:
            value = build_value(b, element)
        Py_INCREF(value)
        PyList_SET_ITEM(made, at, value)
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
                value = new_stub(element.plan, <View>view, b.index.starts[span.first + at])
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
    for at in range(size):
        key = build_value(b, type_.key)
        items.append((key, build_value(b, type_.element)))
    b.view = view
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
    cdef Row* row
    cdef object value = None
    b.frame = b.view = NULL
    head.wire_id = head.field_id = 0
    try:
        while True:
            start = p
            previous_id = head.field_id
            p = next_head(b, p, &head)
            if head.wire_type == STOP:
                break
            if head.field_id <= previous_id and start > begin or (
                b.frame != NULL and (<Frame>b.frame).seen is not None
            ):
                note_order(b, begin, start, head.field_id)
            if head.field_id == EXTENSION_ID:
                frame_of(b).extension = build_extension(b, p, head.wire_id, &p)
                continue
            if head.field_id == NO_EXTENSION:
                p = keep_unknown(b, p, &head)
                continue
            row = row_of(plan, <int>head.field_id)
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
            else:
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
    return value


# Lazy structs


cdef int start_build(Build* b, View view, uint32_t position) except -1:
    cdef Source source = view.source
    memset(b, 0, sizeof(Build))
    size = PyBytes_GET_SIZE(source.data)
    b.cursor = cursor_over(source.begin(), size, 1 << 20, size, size, 0)
    b.p = b.cursor.begin + position
    b.data = <PyObject*>source.data
    b.view = <PyObject*>view
    b.index = &source.index
    return 0


cdef int fill(Located record) except -1:
    """Decodes the own fields of a struct. They are made aside and moved in one step, so that of two threads that
    come here, both see the same values."""
    cdef Plan* plan = plan_at(record.plan)
    cdef View view = <View>slot_of(record, plan.remainder_offset)
    cdef Build b
    cdef int at
    start_build(&b, view, record.position)
    b.keeps_lists_closed = True
    made = build_struct(&b, plan, view.node)
    if record.state != LAZY:
        return 0
    for at in range(plan.count):
        move(made, record, plan.rows[at].offset)
    move(made, record, plan.extension_offset)
    record.state = (<Located>made).state
    if record.state == DONE:
        put(record, plan.remainder_offset, slot_of(made, plan.remainder_offset))
        put(made, plan.remainder_offset, NULL)
        Py_DECREF(view)
    return 0


cdef Bytes span_end(Located record, Plan* plan) except NULL:
    """Where the bytes of an untouched lazy struct end."""
    cdef Build b
    start_build(&b, <View>slot_of(record, plan.remainder_offset), record.position)
    return skip_nested(&b, b.p, plan)


cdef inline void move(object made, object record, Py_ssize_t offset) noexcept:
    put(record, offset, slot_of(made, offset))
    put(made, offset, NULL)


cdef int build_pending(Located record, Plan* plan, int wanted) except -1:
    """Builds a list that has stayed closed."""
    cdef View view = <View>slot_of(record, plan.remainder_offset)
    cdef Row* row = &plan.rows[wanted]
    cdef Build b
    cdef Head head
    cdef Row* found
    if row.type.kind != K_LIST or (view.node is not None and view.node.choices[wanted] is None):
        return 0
    start_build(&b, view, record.position)
    head.wire_id = 0
    while True:
        b.p = next_head(&b, b.p, &head)
        if head.wire_type == STOP:
            raise Rejected
        if head.field_id == row.id:
            break
        found = row_of(plan, <int>head.field_id)
        if found == NULL:
            raise Rejected
        b.p = skip_value(&b, b.p, found.type)
    choice = True if view.node is None else view.node.choices[wanted]
    made = build_list(&b, row.type, None if choice is True else <Segments>choice)
    if record.state == PARTIAL and slot_of(record, row.offset) == NULL:
        Py_INCREF(made)
        put(record, row.offset, <PyObject*>made)
        if not is_partial(record, plan, view.node):
            finish(record, plan)
    return 0


cdef bint is_partial(Located record, Plan* plan, Node node):
    """Whether a list is still closed."""
    cdef int at
    for at in range(plan.count):
        if slot_of(record, plan.rows[at].offset) == NULL:
            if node is None or node.choices[at] is not None:
                return True
    return False


cdef int finish(Located record, Plan* plan) except -1:
    """Nothing is closed any more: the view makes place for the remainder."""
    cdef View view = <View>slot_of(record, plan.remainder_offset)
    remainder = None if view.node is None else view.node.remainder
    Py_INCREF(remainder)
    put(record, plan.remainder_offset, <PyObject*>remainder)
    record.state = DONE
    Py_DECREF(view)
    return 0


cdef int complete(Located record) except -1:
    """Builds every list that is still closed."""
    cdef Plan* plan
    cdef int at
    if record.state == LAZY:
        fill(record)
    plan = plan_at(record.plan)
    at = 0
    while record.state == PARTIAL and at < plan.count:
        if slot_of(record, plan.rows[at].offset) == NULL:
            build_pending(record, plan, at)
        at += 1
    if record.state == PARTIAL:
        finish(record, plan)  # the last one was set
    return 0


# The verb


def decode(cls, bytes data, Py_ssize_t offset, limits, bint lazy, mask):
    """The struct at an offset and where it ends, or None: then pure Python decides."""
    cdef Plan* plan = plan_of(cls)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data)
    cdef Pass v
    cdef Source source
    cdef Bytes end
    cdef Node node = None
    if Struct is None:
        _load()
    if plan == NULL or not plan.is_native or not is_plain(cls, plan):
        return None
    if offset > size or size >= 0xFFFFFFFF or limits.depth > DEEPEST:
        return None
    memset(&v, 0, sizeof(Pass))
    try:
        v.cursor = cursor_over(
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
    if lazy or mask is not None:
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
    prune = mask is not None and (v.irregular or v.is_root_irregular)
    try:
        if mask is not None and not prune:
            node = make_node([mask], plan)
        record = build_root(cls, plan, source, <uint32_t>offset, (lazy or prune) and not v.has_maps, node)
    except Rejected:
        return None
    if prune:
        mask.apply(record)
    return record, end - v.cursor.begin


cdef object build_root(object cls, Plan* plan, Source source, uint32_t offset, bint lazy, Node node):
    cdef View view = new_view(source, None, None)
    cdef Build b
    cdef int at
    if node is not None:
        view = new_view(source, node, view)
    record = new_record(plan) if <PyObject*>cls == <PyObject*>plan.cls else cls.__new__(cls)
    if lazy:
        make_lazy(record, plan, view, offset)
        return record
    start_build(&b, view, offset)
    b.view = NULL
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
        base = generated(cls)
        names = {"__new__", "__setattr__", "__delattr__", "__getattribute__", "__getattr__", "__copy__"}
        names |= {"read", "write", "SCHEMA", "extension", "remainder", "keep_read"}
        names |= {field.slot for field in base.SCHEMA.fields}
        between = cls.__mro__[: cls.__mro__.index(base)]
        found = _plain[cls] = not any(names & vars(other).keys() for other in between)
    return found
