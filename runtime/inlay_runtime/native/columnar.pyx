# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Columns out of bytes, as `inlay_runtime.columnar.collect` takes them out of objects, and without any.

Every struct is validated first, by the pass that every decode begins with; what follows walks bytes that are known
to be good, into buffers that have room, without the GIL. What the pass refuses is decoded in order to raise.
"""

import sys

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset

from inlay_runtime.native.cursor cimport (
    Bytes,
    Cursor,
    EXTENSION_ID,
    NO_EXTENSION,
    STOP,
    TRUE,
    WIRE_LIST,
    WIRE_MAP,
    WIRE_STRUCT,
    cursor_over,
    fold_extension,
    integer,
    list_header,
    map_header,
    sized,
    skip,
    skip_element,
)
from inlay_runtime.native.plan cimport (
    K_BINARY, K_BOOL, K_DOUBLE, K_I64, K_I8, K_LIST, K_MAP, K_STRUCT, K_UNION, K_UUID, Plan, Row, Type, plan_of, row_of,
)  # fmt: skip
from inlay_runtime.native.validate cimport Index, ListSpan, Pass, release_index, release_pass, span_at, validate

from inlay_runtime.columnar.buffers import Column as FlatColumn
from inlay_runtime.columnar.buffers import Extraction, Table
from inlay_runtime.columnar.plan import Kind as FlatKind
from inlay_runtime.columnar.plan import Measure
from inlay_runtime.columnar.shape import Shape, Value
from inlay_runtime.errors import DecodeError

cdef enum:
    EDGE = 16
    DENSE_WANTS = 64
    TEXT = 0  # the width of strings and binaries: sizes, with the bytes beside them; of lists: -1
    DEEPEST = 128  # of the C stack

cdef enum How:
    BY_VALUE
    BY_SIZE
    BY_EDGES

_IS_LITTLE = sys.byteorder == "little"
_HOWS = {Measure.SIZE: BY_SIZE, Measure.EDGES: BY_EDGES}  # what matters of measures to bytes
_KINDS = {
    Value.BOOL: K_BOOL,
    Value.BYTE: K_I8,
    Value.INTEGER: K_I64,
    Value.DOUBLE: K_DOUBLE,
    Value.BYTES: K_BINARY,
    Value.UUID: K_UUID,
    Value.STRUCT: K_STRUCT,
    Value.UNION: K_UNION,
    Value.LIST: K_LIST,
    Value.MAP: K_MAP,
}


# What is wanted where: made once for a plan, never changed afterwards, shared by threads.

cdef struct Sink:
    How how
    int column

cdef struct Want:
    int id
    int kind
    int sink_count
    Sink* sinks
    Place* place  # of a struct or union in which something is wanted
    int level  # the rows that the elements of a list are; -1: none is wanted
    int lists  # the column of the sizes of lists, or -1
    Want* element

cdef struct Place:
    int count
    Want* wants
    int8_t by_id[DENSE_WANTS]

cdef struct LevelShape:
    int column_count
    int* columns
    int depth  # ordinals, of the struct among all and in every list on the way
    int* chain  # the level of each ordinal

cdef struct ColumnShape:
    int level
    int width


# What is there: one for each call.

cdef struct Column:
    int64_t* rows  # of its level
    int width
    int stride  # bytes of a row in `values`
    uint8_t* valid  # a byte for each row; NULL as long as all are null
    uint8_t* values  # for texts and lists their sizes, int32
    uint8_t* data
    int64_t used
    int64_t room

cdef struct Level:
    int64_t rows
    int64_t room
    int64_t position  # in its list
    int32_t** ordinals

cdef struct Run:
    Cursor cursor
    Layout_* layout
    Column* columns
    Level* levels
    Index index  # what the pass found: where long and nested lists end
    bint is_out_of_memory
    uint8_t nowhere[16]  # takes what there is no memory for

cdef struct Layout_:
    Place* root
    int level_count
    LevelShape* levels
    int column_count
    ColumnShape* columns
    int trailing  # columns of the root only, or -1
    int unknown_fields
    int extensions


cdef class Layout:
    """A plan as C structs."""

    cdef Layout_ c
    cdef list kept  # addresses of what is to be freed
    cdef list columns  # kinds
    cdef dict outputs  # by path of rows, by path of column: the columns of the lists, the column

    def __cinit__(self):
        memset(&self.c, 0, sizeof(Layout_))
        self.kept = []

    def __dealloc__(self):
        for address in self.kept:
            PyMem_Free(<void*><size_t>address)

    cdef void* new(self, size_t count, size_t size) except NULL:
        cdef void* made = PyMem_Calloc(count or 1, size)
        if made == NULL:
            raise MemoryError
        self.kept.append(<size_t>made)
        return made

    cdef void fill_place(self, Place* place, object spec) except *:
        wants = sorted(spec.wants.values(), key=lambda want: want.id)
        place.count = len(wants)
        place.wants = <Want*>self.new(len(wants), sizeof(Want))
        memset(place.by_id, 0xFF, sizeof(place.by_id))
        for at, want in enumerate(wants):
            if 0 <= want.id < DENSE_WANTS and at < 127:
                place.by_id[<int>want.id] = at
            self.fill_want(&place.wants[at], want)

    cdef void fill_want(self, Want* want, object spec) except *:
        want.id = spec.id
        want.kind = _KINDS[spec.value]
        want.sink_count = len(spec.sinks)
        want.sinks = <Sink*>self.new(len(spec.sinks), sizeof(Sink))
        for at, (measure, column) in enumerate(spec.sinks):
            want.sinks[at].how = <How><int>_HOWS.get(measure, BY_VALUE)
            want.sinks[at].column = column
        want.level = spec.level
        want.lists = spec.lists
        if spec.place is not None:
            want.place = <Place*>self.new(1, sizeof(Place))
            self.fill_place(want.place, spec.place)
        if spec.element is not None:
            want.element = <Want*>self.new(1, sizeof(Want))
            self.fill_want(want.element, spec.element)

    cdef void fill(self, object spec) except *:
        cdef LevelShape* level
        self.columns = [column.kind for column in spec.columns]
        self.outputs = spec.outputs
        self.c.trailing = spec.roots.get("@trailing", -1)
        self.c.unknown_fields = spec.roots.get("@unknown_fields", -1)
        self.c.extensions = spec.roots.get("@extensions", -1)
        self.c.root = <Place*>self.new(1, sizeof(Place))
        self.fill_place(self.c.root, spec.root)
        self.c.column_count = len(spec.columns)
        self.c.columns = <ColumnShape*>self.new(len(spec.columns), sizeof(ColumnShape))
        for at, column in enumerate(spec.columns):
            self.c.columns[at].level = column.level
            self.c.columns[at].width = column.width
        self.c.level_count = len(spec.levels)
        self.c.levels = <LevelShape*>self.new(len(spec.levels), sizeof(LevelShape))
        for at, chain in enumerate(spec.levels):
            level = &self.c.levels[at]
            owned = [number for number, column in enumerate(spec.columns) if column.level == at]
            level.column_count = len(owned)
            level.columns = <int*>self.new(len(owned), sizeof(int))
            for place, number in enumerate(owned):
                level.columns[place] = number
            level.depth = len(chain) if at in spec.table_levels else 0
            level.chain = <int*>self.new(len(chain), sizeof(int))
            for place, number in enumerate(chain):
                level.chain[place] = number


def layout_of(plan):
    """The plan as C structs, made when it is first used and kept with it."""
    cdef Layout layout = plan.layout
    if layout is None:
        layout = Layout()
        layout.fill(Shape(plan))
        plan.layout = layout
    return layout


# The walk. Bytes have been validated, so nothing but a lack of memory makes it return NULL.


cdef inline Want* want_of(Place* place, int64_t field_id) noexcept nogil:
    cdef int at
    if 0 <= field_id < DENSE_WANTS:
        at = place.by_id[field_id]
        return &place.wants[at] if at >= 0 else NULL
    for at in range(place.count):
        if place.wants[at].id == field_id:
            return &place.wants[at]
    return NULL


cdef Bytes walk_fields(Run* run, Bytes p, Place* place, Want* union_) noexcept nogil:
    """A struct in which something is wanted; or a union, whose variant is the one field that is no extension."""
    cdef int64_t field_id = 0
    cdef int64_t wire_id = 0
    cdef int64_t value = 0
    cdef int wire_type
    cdef uint8_t byte
    cdef Want* want
    while True:
        byte = p[0]
        p += 1
        wire_type = byte & 0x0F
        if wire_type == STOP:
            return p
        if byte > 0x0F:
            wire_id += byte >> 4
        else:
            p = integer(&run.cursor, p, 3, 16, &wire_id)
        field_id = fold_extension(wire_id, wire_type)
        if union_ != NULL and field_id != EXTENSION_ID and field_id != NO_EXTENSION:
            put_number(run, union_, field_id)
        want = want_of(place, field_id) if place != NULL else NULL
        if want == NULL:
            p = skip(&run.cursor, p, wire_type) if wire_type != WIRE_LIST else after_list(run, p)
        elif want.kind == K_I64:
            p = integer(&run.cursor, p, 10, 64, &value)
            put_number(run, want, value)
        elif want.kind == K_BOOL:
            put_number(run, want, wire_type == TRUE)
        else:
            p = walk_value(run, p, want)
        if p == NULL:
            return NULL


cdef Bytes walk_value(Run* run, Bytes p, Want* want) noexcept nogil:
    cdef Cursor* c = &run.cursor
    cdef int64_t value = 0
    cdef int kind = want.kind
    cdef int key_type = 0
    cdef int value_type = 0
    if kind == K_I64:  # all integers, in any width
        p = integer(c, p, 10, 64, &value)
        put_number(run, want, value)
        return p
    if kind == K_BINARY:
        p = sized(c, p, &value)
        return p + value if put_bytes(run, want, p, value) else NULL
    if kind == K_STRUCT:
        put_number(run, want, 1)
        return walk_fields(run, p, want.place, NULL) if want.place != NULL else skip_element(c, p, WIRE_STRUCT)
    if kind == K_LIST:
        return walk_list(run, p, want)
    if kind == K_UNION:  # of tags, too
        return walk_fields(run, p, want.place, want)
    if kind == K_DOUBLE:
        memcpy(&value, p, 8)
        put_number(run, want, value)
        return p + 8
    if kind == K_UUID:
        put_uuid(run, want, p)
        return p + 16
    if kind == K_MAP:
        map_header(c, p, &value, &key_type, &value_type)
        put_number(run, want, value)
        return skip_element(c, p, WIRE_MAP)
    put_number(run, want, p[0] == TRUE if kind == K_BOOL else <int8_t>p[0])
    return p + 1


cdef Bytes walk_list(Run* run, Bytes p, Want* want) noexcept nogil:
    cdef Cursor* c = &run.cursor
    cdef Bytes start = p
    cdef Level* level
    cdef int64_t size = 0
    cdef int64_t at
    cdef int element_type = 0
    p = list_header(c, p, &size, &element_type)
    put_number(run, want, size)
    if want.level < 0:
        return after_list(run, start)
    if want.lists >= 0:
        (<int32_t*>cell(run, want.lists))[0] = <int32_t>size
    if not reserve(run, want.level, size):
        return NULL
    level = &run.levels[want.level]
    for at in range(size):
        level.position = at
        begin_row(run, want.level)
        p = walk_value(run, p, want.element)
        if p == NULL:
            return NULL
    return p


cdef Bytes after_list(Run* run, Bytes p) noexcept nogil:
    """Behind a list, by the index if it may be in there."""
    cdef ListSpan* span = NULL
    if p[0] & 0x0F == WIRE_STRUCT:
        span = span_at(&run.index, <uint32_t>(p - run.cursor.begin))
    return run.cursor.begin + span.end if span != NULL else skip_element(&run.cursor, p, WIRE_LIST)


cdef inline void begin_row(Run* run, int number) noexcept nogil:
    cdef LevelShape* shape = &run.layout.levels[number]
    cdef Level* level = &run.levels[number]
    cdef int at
    for at in range(shape.depth):
        level.ordinals[at][level.rows] = <int32_t>run.levels[shape.chain[at]].position
    level.rows += 1


cdef bint reserve(Run* run, int number, int64_t extra) noexcept nogil:
    """Room for more rows, in which nothing is there yet."""
    cdef LevelShape* shape = &run.layout.levels[number]
    cdef Level* level = &run.levels[number]
    cdef Column* column
    cdef int64_t room
    cdef int at
    cdef void* grown
    if level.room and level.rows + extra <= level.room:
        return True
    room = level.rows + extra + level.room // 2 + 16
    for at in range(shape.depth):
        grown = realloc(level.ordinals[at], room * sizeof(int32_t))
        if grown == NULL:
            return False
        level.ordinals[at] = <int32_t*>grown
    for at in range(shape.column_count):
        column = &run.columns[shape.columns[at]]
        if column.valid != NULL and not (
            grow(&column.valid, level.room, room)
            and grow(&column.values, (level.room + 1) * column.stride, (room + 1) * column.stride)
        ):
            return False
    level.room = room
    return True


cdef bint grow(uint8_t** buffer, int64_t size, int64_t room) noexcept nogil:
    cdef void* grown = realloc(buffer[0], room)
    if grown == NULL:
        return False
    buffer[0] = <uint8_t*>grown
    memset(buffer[0] + size, 0, room - size)
    return True


cdef bint open_column(Run* run, int number) noexcept nogil:
    """Buffers for a column in which nothing has been so far; one row more, for what sizes become: offsets."""
    cdef Column* column = &run.columns[number]
    cdef int64_t room = run.levels[run.layout.columns[number].level].room
    column.values = <uint8_t*>calloc(room + 1, column.stride)
    if column.values != NULL:
        column.valid = <uint8_t*>calloc(room, 1)
    if column.valid == NULL:
        free(column.values)
        column.values = NULL
        run.is_out_of_memory = True
    return column.valid != NULL


cdef inline uint8_t* cell(Run* run, int number) noexcept nogil:
    """Where the current row's value goes, which is there from now on."""
    cdef Column* column = &run.columns[number]
    cdef int64_t row = column.rows[0] - 1
    if column.valid == NULL and not open_column(run, number):
        return run.nowhere
    column.valid[row] = 1
    return column.values + row * column.stride


