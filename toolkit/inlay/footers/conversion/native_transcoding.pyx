# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Schema and row groups, from the bytes of a FlatBuffer to those of Thrift, with no objects between.

It executes what `inlay.footers.conversion.transcoding` makes of the declarations, and takes what is plain. Whatever is not
(an extension, a slot that is missing, a length that its type does not have) is left to the records: they
raise, or know better. Somebody may have vouched for a buffer wrongly, so every read is compared with its end.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.object cimport PyObject
from cpython.ref cimport Py_XDECREF
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from inlay_runtime.native.compact_output cimport (
    LONGEST_HEADER, size_of_varint, store_field_header, store_list_header, store_varint, to_zigzag,
)  # fmt: skip
from inlay_runtime.native.little_endian cimport load_u16, load_u32, load_u64
from inlay_runtime.native.utf8 cimport is_utf8

cdef extern from "Python.h":
    PyObject* allocate_bytes "PyBytes_FromStringAndSize"(const char* data, Py_ssize_t size) except NULL
    int resize_bytes "_PyBytes_Resize"(PyObject** data, Py_ssize_t size) except -1
    char* address_of_bytes "PyBytes_AS_STRING"(PyObject* data)

cdef enum:
    DONE = 0
    IRREGULAR = -1
    NO_MEMORY = -2
    MOST_PARTS = 4
    MOST_STEPS = 64
    FIELD_ROOM = 24  # bytes: the header of a field, and a number or what stands before other values
    PROBES = 8
    MOST_DESIGNS = 64  # tables whose steps are remembered; a power of two
    MOST_LISTS = 16  # lists that are remembered; a power of two
    BOUND_SLOTS = 13
    LONGEST_SUFFIX = 16
    NO_TYPE = -1000
    LARGEST = 1 << 30  # bytes to write
    WIRE_BINARY = 8
    WIRE_STRUCT = 12

cdef enum:  # `Kind` of the pure side
    K_BYTE
    K_INTEGER
    K_BOOL
    K_DOUBLE
    K_BYTES
    K_STRUCT
    K_UNION
    K_INTEGERS
    K_TEXTS
    K_STRUCTS
    K_COLUMNS
    K_TYPE
    K_PATH
    K_NUM_VALUES
    K_MAX
    K_MIN
    K_MAX_VALUE
    K_MIN_VALUE
    K_MAX_EXACT
    K_MIN_EXACT
    K_TAG
    K_ANNOTATION

cdef enum:  # the slots of packed bounds: those of a minimum, then those of a maximum
    LO4
    LO8
    HI8
    LENGTH
    PREFIX = 8
    MAX_EQUALS
    MIN_EQUALS
    WHOLE_MAX
    WHOLE_MIN

cdef enum:
    T_INT32 = 1
    T_INT64
    T_INT96
    T_FLOAT
    T_DOUBLE
    T_BYTE_ARRAY
    T_FIXED


cdef struct Steps


cdef struct Step:
    int field_id
    int wire
    int element  # the wire type of elements
    int kind
    int slot
    int part  # the number of the part that the slot is in, or -1
    int size  # of a scalar, or of an element
    bint has_default
    int64_t default
    bint is_required
    bint is_filled  # absent is an empty list
    bint zero_is_absent
    int explicit  # a slot, or -1
    int beside  # of the columns: the slot of the number of rows; of a union: that which says not to write it
    Steps* below  # of a union, and of an enum that is one in Thrift: a step for each tag


cdef struct Steps:
    int slots  # that the schema has: what others of a newer one put behind them is not known
    int count
    Step* steps  # by ascending field id
    int refused_count
    int refused[4]  # slots that are left to the records: unknown fields, extensions
    int part_count
    int parts[MOST_PARTS]
    int part_refused[MOST_PARTS]
    int part_slots[MOST_PARTS]  # as `slots`
    bint has_bounds
    int bounds[BOUND_SLOTS]
    bint has_context  # what is written depends on where the struct is


