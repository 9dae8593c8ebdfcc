# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Whether the IDL describes all that is in a struct, from its bytes, with no objects.

`inlay.footers.footer.undeclared` is the specification: it runs where this is not sure. Bytes were validated.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from inlay_runtime.native.cursor cimport (
    FALSE, STOP, TRUE, Bytes, Cursor, make_cursor, enter, read_integer, is_same, list_header, skip, skip_element,
)  # fmt: skip
from inlay_runtime.native.fields cimport read_field_header

cdef enum:  # `Held` of the pure side
    H_PLAIN = 1
    H_ENUM
    H_STRUCT


cdef struct Row:
    int held
    int wire
    int element  # wire type of the elements of a list; else 0
    uint64_t known  # values of an enum, a bit for each
    void* below  # a `DeclaredPlan`, which its plan keeps


cdef class DeclaredPlan:
    """The fields of a struct or union by their ids."""

    cdef Row* rows
    cdef int count
    cdef bint is_union
    cdef list kept

    def __cinit__(self, *_):
        self.rows = NULL
        self.count = 0

    def __init__(self, bint is_union):
        self.is_union = is_union

    def define(self, fields):
        """`fields` are tuples of id, what is held, wire type, that of elements, values, and the plan below or None."""
        cdef Row* row
        self.kept = list(fields)
        self.count = max([field[0] for field in self.kept], default=0) + 1
        free(self.rows)
        self.rows = <Row*>calloc(self.count, sizeof(Row))
        if self.rows == NULL:
            self.count = 0
            raise MemoryError
        for field_id, held, wire, element, known, below in self.kept:
            if below is not None and not isinstance(below, DeclaredPlan):
                raise TypeError("a plan or None")
            row = &self.rows[<int>field_id]
            row.held, row.wire, row.element, row.known = held, wire, element, known
            row.below = <void*>below if below is not None else NULL

    def __dealloc__(self):
        free(self.rows)


def end_of_declared(bytes data not None, DeclaredPlan plan not None, int depth, bint below):
    """Where the struct ends that bytes begin with, if the IDL describes all of it, or all `below` its own fields; None where Python has
    to tell."""
    cdef Bytes begin = <Bytes>PyBytes_AS_STRING(data)
    cdef Bytes end
    cdef int64_t size = PyBytes_GET_SIZE(data)
    cdef Cursor c = make_cursor(begin, size, depth, size + 1, size + 1, 0)
    c.is_validated = True
    with nogil:
        end = pass_struct(&c, begin, plan.rows, plan.count, plan.is_union, below)
    return None if end == NULL else end - begin


cdef Bytes pass_struct(Cursor* c, Bytes p, const Row* rows, int count, bint is_union, bint is_left) noexcept nogil:
    """`is_left` says that fields of the struct itself may be unknown."""
    cdef const Row* row
    cdef int64_t field_id = 0
    cdef int wire = 0
    cdef int seen = 0
    if enter(c, p) == NULL:
        return NULL
    while True:
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL:
            return NULL
        if wire == STOP:
            break
        seen += 1
        row = &rows[field_id] if 0 < field_id < count else NULL
        if row == NULL or row.held == 0 or (wire != row.wire and not (wire == FALSE and row.wire == TRUE)):
            if not is_left:
                return NULL
            p = skip(c, p, wire)
        elif row.held == H_PLAIN and row.element == 0:
            p = skip(c, p, wire)
        elif row.element:
            p = pass_list(c, p, row)
        else:
            p = pass_value(c, p, row)
        if p == NULL:
            return NULL
    c.depth -= 1
    return NULL if is_union and seen != 1 else p


cdef Bytes pass_list(Cursor* c, Bytes p, const Row* row) noexcept nogil:
    cdef int64_t count = 0
    cdef int64_t at
    cdef int element = 0
    p = list_header(c, p, &count, &element)
    if p == NULL or enter(c, p) == NULL or (count and not is_same(element, row.element)):
        return NULL
    for at in range(count):
        p = skip_element(c, p, element) if row.held == H_PLAIN else pass_value(c, p, row)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p


cdef inline Bytes pass_value(Cursor* c, Bytes p, const Row* row) noexcept nogil:
    cdef int64_t value = 0
    if row.held == H_STRUCT:
        return pass_struct(
            c, p, (<DeclaredPlan>row.below).rows, (<DeclaredPlan>row.below).count, (<DeclaredPlan>row.below).is_union,
            False,
        )
    p = read_integer(c, p, 10, 64, &value)
    return p if p != NULL and 0 <= value < 64 and row.known >> value & 1 else NULL