cdef inline void put_number(Run* run, Want* want, int64_t value) noexcept nogil:
    cdef int at
    for at in range(want.sink_count):
        put(run, want.sinks[at].column, value)


cdef inline void put(Run* run, int number, int64_t value) noexcept nogil:
    cdef uint8_t* place = cell(run, number)
    cdef int width = run.columns[number].width
    if width == 8:
        (<int64_t*>place)[0] = value
    elif width == 4:
        (<int32_t*>place)[0] = <int32_t>value
    elif width == 2:
        (<int16_t*>place)[0] = <int16_t>value
    else:
        place[0] = <uint8_t>value


cdef void put_uuid(Run* run, Want* want, Bytes p) noexcept nogil:
    cdef int at
    for at in range(want.sink_count):
        memcpy(cell(run, want.sinks[at].column), p, 16)


cdef bint put_bytes(Run* run, Want* want, Bytes p, int64_t size) noexcept nogil:
    cdef int at
    for at in range(want.sink_count):
        if want.sinks[at].how == BY_SIZE:
            put(run, want.sinks[at].column, size)
        elif want.sinks[at].how == BY_EDGES and size > 2 * EDGE:
            if not (
                append(run, want.sinks[at].column, p, EDGE)
                and append(run, want.sinks[at].column, p + size - EDGE, EDGE)
            ):
                return False
        elif not append(run, want.sinks[at].column, p, size):
            return False
    return True


