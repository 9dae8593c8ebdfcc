# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The owners of a struct's fields, written into the columns of a ledger, and what the rows of a ledger add up to.

`inlay.verbs.layout.fields` is the specification of the first. Where bytes are not a struct, where one carries an extension, or where it is deeper
than here is room for, nothing is written, and Python does it.
"""

from cpython cimport array
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from inlay_runtime.native.cursor cimport (
    EXTENSION_ID, STOP, WIRE_I16, WIRE_I32, WIRE_I64, WIRE_LIST, WIRE_STRUCT, Bytes, Cursor, enter, fold_extension, list_header,
    make_cursor, read_integer, skip, skip_element,
)  # fmt: skip
from inlay_runtime.native.fields cimport Field as Field_, locate, read_field_header
from inlay_runtime.native.packed cimport Lent
from inlay_runtime.native.plan cimport Plan, plan_of
from inlay_runtime.native.validate cimport Pass, release_pass, validate

cdef enum:
    ROWS_AT_ONCE = 1024
    ROWS_OF_BLOCK = 16384
    NOTHING = -1
    DEEPEST = 64

cdef enum:  # what the elements of a list count
    C_NOTHING
    C_ROW_GROUPS
    C_COLUMNS


cdef struct Field:
    int name  # in the ledger's names; -1 until it is there
    int wire  # of a value that is looked into; 0 of all others
    int counts
    bint has_structs
    void* below  # an `OwnerPlan`, which its plan keeps


cdef class OwnerPlan:
    """The fields of a struct by id, for one ledger: the numbers of names are those of its names."""

    cdef Field* fields
    cdef int count
    cdef list kept
    cdef dict names

    def __cinit__(self):
        self.fields = NULL
        self.count = 0

    def define(self, fields):
        """`fields` are tuples of id, name, wire type of what is looked into or 0, what elements count, and the plan below or None.
        Ids are positive."""
        cdef Field* field
        self.kept = list(fields)
        self.names = {key: name for key, name, _, _, _ in self.kept}
        self.count = max(self.names, default=0) + 1
        free(self.fields)
        self.fields = <Field*>calloc(self.count, sizeof(Field))
        if self.fields == NULL:
            self.count = 0
            raise MemoryError
        for key, _, wire, counts, below in self.kept:
            if below is not None and not isinstance(below, OwnerPlan):
                raise TypeError("a plan or None")
            field = &self.fields[<int>key]
            field.wire, field.counts, field.has_structs = wire, counts, below is not None
            field.below = <void*>below if below is not None else NULL
        for key in range(self.count):
            self.fields[<int>key].name = NOTHING

    def __dealloc__(self):
        free(self.fields)


cdef class OwnerColumns:
    """The columns of a ledger, which grow; `number` gives the number of a name. What is sealed of them, if `sealed` is not None, lies before
    the rows of the arrays."""

    cdef array.array start, length, own, kind, name, row_group, column, page, encoding, parent
    cdef object number
    cdef array.array indexes  # the numbers of the names of elements
    cdef array.array sums  # of the owners in the chunks of each column, where these are no rows; else None
    cdef object sealed
    cdef Py_ssize_t first  # the row that the arrays begin with
    cdef Py_ssize_t count
    cdef Py_ssize_t room  # rows up to which the arrays reach
    cdef int struct_kind
    cdef int field_kind

    def __init__(self, ledger, number, int struct_kind, int field_kind):
        self.start, self.length, self.own = ledger.start, ledger.length, ledger.own
        self.kind, self.name = ledger.kind, ledger.name
        self.row_group, self.column = ledger.row_group, ledger.column
        self.page, self.encoding, self.parent = ledger.page, ledger.encoding, ledger.parent
        self.number, self.sealed, self.first = number, ledger.sealed, 0
        self.indexes = array.array("i")
        self.struct_kind, self.field_kind = struct_kind, field_kind

    def sum_chunks(self):
        """From now on, owners in the elements of `columns`, and in structs of a column, are no rows but sums: an array to which four
        numbers are added for each column, which are the bytes and owners that are structs, and those that are fields."""
        self.sums = array.array("q")
        return self.sums

    cdef int fold(self, Py_ssize_t row, Py_ssize_t column) except -1:
        """Makes the rows from this one on sums of a column."""
        cdef array.array sums = self.sums
        cdef Py_ssize_t known = len(sums)
        cdef Py_ssize_t at, place
        if known <= 4 * column:
            array.resize_smart(sums, 4 * (column + 1))
            memset(&sums.data.as_longlongs[known], 0, (4 * (column + 1) - known) * sizeof(int64_t))
        for at in range(row, self.count):
            if self.own.data.as_longlongs[at]:
                place = 4 * column + (0 if self.kind.data.as_schars[at] == self.struct_kind else 2)
                sums.data.as_longlongs[place] += self.own.data.as_longlongs[at]
                sums.data.as_longlongs[place + 1] += 1
        self.count = row
        return 0

    def forget_names(self):
        """The numbers of elements' names, which are no longer those of the ledger."""
        self.indexes = array.array("i")

    cdef Py_ssize_t begin(self) noexcept:
        """How many rows there are; those that follow are added one by one."""
        self.count = self.room = self.first + len(self.start)
        return self.count

    cdef int seal(self) except -1:
        """All rows that there are."""
        self.resize(self.count)
        self.sealed.seal()
        self.first = self.count
        return 0

    cdef int take_back(self, Py_ssize_t rows) except -1:
        """What was added to the first so many."""
        while rows < self.first:
            self.resize(self.first)
            self.first = self.sealed.unseal()
        return self.resize(rows)

    cdef int take_back_all(self, Py_ssize_t rows, array.array summed) except -1:
        """The same, and what was added to sums, where there are some."""
        self.take_back(rows)
        if summed is not None:
            self.sums[:] = summed
        return 0

    cdef int resize(self, Py_ssize_t end) except -1:
        """Up to which row the arrays reach."""
        cdef Py_ssize_t rows = end - self.first
        array.resize_smart(self.start, rows)
        array.resize_smart(self.length, rows)
        array.resize_smart(self.own, rows)
        array.resize_smart(self.kind, rows)
        array.resize_smart(self.name, rows)
        array.resize_smart(self.row_group, rows)
        array.resize_smart(self.column, rows)
        array.resize_smart(self.page, rows)
        array.resize_smart(self.encoding, rows)
        array.resize_smart(self.parent, rows)
        self.room = end
        return 0

    cdef inline Py_ssize_t add(
        self, int kind, int64_t start, int64_t size, int name, int row_group, int column, int64_t parent
    ) except -1:
        cdef Py_ssize_t row = self.count - self.first
        if self.count == self.room:
            if row >= ROWS_OF_BLOCK and self.sealed is not None:
                self.seal()
                row = 0
            self.resize(self.count + ROWS_AT_ONCE)
        self.start.data.as_longlongs[row] = start
        self.length.data.as_longlongs[row] = size
        self.own.data.as_longlongs[row] = size
        self.kind.data.as_schars[row] = <signed char>kind
        self.name.data.as_ints[row] = name
        self.row_group.data.as_ints[row] = row_group
        self.column.data.as_ints[row] = column
        self.page.data.as_ints[row] = NOTHING
        self.encoding.data.as_ints[row] = NOTHING
        self.parent.data.as_ints[row] = <int>parent
        self.count += 1
        return self.count - 1

    def append(
        self, int kind, int64_t start, int64_t size, int name, int row_group, int column, int page, int encoding, int parent
    ):
        """A row behind those that the ledger has; its number."""
        cdef Py_ssize_t row
        self.begin()
        row = self.add(kind, start, size, name, row_group, column, parent)
        self.set_page(row, page, encoding)
        self.resize(row + 1)
        return row

    cdef inline void set_page(self, Py_ssize_t row, int page, int encoding) noexcept:
        """Of the row that was added last."""
        self.page.data.as_ints[row - self.first] = page
        self.encoding.data.as_ints[row - self.first] = encoding

    cdef inline int close(self, Py_ssize_t row, int64_t size, int64_t inside) except -1:
        if row < self.first:
            self.sealed.set_sizes(row, size, size - inside)
        else:
            self.length.data.as_longlongs[row - self.first] = size
            self.own.data.as_longlongs[row - self.first] = size - inside
        return 0

    cdef int number_of_index(self, int64_t index) except? -2:
        """Of the name of an element. Elements come in their order, so all before it have theirs."""
        cdef Py_ssize_t known = len(self.indexes)
        if index < known:
            return self.indexes.data.as_ints[index]
        self.indexes.append(self.number(f"[{index}]"))
        return self.indexes.data.as_ints[index]

    cdef int number_of(self, OwnerPlan plan, int64_t field_id) except? -2:
        cdef int number
        if 0 < field_id < plan.count and plan.fields[field_id].name >= 0:
            return plan.fields[field_id].name
        number = self.number(plan.names.get(field_id) or f"<unknown {field_id}>")
        if 0 < field_id < plan.count:
            plan.fields[field_id].name = number
        return number


