# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Schema and row groups, from the bytes of Thrift to the tables of a FlatBuffer, with no objects between.

It executes what `inlay.footers.conversion.table_plans` makes of the declarations, on bytes that were validated, and takes what is
plain. Whatever is not (an unknown field, an extension, a member of a union without a table of its own, text that is no
UTF-8) is `Rejected`, and the records of `from_thrift.py` decide. They are what it is held against.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.object cimport PyObject
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from inlay.footers.conversion.bounds_packing cimport T_BYTE_ARRAY, Packed, Span, pack
from inlay_runtime.native.cursor cimport (
    FALSE, STOP, TRUE, WIRE_BINARY, WIRE_I16, WIRE_I32, WIRE_LIST, WIRE_STRUCT, Bytes, Cursor, make_cursor, read_integer, is_same,
    list_header, read_size,
)  # fmt: skip
from inlay_runtime.native.fields cimport Field, read_field_header, locate, member_of, skip_by
from inlay_runtime.native.flat_output cimport (
    A_TABLE, A_TEXT, MOST_SLOTS, SOME_DATA, Entry, Out, Written, begin, end_table, expect_room, find, grow, keep, keep_key,
    sharing_of, place_bits, prepare, put, put_offset, reserve, write_offsets, write_string, write_vector,
)  # fmt: skip
from inlay_runtime.native.flat_plan cimport F_SCALAR, Plan, Row, layout_of
from inlay_runtime.native.list_index cimport Index, release_index
from inlay_runtime.native.plan cimport Plan as ThriftPlan, plan_of
from inlay_runtime.native.utf8 cimport is_utf8
from inlay_runtime.native.validate cimport DEEPEST, Pass, release_pass, validate

from inlay_runtime.native.rejected import Rejected

cdef enum:
    MOST_IDS = 32  # fields of a struct
    MOST_ROWS = 32  # slots of a table
    MOST_NAMES = 64  # in a path
    MOST_TAGS = 32
    MOST_NESTED = 8  # structs in the one that is read
    MOST_LIKE = 16  # lists that are remembered; a power of two
    COMPARED_AS_BYTES = 1  # of a logical type: bounds may be cut short
    HIDDEN_FROM_V0 = 2  # and v0 must not show bounds of the column

cdef enum:  # `Source` of the pure side: where the value of a slot comes from
    S_NOTHING
    S_INTEGER
    S_BYTE
    S_BOOL
    S_DOUBLE
    S_ENUM
    S_TAG
    S_TEXT
    S_DATA
    S_INTEGERS
    S_ENUMS
    S_TEXTS
    S_TABLE
    S_TABLES
    S_UNION
    S_PART
    S_LOGICAL_TYPE
    S_ORDER
    S_COLUMNS
    S_PATH
    S_PREFIX
    S_OLD_BOUND
    S_WHOLE_BOUND

cdef enum:  # `Special` of the pure side: tables with slots that code fills
    NOT_SPECIAL
    AN_ELEMENT
    A_ROW_GROUP
    A_COLUMN
    SOME_STATISTICS

cdef enum:  # rows of special tables
    IS_DERIVED = 0
    NUM_VALUES = 0
    TYPE
    ALL_DICTIONARY
    LO4 = 0  # of a minimum, then as many of a maximum
    LO8
    HI8
    LENGTH
    EQUALS
    OF_ONE

cdef enum:  # field ids of Thrift
    F_TYPE = 1
    F_NAME = 4
    F_CHILDREN = 5
    F_CONVERTED = 6
    F_SCALE = 7
    F_PRECISION = 8
    F_LOGICAL = 10
    F_NUM_ROWS = 3
    F_ENCODINGS = 2
    F_NUM_VALUES = 5
    F_PAGES = 13
    F_OLD_MAX = 1  # and of the minimum one more
    F_MAX_VALUE = 5
    F_MAX_EXACT = 7


cdef struct Cell:
    # a value of a slot
    int64_t number
    uint32_t child  # what is out of line; 0 where there is nothing
    uint8_t tag
    uint8_t is_number


cdef struct Origin:
    int kind
    int field_id
    int number  # of the explicit row, or -1; of a bound 0 for the minimum, 1 for the maximum
    int element  # wire type of elements
    bint drops_empty
    PyObject* below  # a shape, or the members of a union, or tags