cdef bint append(Run* run, int number, Bytes p, int64_t size) noexcept nogil:
    """To the text of the current row."""
    cdef Column* column = &run.columns[number]
    cdef int64_t room
    cdef void* grown
    if column.used + size > column.room:
        room = column.used + size + column.room // 2 + 64
        grown = realloc(column.data, room)
        if grown == NULL:
            return False
        column.data = <uint8_t*>grown
        column.room = room
    memcpy(column.data + column.used, p, size)
    column.used += size
    (<int32_t*>cell(run, number))[0] += <int32_t>size
    return True


# The whole struct


cdef bint walk_root(Run* run, Bytes p, Bytes end, Plan* plan) noexcept nogil:
    """One more row of the root, and all below it; False without memory."""
    cdef Layout_* layout = run.layout
    cdef Totals totals
    cdef Want* want
    cdef int64_t size = 0
    cdef Bytes payload = NULL
    cdef Bytes start = p
    if not reserve(run, 0, 1):
        return False
    begin_row(run, 0)
    totals.cursor = &run.cursor
    totals.unknown_fields = totals.extensions = 0
    if layout.extensions >= 0 or layout.unknown_fields >= 0:
        count_struct(&totals, p, plan)
    p = walk_fields(run, p, layout.root, NULL)
    if p == NULL:
        return False
    payload = trailing_payload(&run.cursor, p, &size)
    if payload != NULL and not has_extension(&run.cursor, start):
        want = want_of(layout.root, EXTENSION_ID)
        if want != NULL and not put_bytes(run, want, payload, size):
            return False
        p = end
        totals.extensions += 1
    if layout.trailing >= 0:
        put(run, layout.trailing, end - p)
    if layout.extensions >= 0:
        put(run, layout.extensions, totals.extensions)
    if layout.unknown_fields >= 0:
        put(run, layout.unknown_fields, totals.unknown_fields)
    return True


