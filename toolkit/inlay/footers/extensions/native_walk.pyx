# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Walks over the bytes of a footer with nothing decoded: for extensions wherever they are, and for texts.

`inlay.footers.extensions.walk` is the specification of the first, `inlay.verbs.verify.not_utf8` that of the second. Where bytes are no
struct, or nested deeper than here is room for, both are left to Python, which raises or knows better.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free

from inlay_runtime.native.cursor cimport (
    EXTENSION_ID,
    STOP,
    WIRE_BINARY,
    WIRE_LIST,
    WIRE_SET,
    WIRE_STRUCT,
    Bytes,
    Cursor,
    make_cursor,
    enter,
    fold_extension,
    list_header,
    read_size,
    skip,
    skip_element,
)
from inlay_runtime.native.fields cimport read_field_header
from inlay_runtime.native.utf8 cimport is_utf8

cdef enum:
    MOST_STEPS = 256

cdef enum:  # `TextKind` of the pure side
    T_NOTHING
    T_TEXT
    T_TEXTS
    T_STRUCT
    T_STRUCTS


cdef struct Step:
    int64_t value  # a field id, or an index
    int wire  # of a field; 0 of an index


cdef struct Walk:
    Cursor cursor
    int count
    Step steps[MOST_STEPS]


def find_extensions(bytes data not None, int depth):
    """The structs that carry an extension by where they end, as tuples of steps, start, end and spans, and where the outermost
    ends; None for what is left to Python.

    A step is a field id, its wire type, and the indexes in its list and in those inside of it; a span a field id, and where
    header, value and the end of the value lie.
    """
    cdef Walk w
    cdef Bytes begin = <Bytes>PyBytes_AS_STRING(data)
    cdef Bytes end
    cdef int64_t size = PyBytes_GET_SIZE(data)
    cdef list carriers = []
    w.cursor = make_cursor(begin, size, depth, max(size, 1), max(size, 1), 0)
    w.count = 0
    end = walk_struct(&w, begin, carriers)
    return None if end == NULL else (carriers, end - begin)


cdef Bytes walk_struct(Walk* w, Bytes p, list carriers) except? NULL:
    cdef Cursor* c = &w.cursor
    cdef Bytes start = p
    cdef Bytes at, value
    cdef list spans = None
    cdef int64_t field_id = 0
    cdef int wire = 0
    if enter(c, p) == NULL:
        return NULL
    while True:
        at = p
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL:
            return NULL
        if wire == STOP:
            break
        value = p
        if wire == WIRE_STRUCT or wire == WIRE_LIST or wire == WIRE_SET:
            if not push(w, field_id, wire):
                return NULL
            p = walk_element(w, p, wire, carriers)
            w.count -= 1
        else:
            p = skip(c, p, wire)
        if p == NULL:
            return NULL
        if fold_extension(field_id, wire) == EXTENSION_ID:
            if spans is None:
                spans = []
            spans.append((field_id, at - c.begin, value - c.begin, p - c.begin))
    c.depth -= 1
    if spans is not None:
        carriers.append((steps_of(w), start - c.begin, p - c.begin, spans))
    return p


cdef Bytes walk_element(Walk* w, Bytes p, int wire, list carriers) except? NULL:
    cdef Cursor* c = &w.cursor
    cdef int64_t at
    cdef int64_t count = 0
    cdef int element = 0
    if wire == WIRE_STRUCT:
        return walk_struct(w, p, carriers)
    p = list_header(c, p, &count, &element)
    if p == NULL or enter(c, p) == NULL:
        return NULL
    if element != WIRE_STRUCT and element != WIRE_LIST and element != WIRE_SET:
        for at in range(count):
            p = skip_element(c, p, element)
            if p == NULL:
                return NULL
    else:
        for at in range(count):
            if not push(w, at, 0):
                return NULL
            p = walk_element(w, p, element, carriers)
            w.count -= 1
            if p == NULL:
                return NULL
    c.depth -= 1
    return p


