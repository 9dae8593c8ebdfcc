# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Whether a footer passes every check, from its bytes, with no objects; and of which chunks one of the checks may find something.

`inlay.verbs.verify.footer`, `offsets` and `problems` are the checks; this says of a footer that none of them finds anything, or
leaves it to them. So whatever is not sure is left: an encrypted chunk, a number that is larger than files are, an order of
bounds that is not known here. Bytes were validated.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_SET_ITEM
from libc.stdint cimport INT64_MAX, UINT32_MAX, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memchr, memcmp, memcpy, memset

from inlay_runtime.native.compact cimport LAZY, Located, View, is_plain
from inlay_runtime.native.cursor cimport (
    FALSE, STOP, TRUE, WIRE_BINARY, WIRE_I64, WIRE_LIST, WIRE_STRUCT, Bytes, Cursor, make_cursor,
    read_integer, is_same, is_varint, list_header, read_size, skip,
)  # fmt: skip
from inlay_runtime.native.fields cimport Field, locate, locate_by, member_of, read_field_header
from inlay_runtime.native.instances cimport slot_of
from inlay_runtime.native.list_index cimport Index, release_index
from inlay_runtime.native.plan cimport Plan, plan_at, plan_of
from inlay_runtime.native.validate cimport DEEPEST, Pass, release_pass, validate

cdef extern from "Python.h":
    void PyObject_GC_UnTrack(PyObject*)
    object PyType_GenericAlloc(PyTypeObject*, Py_ssize_t)

cdef enum:
    MOST_IDS = 20
    MOST_NAMES = 64  # in a path
    MOST_ORDERS = 4  # that bounds of one column may be in
    FIRST = 4  # where data begins: behind the magic
    OPTIONAL = 1
    REPEATED = 2
    FILE_TYPE = 19  # of LogicalType
    T_FLOAT = 4
    T_DOUBLE = 5
    T_BYTE_ARRAY = 6
    T_FIXED = 7

cdef int64_t LARGEST = 0x4000000000000  # of a number that is calculated with; no enum, for those may be unsigned

cdef enum:  # `CODES` of the pure side
    O_OTHER
    O_BOOLEAN
    O_SIGNED
    O_UNSIGNED
    O_FLOAT
    O_DOUBLE
    O_BYTES
    O_SIGNED_BYTES
    O_DECIMAL


cdef struct Text:
    Bytes data
    Py_ssize_t size


cdef struct Kind:
    # what a leaf's annotation says
    int width  # of a bound, or -1
    bint is_exact  # or it may be shorter
    int order_count
    int orders[MOST_ORDERS]
    int old_order_count  # of the deprecated bounds
    int old_orders[MOST_ORDERS]


cdef struct Node:
    Py_ssize_t parent  # -1 for the root
    int64_t missing  # children that are still to come
    int depth
    int definition
    int repetition
    int type  # of a leaf
    int kind
    Text name


cdef struct Extent:
    int64_t start
    int64_t end


cdef struct Run:
    Cursor c
    Node* nodes
    Py_ssize_t node_count
    Py_ssize_t* leaves  # by their nodes
    Py_ssize_t leaf_count
    Kind* kinds
    int kind_count
    Extent* extents
    Py_ssize_t extent_count
    Py_ssize_t extent_room
    int64_t footer  # where it begins
    int64_t rows


cdef int[MOST_IDS] OF_ROOT, OF_ELEMENT, OF_GROUP, OF_CHUNK, OF_COLUMN, OF_STATISTICS, OF_SIZES, OF_SORTING, OF_PAGES
cdef int[MOST_IDS] OF_OFFSET_INDEX, OF_COLUMN_INDEX, OF_LOCATION


cdef object FOOTER = None  # the class of all of these


def define(footer, root, element, group, chunk, column, statistics, sizes, sorting, offset_index, column_index, location, pages):
    """The class of a footer, and the wire types of the fields of these structs, by id."""
    global FOOTER
    FOOTER = footer
    fill(OF_ROOT, root)
    fill(OF_ELEMENT, element)
    fill(OF_GROUP, group)
    fill(OF_CHUNK, chunk)
    fill(OF_COLUMN, column)
    fill(OF_STATISTICS, statistics)
    fill(OF_SIZES, sizes)
    fill(OF_SORTING, sorting)
    fill(OF_OFFSET_INDEX, offset_index)
    fill(OF_COLUMN_INDEX, column_index)
    fill(OF_LOCATION, location)
    fill(OF_PAGES, pages)


cdef void fill(int* wires, dict of_struct) except *:
    cdef int field_id
    for field_id in range(MOST_IDS):
        wires[field_id] = of_struct.get(field_id, 0)


cdef class WrittenLists:
    """Where lists of structs end: nobody has to pass over them to see what is behind."""

    cdef Index index

    def __dealloc__(self):
        release_index(&self.index)