cdef bint has_extension(Cursor* c, Bytes p) noexcept nogil:
    """Whether one of the struct's own fields is an extension."""
    cdef int64_t wire_id = 0
    cdef uint8_t byte
    while True:
        byte = p[0]
        p += 1
        if byte & 0x0F == STOP:
            return False
        if byte > 0x0F:
            wire_id += byte >> 4
        else:
            p = integer(c, p, 3, 16, &wire_id)
        if fold_extension(wire_id, byte & 0x0F) == EXTENSION_ID:
            return True
        p = skip(c, p, byte & 0x0F)


cdef Bytes trailing_payload(Cursor* c, Bytes p, int64_t* size) noexcept nogil:
    """Where the bytes behind the struct are an extension field and a stop and nothing else, its payload."""
    if c.end - p < 6 or memcmp(p, b"\x08\xff\xff\x01", 4) != 0:
        return NULL
    p = sized(c, p + 4, size)
    if p == NULL or c.end - p != size[0] + 1 or p[size[0]] != STOP:
        return NULL
    return p


cdef struct Totals:
    Cursor* cursor
    int64_t unknown_fields
    int64_t extensions


cdef Bytes count_struct(Totals* totals, Bytes p, Plan* plan) noexcept nogil:
    """What a struct or union holds beyond its schema, as `inlay_runtime.columnar.totals` has it."""
    cdef int64_t wire_id = 0
    cdef int64_t field_id
    cdef uint8_t byte
    cdef Row* row
    while True:
        byte = p[0]
        p += 1
        if byte & 0x0F == STOP:
            return p
        if byte > 0x0F:
            wire_id += byte >> 4
        else:
            p = integer(totals.cursor, p, 3, 16, &wire_id)
        field_id = fold_extension(wire_id, byte & 0x0F)
        row = NULL
        if field_id == EXTENSION_ID:
            totals.extensions += 1
        else:
            if field_id != NO_EXTENSION:
                row = row_of(plan, <int>field_id)
            if row == NULL and (field_id == NO_EXTENSION or not plan.is_union):
                totals.unknown_fields += 1
        if row == NULL or row.type.kind == K_BOOL:
            p = skip(totals.cursor, p, byte & 0x0F)
        else:
            p = count_value(totals, p, row.type, byte & 0x0F)