cdef struct Filled:
    # a step of the plan, in one place
    uint64_t default_bits
    int place  # in the vtable
    int row
    uint8_t size  # of a scalar; 0 of what is out of line
    bint has_default
    bint is_tag


cdef class Members:
    """The members of a union by Thrift's field ids: the tag of each, and its table; a tag of 0 is none that is known."""

    cdef int tags[MOST_TAGS]
    cdef int traits[MOST_TAGS]
    cdef PyObject* shapes[MOST_TAGS]  # NULL where the schema has no such member
    cdef list kept

    def __init__(self, members):
        """`members` are tuples of field id, tag, shape or None, and traits."""
        memset(self.tags, 0, sizeof(self.tags))
        memset(<void*>self.shapes, 0, sizeof(self.shapes))
        self.kept = list(members)
        for field_id, tag, shape, traits in self.kept:
            self.tags[<int>field_id], self.traits[<int>field_id] = tag, traits
            if shape is not None:
                self.shapes[<int>field_id] = <PyObject*>shape


cdef class Shape:
    """A table, and where the values of its slots come from in Thrift's struct."""

    cdef Plan plan
    cdef int special
    cdef bint is_member  # of a union: an enum has to fit its byte
    cdef int most  # the highest field id
    cdef int wires[MOST_IDS]
    cdef Origin origins[MOST_ROWS]
    cdef PyObject* nested[MOST_IDS]  # shapes of structs that are tables, by field id; or NULL
    cdef Cell blank[MOST_ROWS]
    cdef Filled filled[2 * MOST_ROWS]
    cdef int scalars[MOST_ROWS]
    cdef int scalar_count
    cdef int children[MOST_ROWS]
    cdef int child_count
    cdef int rows[2 * OF_ONE]  # that code fills, or -1
    cdef list kept

    def __init__(self, cls, wires, origins, special, rows, is_member):
        """`wires` are the wire types by field id; `origins` a tuple for each slot; `rows` those that code fills."""
        cdef Row* row
        cdef int at
        self.plan = layout_of(cls)
        self.special, self.is_member = special, is_member
        self.kept = [origin[5] for origin in origins]
        memset(self.wires, 0, sizeof(self.wires))
        memset(self.blank, 0, sizeof(self.blank))
        memset(<void*>self.nested, 0, sizeof(self.nested))
        for field_id, wire in wires.items():
            self.wires[<int>field_id] = wire
            self.most = max(self.most, field_id)
        for at, (kind, field_id, number, element, drops_empty, below) in enumerate(origins):
            row = &self.plan.rows[at]
            self.origins[at].kind, self.origins[at].field_id, self.origins[at].number = kind, field_id, number
            self.origins[at].element, self.origins[at].drops_empty = element, drops_empty
            self.origins[at].below = NULL if below is None else <PyObject*>self.kept[at]
            if row.kind == F_SCALAR and row.default != NULL:
                self.blank[at].is_number = True
                memcpy(&self.blank[at].number, &row.default_bits, 8)
                self.blank[at].number = <int64_t>widen_number(row.default_bits, row.code)
            if kind == S_NOTHING:
                continue
            if kind == S_TABLE:
                self.nested[<int>field_id] = <PyObject*>self.kept[at]
            if row.kind == F_SCALAR:
                self.scalars[self.scalar_count] = at
                self.scalar_count += 1
            else:
                self.children[self.child_count] = at
                self.child_count += 1
        for at, place in enumerate(rows):
            self.rows[at] = place
        for at in range(self.plan.step_count):
            row = &self.plan.rows[self.plan.steps[at].row]
            self.filled[at].row, self.filled[at].is_tag = self.plan.steps[at].row, self.plan.steps[at].is_tag
            self.filled[at].place = row.slot - self.plan.steps[at].is_tag
            self.filled[at].size = row.size if row.kind == F_SCALAR else 0
            self.filled[at].has_default, self.filled[at].default_bits = row.default != NULL, row.default_bits


cdef int64_t widen_number(uint64_t bits, char code) noexcept:
    if code == c"b":
        return <signed char>bits
    if code == c"h":
        return <short>bits
    if code == c"i":
        return <int>bits
    return <int64_t>bits