cdef class StructPlan:
    """The steps of one struct."""

    cdef Steps plan
    cdef list kept

    def __init__(self, slots, steps, refused, parts, bounds):
        """`slots` is how many the table has; `steps` are dicts by the names above, ascending; `parts` triples of a slot, of one
        that is refused in it, and how many it has."""
        cdef Step* step
        if len(steps) > MOST_STEPS:
            raise OverflowError("a struct has too many fields")
        self.kept = [step_["below"] for step_ in steps]
        self.plan.slots, self.plan.count = slots, len(steps)
        self.plan.steps = <Step*>calloc(len(steps) + 1, sizeof(Step))
        if self.plan.steps == NULL:
            raise MemoryError
        self.plan.refused_count = len(refused)
        for at, slot in enumerate(refused):
            self.plan.refused[<int>at] = slot
        self.plan.part_count = len(parts)
        for at, (slot, refused_slot, part_slots) in enumerate(parts):
            self.plan.parts[<int>at], self.plan.part_refused[<int>at] = slot, refused_slot
            self.plan.part_slots[<int>at] = part_slots
        self.plan.has_bounds = bounds is not None
        for at, slot in enumerate(bounds or ()):
            self.plan.bounds[<int>at] = slot
        for at, made in enumerate(steps):
            step = &self.plan.steps[<int>at]
            step.field_id, step.wire, step.element = made["field_id"], made["wire"], made["element"]
            step.kind, step.slot, step.part, step.size = made["kind"], made["slot"], made["part"], made["size"]
            step.has_default, step.default = made["default"] is not None, made["default"] or 0
            step.is_required, step.is_filled = made["is_required"], made["is_filled"]
            step.zero_is_absent, step.explicit = made["zero_is_absent"], made["explicit"]
            step.beside = made["beside"]
            if made["below"] is not None:
                step.below = &(<StructPlan>made["below"]).plan
                self.plan.has_context |= step.below.has_context
            self.plan.has_context |= step.kind == K_COLUMNS or (step.kind >= K_TYPE and step.kind != K_TAG)

    def __dealloc__(self):
        free(self.plan.steps)


cdef struct Leaf:
    int type
    const uint8_t* path  # as Thrift has it, or NULL
    size_t size
    int64_t characters
    int64_t depth


cdef class Leaves:
    """The columns of a schema."""

    cdef Leaf* leaves
    cdef Py_ssize_t count
    cdef uint8_t* paths
    cdef list kept

    def __init__(self, list leaves not None):
        """Of tuples of type, path in Thrift's bytes, characters and names in it."""
        cdef Leaf* leaf
        self.kept = leaves
        self.allocate(len(leaves))
        for at, (type_, path, characters, depth) in enumerate(leaves):
            leaf = &self.leaves[<Py_ssize_t>at]
            leaf.type = NO_TYPE if type_ is None else type_
            leaf.characters, leaf.depth = characters, depth
            if path is not None:
                leaf.path, leaf.size = <const uint8_t*>PyBytes_AS_STRING(path), PyBytes_GET_SIZE(path)

    def __dealloc__(self):
        free(self.leaves)
        free(self.paths)

    cdef int allocate(self, Py_ssize_t count) except -1:
        self.leaves = <Leaf*>calloc(count + 1, sizeof(Leaf))
        if self.leaves == NULL:
            raise MemoryError
        self.count = count
        return 0


cdef struct Todo:
    # of a table: its steps, and where in it their slots lie; 0 for what is absent, or in a part
    int count
    int end  # of the numbers among them
    bint is_refused  # it has a slot that is left to the records
    bint has_parts
    uint8_t steps[MOST_STEPS]
    uint16_t places[MOST_STEPS]


cdef struct Layout:
    # the steps for which a table with this vtable has something
    const Steps* plan
    Py_ssize_t entries
    Todo todo

cdef struct Copied:
    # a list that is in the buffer once, and lies in Thrift's bytes already
    const Step* step
    Py_ssize_t target
    size_t start
    size_t size