cdef Bytes count_value(Totals* totals, Bytes p, Type* type_, int wire_type) noexcept nogil:
    cdef int64_t size = 0
    cdef int64_t at
    cdef int element_type = 0
    if type_.kind == K_STRUCT or type_.kind == K_UNION:
        return count_struct(totals, p, type_.plan)
    if type_.kind == K_LIST and type_.element.kind in (K_STRUCT, K_UNION, K_LIST):
        p = list_header(totals.cursor, p, &size, &element_type)
        for at in range(size):
            p = count_value(totals, p, type_.element, element_type)
        return p
    return skip_element(totals.cursor, p, wire_type)


# From buffers to columns


cdef char* _UNSIGNED_BYTE = "B"


cdef class Memory:
    """Owns a buffer and shows it to Python."""

    cdef uint8_t* address
    cdef Py_ssize_t size

    def __dealloc__(self):
        free(self.address)

    def __getbuffer__(self, Py_buffer* view, int flags):
        if flags & 1:  # PyBUF_WRITABLE
            raise BufferError("it is read-only")
        view.buf = self.address
        view.len = self.size
        view.itemsize = 1
        view.readonly = 1
        view.format = NULL
        if flags & 4:  # PyBUF_FORMAT
            view.format = _UNSIGNED_BYTE
        view.ndim = 1
        view.shape = &self.size if flags & 8 else NULL
        view.strides = NULL
        view.suboffsets = NULL
        view.internal = NULL
        view.obj = self


cdef object shown(uint8_t** address, int64_t size):
    """A buffer that Python owns from here on."""
    if address[0] == NULL:
        return b""
    cdef Memory memory = Memory.__new__(Memory)
    memory.address = address[0]
    memory.size = size
    address[0] = NULL
    return memoryview(memory)


