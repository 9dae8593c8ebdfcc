# Part of flat_verifier.pyx: a schema and what it reaches, as arrays.


cdef enum Kind:
    NOTHING  # a slot that the schema does not have
    SCALAR
    BOOLEAN
    STRING
    UTF8  # a string that has to be UTF-8
    BINARY
    VECTOR
    FIXED
    TABLE
    UNION  # the value
    TAG  # the type of the union in the next slot
    UNIONS
    TAGS


cdef struct Type:
    Kind kind
    uint32_t size  # in line, in bytes
    uint32_t alignment
    int32_t other  # the type of the elements, the table, the union, or where the booleans begin
    int32_t count  # booleans of a fixed struct
    bint is_bytes  # of the elements of a vector
    int64_t price  # as the element of a vector


cdef struct Slot:
    int32_t type
    bint required
    bint ignores_untyped


cdef struct TableRow:
    int64_t price
    int32_t first  # of its slots
    int32_t slots
    int32_t last_required  # -1 if none is


cdef class Plan:
    """A schema and what it reaches, as arrays; the root is table 0."""

    cdef Type* types
    cdef Slot* slots
    cdef TableRow* tables
    cdef int32_t* variants  # 256 types for each union, -1 for what is unknown
    cdef uint32_t* booleans
    cdef int32_t table_count
    cdef bytes identifier

    def __dealloc__(self):
        free(self.types)
        free(self.slots)
        free(self.tables)
        free(self.variants)
        free(self.booleans)


class _Draft:
    """The rows of a plan, while it is not known how many there will be."""

    def __init__(self):
        self.types = []
        self.slots = []
        self.tables = []
        self.variants = []
        self.booleans = []
        self.pending = []
        self._tables = {}
        self._unions = {}
        self._types = {}

    def table(self, schema):
        """The number of a table; its rows are made later, for tables may contain themselves."""
        if schema not in self._tables:
            self._tables[schema] = len(self.tables)
            self.tables.append(None)
            self.pending.append(schema)
        return self._tables[schema]

    def fill(self, schema):
        rows = [(self.type_row(NOTHING, 0, 1), False, False)] * schema.slots
        for field in schema.fields:
            type_, required, ignores = field.type, field.required, field.ignores_untyped
            if isinstance(type_, flat.UnionSchema):
                tag, value = TAG, self.type_row(UNION, OFFSET_SIZE, OFFSET_SIZE, self.union(type_))
            elif isinstance(type_, flat.VectorOf) and isinstance(type_.element, flat.UnionSchema):
                union = self.union(type_.element)
                tag, value = TAGS, self.type_row(UNIONS, OFFSET_SIZE, OFFSET_SIZE, union)
            else:
                tag, value = NOTHING, self.type(type_)
            if tag != NOTHING:
                rows[field.id - 1] = (self.type_row(tag, 0, 1), False, False)
            rows[field.id] = (value, required, ignores)
        last = max([at for at, row in enumerate(rows) if row[1]], default=-1)
        number = self._tables[schema]
        self.tables[number] = (schema.price, len(self.slots), schema.slots, last)
        self.slots += rows

    def union(self, union):
        if union not in self._unions:
            number = self._unions[union] = len(self.variants) // 256
            self.variants += [-1] * 256
            for tag, type_ in union.variants.items():
                self.variants[256 * number + tag] = self.type(type_)
        return self._unions[union]

    def type(self, type_):
        if type_ not in self._types:
            self._types[type_] = self._type(type_)
        return self._types[type_]

    def _type(self, type_):
        price = price_of(type_)
        if isinstance(type_, flat.Scalar):
            kind = BOOLEAN if type_ is flat.BOOL else SCALAR
            return self.type_row(kind, type_.size, type_.size, price=price)
        if isinstance(type_, flat.EnumOf):
            return self.type_row(SCALAR, type_.scalar.size, type_.scalar.size, price=price)
        if isinstance(type_, flat.String):
            kind = (UTF8 if type_.is_strict else STRING) if type_.is_text else BINARY
            return self.type_row(kind, OFFSET_SIZE, OFFSET_SIZE, price=price)
        if isinstance(type_, flat.VectorOf):
            element = self.type(type_.element)
            is_bytes = type_.element in (flat.I8, flat.U8)
            return self.type_row(VECTOR, OFFSET_SIZE, OFFSET_SIZE, element, is_bytes=is_bytes, price=price)
        if issubclass(type_, Fixed):
            first, places = len(self.booleans), type_.SCHEMA.booleans()
            self.booleans += places
            return self.type_row(FIXED, type_.SIZE, type_.ALIGNMENT, first, len(places), price=price)
        return self.type_row(TABLE, OFFSET_SIZE, OFFSET_SIZE, self.table(type_.SCHEMA), price=price)

    def type_row(self, kind, size, alignment, other=0, count=0, *, is_bytes=False, price=0):
        self.types.append((kind, size, alignment, other, count, is_bytes, price))
        return len(self.types) - 1


cdef Plan make_plan(root):
    draft = _Draft()
    draft.table(root)
    while draft.pending:
        draft.fill(draft.pending.pop())
    cdef Plan plan = Plan()
    cdef Py_ssize_t at
    plan.identifier = root.identifier.encode()
    plan.table_count = len(draft.tables)
    plan.types = <Type*> calloc(len(draft.types) + 1, sizeof(Type))
    plan.slots = <Slot*> calloc(len(draft.slots) + 1, sizeof(Slot))
    plan.tables = <TableRow*> calloc(len(draft.tables) + 1, sizeof(TableRow))
    plan.variants = <int32_t*> calloc(len(draft.variants) + 1, sizeof(int32_t))
    plan.booleans = <uint32_t*> calloc(len(draft.booleans) + 1, sizeof(uint32_t))
    if not (plan.types and plan.slots and plan.tables and plan.variants and plan.booleans):
        raise MemoryError
    for at, (kind, size, alignment, other, count, is_bytes, price) in enumerate(draft.types):
        plan.types[at] = Type(kind, size, alignment, other, count, is_bytes, price)
    for at, (type_, required, ignores) in enumerate(draft.slots):
        plan.slots[at] = Slot(type_, required, ignores)
    for at, (price, first, slots, last_required) in enumerate(draft.tables):
        plan.tables[at] = TableRow(price, first, slots, last_required)
    for at, variant in enumerate(draft.variants):
        plan.variants[at] = variant
    for at, place in enumerate(draft.booleans):
        plan.booleans[at] = place
    return plan