cdef struct Text:
    Bytes data
    Py_ssize_t size


cdef struct Group:
    Py_ssize_t parent  # -1 for none
    int64_t missing  # children that are still to come
    int64_t depth
    Text name


cdef struct Leaf:
    int type
    int order  # the field id of its column order, or 0
    bint may_pack
    bint may_truncate
    Py_ssize_t group
    int64_t depth
    Text name


cdef struct Bounds:
    # minimum and maximum of statistics
    Span whole[2]
    Span old[2]  # the deprecated ones; no data where they equal the others
    Py_ssize_t prefix  # bytes of the minimum
    bint is_told[2]  # by the packed slots


cdef struct Nested:
    # a struct that was met on the way to what stands behind it
    Bytes at
    Bytes end
    Field fields[MOST_IDS]


cdef struct Like:
    # what was made of some bytes, and is made of equal ones again
    const void* what
    Bytes at
    Py_ssize_t size
    uint32_t made


cdef struct Run:
    Cursor c
    Nested nested[MOST_NESTED]
    int nested_count
    Like likes[MOST_LIKE]
    Index lists  # of `c`: where the longer ones end, so that what is read twice is walked once
    Out* w
    bint is_v0
    bint are_ordered_apart
    bint adds_up
    Group* groups
    Leaf* leaves
    Py_ssize_t leaf_count
    Leaf* leaf  # of the element or the column; NULL for none
    int64_t num_rows
    PyObject* implied  # what a converted type says, by its values
    PyObject* imply


def write_lists(
    cls, thrift, bytes data not None, Shape element not None, Shape group not None, Members orders not None, bint is_v0, imply,
    limits,
):
    """Elements and row groups of a root of this class, for `encode`, and whether the leaves have the column orders; None for
    what is left to the records. `data` is a `thrift`, a class, that was validated. `imply` gives the logical type in Thrift's bytes, or
    None, for converted type, scale and precision.
    """
    cdef Run r
    cdef Written written = Written()
    cdef Field fields[MOST_IDS]
    cdef Bytes start = <Bytes>PyBytes_AS_STRING(data)
    cdef dict implied = {}
    memset(&r, 0, sizeof(Run))
    r.c = make_cursor(start, PyBytes_GET_SIZE(data), limits.depth, limits.container, limits.binary, 0)
    r.c.is_validated = True
    r.w = &written.out
    r.is_v0 = is_v0
    r.implied, r.imply = <PyObject*>implied, <PyObject*>imply
    try:
        begin(r.w, limits, True)
        grow(r.w, 2 * PyBytes_GET_SIZE(data))  # mostly enough; what is not written to costs nothing
        r.w.depth_left -= 1  # the root
        write_down_lists(&r, thrift)
        if locate_lists(&r, start, fields) == NULL or fields[2].at == NULL or fields[4].at == NULL:
            return None
        grow_tree(&r, fields[2].at, element)
        has_orders = give_orders(&r, fields[7].at, orders)
        r.are_ordered_apart = fields[7].at != NULL and not has_orders
        written.offsets[cls.SCHEMA.by_name["schema"].id] = write_elements(&r, fields[2].at, element)
        written.offsets[cls.SCHEMA.by_name["row_groups"].id] = write_tables(&r, fields[4].at, group, False)
        return written, has_orders
    except Rejected:
        return None
    finally:
        free(r.groups)
        free(r.leaves)
        release_index(&r.lists)


cdef int write_down_lists(Run* r, thrift) except -1:
    """By the pass over the bytes, which knows what is alike; it takes a seventh of walking them once."""
    cdef ThriftPlan* plan = plan_of(thrift)
    cdef Pass v
    if r.c.deepest > DEEPEST:
        return 0
    memset(&v, 0, sizeof(Pass))
    v.cursor = r.c
    v.cursor.budget = 1 << 62
    v.index = &r.lists
    if validate(&v, r.c.begin, plan) == NULL:
        release_index(&r.lists)
    release_pass(&v)
    return 0


include "tables_reading.pxi"
include "tables_writing.pxi"
include "tables_schema.pxi"
include "tables_columns.pxi"