cdef int64_t pack(uint8_t* flags, int64_t count) noexcept nogil:
    """Bytes that are 0 or 1 become bits, in place; returns how many of them are 1."""
    cdef int64_t ones = 0
    cdef int64_t at
    cdef uint64_t eight
    cdef uint8_t byte
    for at in range(count >> 3):
        memcpy(&eight, flags + 8 * at, 8)
        byte = <uint8_t>((eight * <uint64_t>0x0102040810204080) >> 56)
        ones += <int64_t>((eight * <uint64_t>0x0101010101010101) >> 56)
        flags[at] = byte
    if count & 7:
        byte = 0
        for at in range(count & 7):
            byte |= flags[(count & ~<int64_t>7) + at] << at
            ones += flags[(count & ~<int64_t>7) + at]
        flags[count >> 3] = byte
    return ones


cdef void add_up(int32_t* sizes, int64_t count) noexcept nogil:
    """Sizes become offsets, in place."""
    cdef int32_t offset = 0
    cdef int32_t size
    cdef int64_t at
    for at in range(count):
        size = sizes[at]
        sizes[at] = offset
        offset += size
    sizes[count] = offset


cdef class Extract:
    """The buffers of one call."""

    cdef Run run
    cdef Layout layout

    def __cinit__(self, Layout layout):
        memset(&self.run, 0, sizeof(Run))
        self.layout = layout
        self.run.layout = &layout.c
        self.run.columns = <Column*>calloc(layout.c.column_count + 1, sizeof(Column))
        self.run.levels = <Level*>calloc(layout.c.level_count, sizeof(Level))
        if self.run.columns == NULL or self.run.levels == NULL:
            raise MemoryError
        for at in range(layout.c.column_count):
            self.run.columns[at].rows = &self.run.levels[layout.c.columns[at].level].rows
            self.run.columns[at].width = layout.c.columns[at].width
            self.run.columns[at].stride = max(layout.c.columns[at].width, 0) or sizeof(int32_t)
        for at in range(layout.c.level_count):
            if layout.c.levels[at].depth:
                self.run.levels[at].ordinals = <int32_t**>calloc(layout.c.levels[at].depth, sizeof(int32_t*))
                if self.run.levels[at].ordinals == NULL:
                    raise MemoryError
            if not reserve(&self.run, at, 0):
                raise MemoryError

    def __dealloc__(self):
        cdef int at, level
        if self.run.columns != NULL:
            for at in range(self.run.layout.column_count):
                free(self.run.columns[at].valid)
                free(self.run.columns[at].values)
                free(self.run.columns[at].data)
        if self.run.levels != NULL:
            for level in range(self.run.layout.level_count):
                if self.run.levels[level].ordinals != NULL:
                    for at in range(self.run.layout.levels[level].depth):
                        free(self.run.levels[level].ordinals[at])
                free(self.run.levels[level].ordinals)
        free(self.run.columns)
        free(self.run.levels)
        release_index(&self.run.index)

    cdef object column(self, int number, object items, bint is_presence):
        """`items` are the elements of lists. Presence is False where there is nothing, and never null."""
        cdef Column* column = &self.run.columns[number]
        cdef int64_t rows = column.rows[0]
        cdef int64_t bits = (rows + 7) // 8
        cdef int64_t valid = 0
        kind = self.layout.columns[number] if items is None else items.kind
        offsets = None
        values = b""
        if column.valid != NULL:
            with nogil:
                valid = pack(column.valid, rows)
                if column.width <= TEXT:
                    add_up(<int32_t*>column.values, rows)
        elif not open_column(&self.run, number):
            raise MemoryError
        if is_presence:
            valid = rows
        if column.width <= TEXT:
            offsets = shown(&column.values, 4 * (rows + 1))
            values = shown(&column.data, column.used)
        elif kind is FlatKind.BOOL:
            pack(column.values, rows)
            values = shown(&column.values, bits)
        else:
            values = shown(&column.values, rows * column.width)
        validity = shown(&column.valid, bits) if valid < rows else None
        return FlatColumn(
            kind, rows, rows - valid, validity=validity, values=values, offsets=offsets, items=items
        )  # fmt: skip

    cdef object tables(self, object plan):
        """All tables; the buffers are given away. Columns of lists that several share are made once."""
        lists = {}
        tables = {}
        for table in plan.tables:
            level, outputs = self.layout.outputs[table.path]
            columns = {}
            for column in table.columns:
                outer, number = outputs[column.path]
                columns[column.path] = self.output(column, outer, number, lists)
            tables[table.path] = Table(self.run.levels[<int>level].rows, self.ordinals(level), columns)
        return tables

    cdef object output(self, object plan, list outer, int number, dict lists):
        found = self.column(number, None, plan.measure is Measure.PRESENCE)
        for at in reversed(outer):
            if at in lists:
                made = lists[at]
                found = FlatColumn(
                    found.kind, made.length, made.null_count,
                    validity=made.validity, offsets=made.offsets, items=found,
                )  # fmt: skip
            else:
                found = lists[at] = self.column(at, found, False)
        return found

    cdef list ordinals(self, int number):
        cdef Level* level = &self.run.levels[number]
        return [
            FlatColumn(FlatKind.I32, level.rows, values=shown(<uint8_t**>&level.ordinals[at], 4 * level.rows))
            for at in range(self.run.layout.levels[number].depth)
        ]