cdef struct Here:
    # the table that is read
    Py_ssize_t position
    Py_ssize_t entries  # of its vtable
    int slots


cdef struct Bound:
    bint is_there
    bint is_exact
    bint is_old_equal  # to the deprecated one, which is there
    const uint8_t* head
    Py_ssize_t head_size
    uint8_t tail[LONGEST_SUFFIX]
    int tail_size


cdef struct Run:
    const uint8_t* data
    Py_ssize_t size
    Layout layouts[MOST_DESIGNS]
    Copied lists[MOST_LISTS]
    uint8_t* out
    size_t written
    size_t room
    bint is_lent  # `out` is that of a bytes object
    int64_t container
    int64_t binary
    Leaf* leaves
    Py_ssize_t leaf_count
    const Leaf* leaf  # of the column, or NULL
    int64_t num_rows
    int64_t paths_left
    int64_t paths_in_all
    int64_t for_each_path
    Bound minimum
    Bound maximum
    bint has_annotation[3]  # in v0: converted type, scale and precision
    int64_t annotation[3]


cdef void prepare(Run* r, bytes buffer, limits) except *:
    memset(<void*>r.layouts, 0, sizeof(r.layouts))
    memset(<void*>r.lists, 0, sizeof(r.lists))
    r.data = <const uint8_t*>PyBytes_AS_STRING(buffer)
    r.size = PyBytes_GET_SIZE(buffer)
    r.out = NULL
    r.written = r.room = 0
    r.is_lent = False
    r.container, r.binary = limits
    r.leaf = NULL
    r.num_rows = 0


def with_row_groups(
    bytes buffer not None, int slot, StructPlan group, Leaves leaves not None, limits, paths, bytes before not None,
    bytes behind not None,
):
    """The list of row groups, its header included, between two other pieces; None for what is left to the records.

    `limits` are those of lists and binaries; `paths` what the paths may take: to begin with, for each of them, and in all.
    """
    cdef Run r
    cdef int state
    cdef const char* start_of_before = PyBytes_AS_STRING(before)
    cdef const char* start_of_behind = PyBytes_AS_STRING(behind)
    cdef Py_ssize_t size_of_before = PyBytes_GET_SIZE(before)
    cdef Py_ssize_t size_of_behind = PyBytes_GET_SIZE(behind)
    cdef PyObject* written = NULL
    prepare(&r, buffer, limits)
    r.paths_left, r.for_each_path, r.paths_in_all = paths
    r.leaves, r.leaf_count = leaves.leaves, leaves.count
    try:
        r.room = r.size + size_of_before + size_of_behind + FIELD_ROOM * MOST_STEPS  # mostly enough, and then nothing is copied
        written = allocate_bytes(NULL, r.room)
        r.out, r.is_lent = <uint8_t*>address_of_bytes(written), True
        with nogil:
            state = put_raw(&r, start_of_before, size_of_before)
            if state == DONE:
                state = write_groups(&r, slot, &group.plan)
            if state == DONE:
                state = put_raw(&r, start_of_behind, size_of_behind)
        if state == NO_MEMORY:
            raise MemoryError
        if state != DONE:
            return None
        if not r.is_lent:
            return PyBytes_FromStringAndSize(<char*>r.out, r.written)
        resize_bytes(&written, r.written)
        return <object>written
    finally:
        Py_XDECREF(written)
        if not r.is_lent:
            free(r.out)


cdef int write_groups(Run* r, int slot, const Steps* plan) noexcept nogil:
    cdef Here root
    cdef Py_ssize_t at
    if not locate_target(r, 0, 4) or not find(r, load_u32(r.data), &root):
        return IRREGULAR
    at = place_of(r, &root, slot)
    return put_empty(r, WIRE_STRUCT) if at == 0 else write_structs(r, at, WIRE_STRUCT, plan, False)


include "transcoding_reading.pxi"
include "transcoding_writing.pxi"
include "transcoding_structs.pxi"
include "transcoding_computed.pxi"
include "transcoding_leaves.pxi"
include "transcoding_schema.pxi"
