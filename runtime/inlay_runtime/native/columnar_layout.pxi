# Part of columnar.pyx: what is wanted where, and what is there.


# What is wanted: made once for a plan, never changed afterwards, shared by threads.


cdef struct Sink:
    How how
    int column

cdef struct Want:
    int id
    int kind
    Type* type  # that is declared; NULL for an extension
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

cdef enum:
    SCRIPTS = 64
    MOST_STEPS = 96

cdef enum StepKind:
    PUT_INTEGER
    PUT_CONSTANT
    PUT_EIGHT_BYTES
    PUT_TEXT
    PUT_SIZE  # of a list
    BEGIN_ROW

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

cdef struct Step:
    StepKind kind
    int column  # or the level of a row
    int64_t offset  # from the start of the struct
    int64_t value  # or a size

cdef struct Script:
    uint32_t shape  # 0: nothing is written yet
    bint is_whole
    Want* want  # of the list
    int count
    int64_t size  # of the struct, in bytes
    Step steps[MOST_STEPS]

cdef struct Run:
    Cursor cursor
    Layout_* layout
    Column* columns
    Level* levels
    Index index  # what the pass found: where long and nested lists end
    Script* scripts  # by what the number of a shape leaves, divided by how many there are
    Script* written  # the one that the walk is writing; NULL if none
    Bytes origin  # the start of its struct
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

    cdef void fill_place(self, Place* place, object spec, Plan* plan) except *:
        cdef Row* row
        wants = sorted(spec.wants.values(), key=lambda want: want.id)
        place.count = len(wants)
        place.wants = <Want*>self.new(len(wants), sizeof(Want))
        memset(place.by_id, 0xFF, sizeof(place.by_id))
        for at, want in enumerate(wants):
            if 0 <= want.id < DENSE_WANTS and at < 127:
                place.by_id[<int>want.id] = at
            row = row_of(plan, want.id) if want.id != EXTENSION_ID else NULL
            self.fill_want(&place.wants[at], want, row.type if row != NULL else NULL)

    cdef void fill_want(self, Want* want, object spec, Type* type_) except *:
        want.id = spec.id
        want.type = type_
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
            self.fill_place(want.place, spec.place, type_.plan)
        if spec.element is not None:
            want.element = <Want*>self.new(1, sizeof(Want))
            self.fill_want(want.element, spec.element, type_.element)

    cdef void fill(self, object spec, Plan* plan) except *:
        cdef LevelShape* level
        self.columns = [column.kind for column in spec.columns]
        self.outputs = spec.outputs
        self.c.trailing = spec.roots.get("@trailing", -1)
        self.c.unknown_fields = spec.roots.get("@unknown_fields", -1)
        self.c.extensions = spec.roots.get("@extensions", -1)
        self.c.root = <Place*>self.new(1, sizeof(Place))
        self.fill_place(self.c.root, spec.root, plan)
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


cdef Layout layout_of(object plan, Plan* table):
    """The plan as C structs, made when it is first used and kept with it."""
    cdef Layout layout = plan.layout
    if layout is None:
        layout = Layout()
        layout.fill(Shape(plan), table)
        plan.layout = layout
    return layout