cdef struct Walk:
    Cursor cursor
    int64_t offset  # of the bytes in the file
    int row_group
    int column
    bint folds  # column chunks into sums


def add_owners(
    OwnerColumns columns not None, bytes data not None, Py_ssize_t at, OwnerPlan plan not None, int64_t offset,
    int64_t parent, int row_group, int column,
):
    """The owners of the fields of the struct at `at`, inside of the row `parent`; `data` lies at `offset` of the file. Where the struct
    ends, and the bytes of its fields; None where Python has to do it, and then nothing is added."""
    cdef Bytes begin = <Bytes>PyBytes_AS_STRING(data)
    cdef int64_t size = PyBytes_GET_SIZE(data)
    cdef Py_ssize_t before = columns.begin()
    cdef Bytes end = NULL
    cdef int64_t inside = 0
    cdef Walk w
    if not 0 <= at <= size:
        return None
    w.cursor = make_cursor(begin, size, DEEPEST, max(size, 1), max(size, 1), 0)
    w.offset, w.row_group, w.column = offset, row_group, column
    cdef bint is_of_column = columns.sums is not None and column >= 0
    w.folds = columns.sums is not None and not is_of_column
    cdef array.array summed = columns.sums[:] if w.folds else None
    try:
        end = walk_struct(columns, &w, begin + at, plan, parent, &inside)
        if end != NULL and is_of_column:
            columns.fold(before, column)
    except Exception:  # but no interrupt: it may come while rows are sealed, and nobody reads on
        columns.take_back_all(before, summed)
        raise
    if end == NULL:
        columns.take_back_all(before, summed)
        return None
    columns.resize(columns.count)
    return end - begin, inside


