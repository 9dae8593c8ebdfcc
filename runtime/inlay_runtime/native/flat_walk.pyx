# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What lies where in a FlatBuffer, natively: `inlay_runtime.flat.walk` is the specification.

Somebody may have vouched for a buffer wrongly, so every read is compared with its end; whatever is odd is left to Python.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from inlay_runtime.native.flat_plan cimport DEEPEST
from inlay_runtime.native.little_endian cimport load_u16, load_u32

from inlay_runtime.flat import schema as flat
from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.walk import TAGS

cdef enum:
    OFFSET_SIZE = 4
    T_TAGS = 0  # the type of a vector of tags
    T_TAG = 1  # that of one
    MOST_WORDS = 65535
    DIGIT = 11  # bits by which pieces are sorted at once

cdef enum RowKind:
    IN_LINE
    TEXT
    VECTOR
    TABLE
    FIXED
    UNION


cdef class FlatPieces:
    """Pieces in the order in which they are reached, with numbers for names and types. A table's type is its schema. A vtable is
    there again only where a table of another schema shared it, or one of its schema had another."""

    def __dealloc__(self):
        free(self.pieces)
        free(self.rows)
        free(self.fields)
        free(self.seen)
        free(self.vtables)

    def __len__(self):
        return self.count

    def __getitem__(self, Py_ssize_t at):
        """Number of its kind, start, end, name, number, type, holder, target."""
        cdef const Piece* piece
        if not 0 <= at < self.count:
            raise IndexError(at)
        piece = &self.pieces[at]
        return (
            piece.kind, piece.start, piece.end, self.names[piece.name], piece.number, self.types[piece.type], piece.holder,
            piece.target,
        )  # fmt: skip

    cdef bint gather(self, uint64_t first, uint64_t stop) noexcept nogil:
        """The pieces that begin from `first` on and before `stop`, in the place of those that are here; False where Python has to say what
        they are. The whole buffer is walked."""
        self.first, self.stop = first, stop
        self.count = self.depth = 0
        self.met = 0
        memset(self.seen, 0, (self.size >> 3) + 1)
        memset(self.vtables, 0, self.type_count * sizeof(uint32_t))
        return self.walk_table(load_u32(self.data), self.root, 0, -1, 0)

    cdef uint32_t* sort(self) except NULL:
        """The numbers of the pieces by where they begin, and then by when they were reached; for the caller to free."""
        cdef uint32_t* order = <uint32_t*>malloc((self.count + 1) * sizeof(uint32_t))
        cdef uint32_t* other = <uint32_t*>malloc((self.count + 1) * sizeof(uint32_t))
        cdef uint32_t[1 << DIGIT] places
        cdef uint32_t place, size
        cdef Py_ssize_t at
        cdef int shift
        if order == NULL or other == NULL:
            free(order)
            free(other)
            raise MemoryError
        for at in range(self.count):
            order[at] = <uint32_t>at
        for shift in (0, DIGIT, 2 * DIGIT):
            memset(places, 0, sizeof(places))
            for at in range(self.count):
                places[(self.pieces[at].start >> shift) & ((1 << DIGIT) - 1)] += 1
            place = 0
            for at in range(1 << DIGIT):
                size = places[at]
                places[at] = place
                place += size
            for at in range(self.count):
                size = (self.pieces[order[at]].start >> shift) & ((1 << DIGIT) - 1)
                other[places[size]] = order[at]
                places[size] += 1
            order, other = other, order
        free(other)
        return order

    cdef bint add(
        self, PieceKind kind, uint32_t start, uint32_t end, int name, int32_t number, int type_, uint32_t holder, uint32_t target
    ) noexcept nogil:
        """False where there is no room, or more pieces than bytes: what is shared so often is gathered elsewhere."""
        cdef void* room
        cdef Piece* piece
        self.met += 1
        if self.met > self.size:
            return False
        if not self.first <= start < self.stop:
            return True
        if self.count == self.room:
            self.room += self.room // 2 + 64
            room = realloc(self.pieces, self.room * sizeof(Piece))
            if room == NULL:
                return False
            self.pieces = <Piece*>room
        piece = &self.pieces[self.count]
        piece.kind, piece.start, piece.end, piece.name, piece.number = kind, start, end, name, number
        piece.type, piece.holder, piece.target = type_, holder, target
        self.count += 1
        return True

    cdef bint has(self, uint32_t at, uint32_t size) noexcept nogil:
        return <uint64_t>at + size <= self.size

    cdef bint walk_table(self, uint32_t at, int type_, int name, int32_t number, uint32_t holder) noexcept nogil:
        cdef const uint8_t* data = self.data
        cdef const TypeRow* row = &self.rows[type_]
        cdef const FieldRow* field
        cdef uint32_t vtable
        cdef uint16_t length, size, offset
        cdef int32_t each
        if not self.has(at, OFFSET_SIZE):
            return False
        if self.seen[at >> 3] & (1 << (at & 7)):
            return True
        self.seen[at >> 3] |= 1 << (at & 7)
        vtable = at - load_u32(data + at)
        if not self.has(vtable, OFFSET_SIZE):
            return False
        length, size = load_u16(data + vtable), load_u16(data + vtable + 2)
        if length < OFFSET_SIZE or length & 1 or not self.has(vtable, length) or not self.has(at, size):
            return False
        if self.depth >= DEEPEST or not self.add(P_TABLE, at, at + size, name, number, type_, holder, 0):
            return False
        if self.vtables[type_] != vtable + 1:
            for each in range(<int32_t>self.type_count):
                if self.vtables[each] == vtable + 1:
                    self.vtables[each] = 0
            self.vtables[type_] = vtable + 1
            if not self.add(P_VTABLE, vtable, vtable + length, name, number, type_, holder, 0):
                return False
        self.depth += 1
        for each in range(row.first, row.first + row.count):
            field = &self.fields[each]
            if 2 * field.slot + 6 > length:
                continue
            offset = load_u16(data + vtable + 4 + 2 * field.slot)
            if offset and not self.walk_field(
                at, field, at + offset, load_u16(data + vtable + 2 + 2 * field.slot)
            ):
                return False
        self.depth -= 1
        return True

    cdef bint walk_field(self, uint32_t table, const FieldRow* field, uint32_t at, uint32_t tag) noexcept nogil:
        """The value at a place; `tag` is where the type of a union lies in the table, or 0."""
        cdef const TypeRow* row = &self.rows[field.type]
        if row.kind == UNION:
            if not tag:
                return True
            tag += table
            if not self.has(tag, 1):
                return False
            if self.with_slots and not self.add(P_TAG, tag, tag + 1, field.name, -1, T_TAG, table, 0):
                return False
            return self.walk_variant(self.data[tag], at, field.type, field.name, -1, table)
        if row.kind == VECTOR and self.rows[row.first].kind == UNION:
            return self.walk_unions(table + tag, at, row.first, field.name, table)
        if row.kind == IN_LINE or row.kind == FIXED:
            return self.walk_in_line(at, field.type, field.name, table)
        return self.walk_offset(at, field.type, field.name, -1, table)

    cdef bint walk_in_line(self, uint32_t at, int type_, int name, uint32_t holder) noexcept nogil:
        cdef uint32_t size = self.rows[type_].size
        if not self.with_slots:
            return True
        return self.has(at, size) and self.add(P_SLOT, at, at + size, name, -1, type_, holder, 0)

    cdef bint walk_variant(
        self, uint8_t tag, uint32_t at, int union_, int name, int32_t number, uint32_t holder
    ) noexcept nogil:
        """The value of a union, if its tag is known."""
        cdef int32_t each
        for each in range(self.rows[union_].first, self.rows[union_].first + self.rows[union_].count):
            if self.fields[each].slot == tag:
                return self.walk_offset(at, self.fields[each].type, name, number, holder)
        return True

    cdef bint walk_offset(self, uint32_t at, int type_, int name, int32_t number, uint32_t holder) noexcept nogil:
        cdef const uint8_t* data = self.data
        cdef const TypeRow* row = &self.rows[type_]
        cdef uint32_t target, size
        if not self.has(at, OFFSET_SIZE):
            return False
        target = at + load_u32(data + at)
        if target < at or not self.has(target, OFFSET_SIZE):
            return False
        if self.with_slots and not self.add(P_SLOT, at, at + OFFSET_SIZE, name, number, type_, holder, target):
            return False
        if row.kind == TABLE:
            return self.walk_table(target, type_, name, number, holder)
        if row.kind == VECTOR:
            return self.walk_vector(target, row.first, name, holder)
        if row.kind == FIXED:
            return self.has(target, row.size) and self.add(
                P_STRUCT, target, target + row.size, name, number, type_, holder, 0
            )
        size = load_u32(data + target)
        if row.kind != TEXT or size > self.size or not self.has(target, size + OFFSET_SIZE + 1):
            return False
        return self.add(P_STRING, target, target + OFFSET_SIZE + size + 1, name, number, type_, holder, 0)

    cdef bint walk_vector(self, uint32_t at, int element, int name, uint32_t holder) noexcept nogil:
        cdef const TypeRow* row = &self.rows[element]
        cdef uint64_t count = load_u32(self.data + at)
        cdef uint32_t first = at + OFFSET_SIZE, number
        if first + count * row.size > self.size:
            return False
        if not self.add(P_VECTOR, at, <uint32_t>(first + count * row.size), name, -1, element, holder, 0):
            return False
        if row.kind != IN_LINE and row.kind != FIXED:
            for number in range(<uint32_t>count):
                if not self.walk_offset(first + OFFSET_SIZE * number, element, name, number, holder):
                    return False
        return True

    cdef bint walk_unions(self, uint32_t types, uint32_t values, int union_, int name, uint32_t holder) noexcept nogil:
        """A vector of tags, and a vector of as many values."""
        cdef const uint8_t* data = self.data
        cdef uint32_t target, tags, number
        cdef uint64_t count
        if not self.walk_offset(types, T_TAGS, name, -1, holder) or not self.has(values, OFFSET_SIZE):
            return False
        target = values + load_u32(data + values)
        tags = types + load_u32(data + types) + OFFSET_SIZE
        if target < values or not self.has(target, OFFSET_SIZE):
            return False
        count = load_u32(data + target)
        if target + OFFSET_SIZE + OFFSET_SIZE * count > self.size:
            return False
        if self.with_slots and not self.add(P_SLOT, values, values + OFFSET_SIZE, name, -1, union_, holder, target):
            return False
        if not self.add(
            P_VECTOR, target, <uint32_t>(target + OFFSET_SIZE + OFFSET_SIZE * count), name, -1, union_, holder, 0
        ):
            return False
        for number in range(<uint32_t>count):
            if not self.has(tags + number, 1):
                return False
            if not self.walk_variant(
                data[tags + number], target + OFFSET_SIZE * (number + 1), union_, name, number, holder
            ):
                return False
        return True