cdef inline bint push(Walk* w, int64_t value, int wire) noexcept nogil:
    if w.count == MOST_STEPS:
        return False
    w.steps[w.count].value = value
    w.steps[w.count].wire = wire
    w.count += 1
    return True


cdef tuple steps_of(const Walk* w):
    cdef list steps = []
    cdef int at
    for at in range(w.count):
        if w.steps[at].wire:
            steps.append((w.steps[at].value, w.steps[at].wire))
        else:
            steps[len(steps) - 1] += (w.steps[at].value,)
    return tuple(steps)


cdef struct Field:
    int kind
    int wire
    void* below  # a `TextPlan`, which its plan keeps


cdef class TextPlan:
    """Where texts are in a struct, by field id."""

    cdef Field* fields
    cdef int count
    cdef list kept

    def __cinit__(self):
        self.fields = NULL
        self.count = 0

    def define(self, fields):
        """`fields` are tuples of id, kind, wire type and the plan below or None. Ids are positive."""
        self.kept = list(fields)
        self.count = max([field_id for field_id, _, _, _ in self.kept], default=0) + 1
        free(self.fields)
        self.fields = <Field*>calloc(self.count, sizeof(Field))
        if self.fields == NULL:
            self.count = 0
            raise MemoryError
        for field_id, kind, wire, below in self.kept:
            if below is not None and not isinstance(below, TextPlan):
                raise TypeError("a plan or None")
            self.fields[<int>field_id].kind, self.fields[<int>field_id].wire = kind, wire
            self.fields[<int>field_id].below = <void*>below if below is not None else NULL

    def __dealloc__(self):
        free(self.fields)


def has_utf8_texts(bytes data not None, TextPlan plan not None, int depth):
    """Whether each text of the struct that bytes begin with is UTF-8; False where Python has to tell, too."""
    cdef Bytes begin = <Bytes>PyBytes_AS_STRING(data)
    cdef int64_t size = PyBytes_GET_SIZE(data)
    cdef Cursor c = make_cursor(begin, size, depth, max(size, 1), max(size, 1), 0)
    c.is_validated = True
    cdef bint are_utf8
    with nogil:
        are_utf8 = read_struct(&c, begin, plan.fields, plan.count) != NULL
    return are_utf8


cdef Bytes read_struct(Cursor* c, Bytes p, const Field* fields, int count) noexcept nogil:
    """NULL for a text that is not UTF-8."""
    cdef const Field* field
    cdef int64_t field_id = 0
    cdef int wire = 0
    if enter(c, p) == NULL:
        return NULL
    while True:
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL:
            return NULL
        if wire == STOP:
            break
        if 0 < field_id < count and fields[field_id].kind != T_NOTHING and fields[field_id].wire == wire:
            field = &fields[field_id]
            if field.kind == T_TEXT:
                p = read_text(c, p)
            elif field.kind == T_STRUCT:
                p = read_below(c, p, field)
            else:
                p = read_list(c, p, field)
        else:
            p = skip(c, p, wire)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p


cdef Bytes read_list(Cursor* c, Bytes p, const Field* field) noexcept nogil:
    cdef int64_t count = 0
    cdef int64_t at
    cdef int element = 0
    cdef int declared = WIRE_BINARY if field.kind == T_TEXTS else WIRE_STRUCT
    p = list_header(c, p, &count, &element)
    if p == NULL or enter(c, p) == NULL:
        return NULL
    for at in range(count):
        if element != declared:
            p = skip_element(c, p, element)
        elif field.kind == T_TEXTS:
            p = read_text(c, p)
        else:
            p = read_below(c, p, field)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p


cdef inline Bytes read_below(Cursor* c, Bytes p, const Field* field) noexcept nogil:
    return read_struct(c, p, (<TextPlan>field.below).fields, (<TextPlan>field.below).count)


cdef inline Bytes read_text(Cursor* c, Bytes p) noexcept nogil:
    cdef int64_t size = 0
    p = read_size(c, p, &size)
    if p == NULL or not is_utf8(p, p + size):
        return NULL
    return p + size