cdef Bytes walk_struct(
    OwnerColumns columns, Walk* w, Bytes p, OwnerPlan plan, int64_t parent, int64_t* inside
) except? NULL:
    """`inside` grows by the bytes of the fields."""
    cdef Cursor* c = &w.cursor
    cdef Bytes start
    cdef const Field* field
    cdef int64_t key, within
    cdef int64_t field_id = 0
    cdef int wire = 0
    cdef int name
    cdef Py_ssize_t row
    if enter(c, p) == NULL:
        return NULL
    while True:
        start = p
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL:
            return NULL
        if wire == STOP:
            break
        key = fold_extension(field_id, wire)
        if key == EXTENSION_ID:
            return NULL
        field = &plan.fields[key] if 0 < key < plan.count else NULL
        name = columns.number_of(plan, key)
        row = columns.add(
            columns.field_kind, w.offset + (start - c.begin), 0, name, w.row_group, w.column, parent
        )
        within = 0
        if field == NULL or field.wire != wire:
            p = skip(c, p, wire)
        elif wire == WIRE_STRUCT:
            p = walk_struct(columns, w, p, <OwnerPlan>field.below, row, &within)
        else:
            p = walk_elements(columns, w, p, field, row, &within)
        if p == NULL:
            return NULL
        columns.close(row, p - start, within)
        inside[0] += p - start
    c.depth -= 1
    return p


cdef Bytes walk_elements(
    OwnerColumns columns, Walk* w, Bytes p, const Field* field, int64_t parent, int64_t* inside
) except? NULL:
    cdef Cursor* c = &w.cursor
    cdef Bytes start
    cdef int64_t at, within
    cdef int64_t count = 0
    cdef int element = 0
    cdef int row_group = w.row_group
    cdef int column = w.column
    cdef Py_ssize_t row
    p = list_header(c, p, &count, &element)
    if p == NULL or enter(c, p) == NULL:
        return NULL
    if element != WIRE_STRUCT or not field.has_structs:
        for at in range(count):
            p = skip_element(c, p, element)
            if p == NULL:
                return NULL
    else:
        for at in range(count):
            if field.counts == C_ROW_GROUPS:
                w.row_group = <int>at
            elif field.counts == C_COLUMNS:
                w.column = <int>at
            start = p
            row = columns.add(
                columns.struct_kind, w.offset + (start - c.begin), 0, columns.number_of_index(at),
                w.row_group, w.column, parent,
            )
            within = 0
            p = walk_struct(columns, w, p, <OwnerPlan>field.below, row, &within)
            if p == NULL:
                return NULL
            columns.close(row, p - start, within)
            if field.counts == C_COLUMNS and w.folds:
                columns.fold(row, at)
            inside[0] += p - start
        w.row_group, w.column = row_group, column
    c.depth -= 1
    return p


include "flat_owners.pxi"
include "owner_totals.pxi"
include "small_groups.pxi"