class _Draft:
    """The rows of types and fields, while it is not known how many there will be."""

    def __init__(self):
        self.names = []
        self.types = []
        self.rows = []
        self.fields = []
        self._names = {}
        self._types = {}
        self._pending = []
        self.type(TAGS)

    def name(self, name):
        if name not in self._names:
            self._names[name] = len(self.names)
            self.names.append(name)
        return self._names[name]

    def type(self, type_):
        """Its number; the row of a table is made later, for tables may contain themselves."""
        if isinstance(type_, type) and not issubclass(type_, Fixed):
            type_ = type_.SCHEMA
        if type_ not in self._types:
            number = self._types[type_] = len(self.types)
            self.types.append(type_)
            self.rows.append(None)
            if isinstance(type_, (flat.TableSchema, flat.UnionSchema)):
                self._pending.append(type_)
            else:
                self.rows[number] = self._row(type_)
        return self._types[type_]

    def fill(self):
        while self._pending:
            type_ = self._pending.pop()
            if isinstance(type_, flat.UnionSchema):
                kind, rows = UNION, [(tag, 0, self.type(variant)) for tag, variant in type_.variants.items()]
            else:
                kind, rows = TABLE, [(it.id, self.name(it.name), self.type(it.type)) for it in type_.fields]
            self.rows[self._types[type_]] = (kind, OFFSET_SIZE, len(self.fields), len(rows))
            self.fields += rows

    def _row(self, type_):
        if isinstance(type_, flat.VectorOf):
            return VECTOR, OFFSET_SIZE, self.type(type_.element), 0
        if isinstance(type_, flat.String):
            return TEXT, OFFSET_SIZE, 0, 0
        if isinstance(type_, flat.EnumOf):
            return IN_LINE, type_.scalar.size, 0, 0
        return (IN_LINE, type_.size, 0, 0) if isinstance(type_, flat.Scalar) else (FIXED, type_.SIZE, 0, 0)