cdef WrittenLists write_down_lists(const Cursor* c):
    """Of a footer, by the pass over its bytes, which knows what is alike: it takes a seventh of walking over them once. None
    are written down where that is not known; then they are walked over."""
    cdef WrittenLists lists = WrittenLists.__new__(WrittenLists)
    cdef Plan* plan = plan_of(FOOTER)
    cdef Pass v
    if plan == NULL or not plan.is_native or plan.has_hooks or c.deepest > DEEPEST:
        return lists
    memset(&v, 0, sizeof(Pass))
    v.cursor = c[0]
    v.cursor.is_validated = False
    v.cursor.budget = INT64_MAX
    v.index = &lists.index
    if validate(&v, c.begin, plan) == NULL:
        release_index(&lists.index)
    release_pass(&v)
    return lists


NAMES = frozenset((
    "annotation",
    "bound-order meta_data.statistics",
    "bound-width meta_data.statistics",
    "box meta_data.geospatial_statistics.bbox",
    "byte-sizes meta_data.size_statistics.unencoded_byte_array_data_bytes",
    "chunk-path meta_data.path_in_schema",
    "chunk-size meta_data",
    "chunk-type meta_data.type",
    "column-orders column_orders",
    "decimal",
    "distinct-bounds meta_data.statistics.distinct_count",
    "distinct-count meta_data.statistics.distinct_count",
    "file-group schema",
    "file-path file_path",
    "group-compressed total_compressed_size",
    "group-size total_byte_size",
    "index-length",
    "level-counts meta_data.size_statistics",
    "nan-bounds meta_data.statistics.nan_count",
    "nan-count meta_data.statistics.nan_count",
    "null-bounds meta_data.statistics",
    "null-count meta_data.statistics.null_count",
    "old-bounds meta_data.statistics",
    "one-value meta_data.statistics",
    "page-offset meta_data.data_page_offset",
    "repetition repetition_type",
    "row-count num_rows",
    "sorting-columns sorting_columns",
    "type-length type_length",
    "value-count meta_data.num_values",
))
"""Every check of a footer that `passes` makes. A check that is not named here is made in Python."""


def passes(bytes data not None, int64_t footer, int depth, describe):
    """Whether no check finds anything in a footer that begins at `footer` in its file; False for what is left to them.

    `describe` gives for an element and the number of its leaf None if the annotation is wrong, or the width of a bound and
    whether it is exact, and the orders of bounds and of the deprecated ones.
    """
    cdef Run r
    cdef Field fields[MOST_IDS]
    cdef Bytes start = <Bytes>PyBytes_AS_STRING(data)
    cdef int64_t size = PyBytes_GET_SIZE(data)
    cdef int64_t count = 0
    cdef bint done
    cdef WrittenLists lists
    r.c = make_cursor(start, size, depth, size + 1, size + 1, 0)
    r.c.is_validated = True
    r.nodes, r.leaves, r.kinds, r.extents = NULL, NULL, NULL, NULL
    r.node_count = r.leaf_count = r.extent_count = r.extent_room = 0
    r.kind_count, r.rows, r.footer = 0, 0, footer
    lists = write_down_lists(&r.c)
    if locate_by(&r.c, OF_ROOT, MOST_IDS - 1, start, fields, True, &lists.index) == NULL:
        return False
    if fields[2].at == NULL or fields[3].at == NULL or fields[4].at == NULL:
        return False
    try:
        if not read_schema(&r, fields[2].at, fields[7].at, describe):
            return False
        count = chunks_at_most(&r, fields[4].at)
        if count < 0:
            return False
        r.extents = <Extent*>calloc(count + 1, sizeof(Extent))
        if r.extents == NULL:
            raise MemoryError
        r.extent_room = count
        with nogil:
            done = check_groups(&r, fields[4].at, &lists.index) and number(&r, &fields[3], 0) == r.rows and are_apart(&r)
        return done
    finally:
        free(r.nodes)
        free(r.leaves)
        free(r.kinds)
        free(r.extents)


cdef int64_t chunks_at_most(Run* r, Bytes p) noexcept nogil:
    """Of all row groups, each of which has one for each leaf; or -1."""
    cdef int64_t groups = 0
    if enter_structs(r, p, &groups) == NULL or groups > LARGEST or r.leaf_count > LARGEST:
        return -1
    if groups and r.leaf_count > (r.c.end - r.c.begin) // groups:
        return -1
    return groups * r.leaf_count


cdef Bytes enter_structs(Run* r, Bytes p, int64_t* count) noexcept nogil:
    """The first element of a list of structs."""
    cdef int element = 0
    if p == NULL:
        return NULL
    p = list_header(&r.c, p, count, &element)
    return p if p != NULL and (element == WIRE_STRUCT or count[0] == 0) else NULL


cdef int64_t number(Run* r, const Field* field, int64_t absent) noexcept nogil:
    """A number that can be calculated with; `LARGEST`, which nothing passes, for any other."""
    cdef int64_t value = 0
    if field.at == NULL:
        return absent
    if read_integer(&r.c, field.at, 10, 64, &value) == NULL or not -LARGEST < value < LARGEST:
        return LARGEST
    return value


include "checks_schema.pxi"
include "checks_bounds.pxi"
include "checks_filled.pxi"
include "checks_chunks.pxi"
include "doubtful_chunks.pxi"
include "said_of_columns.pxi"
include "chunk_numbers.pxi"
include "plain_statements.pxi"
include "held_indexes.pxi"
include "folded_statements.pxi"