cdef int64_t take_all(
    Extract extract, const char** data, Py_ssize_t* sizes, int64_t first, int64_t count, Plan* plan, Cursor* like, int64_t factor
) except -2 nogil:
    """Extracts from `first` on; returns the position of one that is refused, or `count`; -1 without memory."""
    cdef Pass v
    cdef Run* run = &extract.run
    cdef int64_t at = first
    cdef Bytes begin, end
    cdef int64_t found = count
    memset(&v, 0, sizeof(Pass))
    v.index = &run.index
    while at < count:
        run.index.list_count = run.index.start_count = 0
        begin = <Bytes>data[at]
        v.cursor = cursor_over(
            begin, sizes[at], like.deepest, like.container, like.binary, like.budget + factor * sizes[at]
        )
        v.has_frame = False
        v.greatest_depth = 0
        end = validate(&v, begin, plan)
        if end == NULL or v.has_maps:
            found = at
            break
        run.cursor = v.cursor
        run.cursor.deepest = 1 << 20
        run.levels[0].position = at
        if not walk_root(run, begin, begin + sizes[at], plan) or run.is_out_of_memory:
            found = -1
            break
        at += 1
    release_pass(&v)
    return found


def extract_native(plan, data, limits):
    """As `extract_pure`; None where it has to do all of it."""
    cdef Layout layout
    cdef Extract extract
    cdef Plan* table
    cdef Cursor like
    cdef int64_t count = len(data)
    cdef int64_t at = 0
    cdef int64_t factor
    cdef const char** addresses
    cdef Py_ssize_t* sizes
    if "SCHEMA" not in plan.cls.__dict__ or not 0 < limits.depth <= DEEPEST or not _IS_LITTLE:
        return None  # a subclass may read as it likes
    table = plan_of(plan.cls)
    if table == NULL or not table.is_native:
        return None
    layout = layout_of(plan)
    extract = Extract.__new__(Extract, layout)
    like = cursor_over(
        NULL, 0, limits.depth, _bounded(limits.container), _bounded(limits.binary), _bounded(limits.memory_base)
    )
    factor = min(max(limits.memory_factor, -(1 << 30)), 1 << 30)
    held = list(data)
    errors = {}
    addresses = <const char**>calloc(count + 1, sizeof(char*))
    sizes = <Py_ssize_t*>calloc(count + 1, sizeof(Py_ssize_t))
    try:
        if addresses == NULL or sizes == NULL:
            raise MemoryError
        for position, buffer in enumerate(held):
            addresses[<int64_t>position] = PyBytes_AS_STRING(buffer)
            sizes[<int64_t>position] = PyBytes_GET_SIZE(buffer)
        while at < count:
            with nogil:
                at = take_all(extract, addresses, sizes, at, count, table, &like, factor)
            if at < 0:
                raise MemoryError
            if at < count:
                try:
                    plan.cls.decode(held[at], limits=limits)
                except DecodeError as error:
                    errors[at] = error
                else:
                    return None
                at += 1
    finally:
        free(addresses)
        free(sizes)
    return Extraction(extract.tables(plan), errors)


cdef int64_t _bounded(object limit):
    return min(max(limit, -(1 << 62)), 1 << 62)