def gather_pieces(bytes buffer not None, schema, bint with_slots):
    """The pieces of a buffer that the verifier of `schema` has passed; None where Python has to say what they are."""
    cdef FlatPieces found = prepare_pieces(buffer, schema, with_slots)
    cdef bint is_whole
    if found is None:
        return None
    with nogil:
        is_whole = found.gather(0, found.size)
    return found if is_whole else None


def prepare_pieces(bytes buffer not None, schema, bint with_slots):
    """The same before any of them is gathered."""
    cdef FlatPieces found = FlatPieces()
    cdef Py_ssize_t size = len(buffer), at
    draft = _Draft()
    found.root = draft.type(schema)
    draft.name(schema.name)
    draft.fill()
    if size < OFFSET_SIZE or size >= 1 << 31 or max(len(draft.types), len(draft.names)) > MOST_WORDS:
        return None
    found.buffer, found.data, found.size = buffer, buffer, size
    found.names, found.types, found.with_slots = draft.names, draft.types, with_slots
    found.type_count = len(draft.types)
    found.rows = <TypeRow*>calloc(len(draft.rows) + 1, sizeof(TypeRow))
    found.fields = <FieldRow*>calloc(len(draft.fields) + 1, sizeof(FieldRow))
    found.seen = <uint8_t*>calloc((size >> 3) + 1, 1)
    found.vtables = <uint32_t*>calloc(len(draft.rows) + 1, sizeof(uint32_t))
    if not (found.rows and found.fields and found.seen and found.vtables):
        raise MemoryError
    for at, (kind, width, first, count) in enumerate(draft.rows):
        found.rows[at] = TypeRow(kind, width, first, count)
    for at, (slot, name_, type_) in enumerate(draft.fields):
        found.fields[at] = FieldRow(slot, name_, type_)
    return found
