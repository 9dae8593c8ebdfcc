# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The verifier of `inlay_runtime.flat.verifier`, rule for rule and name for name, without the errors.

It accepts and rejects what that one does; whoever is rejected asks that one why. A schema and all that
it reaches become arrays once, a `Plan`, kept at the schema; the pass over the buffer makes no Python
object and runs without the GIL. Every read is compared with the end of the buffer, or of a table that was.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from inlay_runtime.native.flat_plan cimport DEEPEST
from inlay_runtime.native.little_endian cimport load_u16, load_u32
from inlay_runtime.native.utf8 cimport is_utf8

from inlay_runtime.flat import schema as flat
from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.prices import OBJECT_PRICE, TEXT_PRICE, VISITS_PER_BYTE, VISITS_TO_BEGIN_WITH, price_of

cdef enum:
    OFFSET_SIZE = 4
    WITHOUT_GIL = 1 << 14  # bytes from which it is worth letting other threads run

cdef int64_t OBJECT = OBJECT_PRICE
cdef int64_t TEXT = TEXT_PRICE
cdef int64_t UNBOUNDED = 0x4000000000000000


include "flat_verifier_plan.pxi"


cdef struct Pass:
    const uint8_t* buffer
    int64_t size
    int64_t visits
    int64_t budget
    int64_t depth_left
    int64_t binary
    int64_t container
    bint is_newer
    const Type* types
    const Slot* slots
    const TableRow* tables
    const int32_t* variants
    const uint32_t* booleans
    Layouts* layouts


include "flat_verifier_layouts.pxi"


def verify(bytes buffer not None, root, limits, int64_t start=0):
    """The position of the root table, whose offset is at `start`, and whether the buffer holds what only a newer schema has.

    None where it is refused, or where the pure verifier has to decide.
    """
    if limits.depth > DEEPEST:
        return None
    cdef Plan plan
    if root.plan is None:
        root.plan = make_plan(root)
    plan = root.plan
    cdef Pass state
    state.buffer = buffer
    state.size = len(buffer)
    state.visits = VISITS_PER_BYTE * state.size + VISITS_TO_BEGIN_WITH
    state.budget = bound_limit(limits.memory(state.size))
    state.depth_left = bound_limit(limits.depth)
    state.binary = bound_limit(limits.binary)
    state.container = bound_limit(limits.container)
    state.is_newer = False
    state.types = plan.types
    state.slots = plan.slots
    state.tables = plan.tables
    state.variants = plan.variants
    state.booleans = plan.booleans
    if plan.identifier and (state.size < start + 8 or buffer[start + 4 : start + 8] != plan.identifier):
        return None
    state.layouts = make_designs(state.size)
    cdef int64_t position
    if state.size < WITHOUT_GIL:
        position = find_root(&state, start)
    else:
        with nogil:
            position = find_root(&state, start)
    free(state.layouts)
    return (position, bool(state.is_newer)) if position else None


cdef int64_t bound_limit(limit) except? -1:
    return max(-1, min(limit, UNBOUNDED))


cdef int64_t find_root(Pass* s, int64_t start) noexcept nogil:
    """Where it is, or 0 for a buffer that is refused."""
    cdef int64_t position = follow(s, start)
    return position if position and verify_table(s, position, &s.tables[0]) else 0


cdef bint verify_table(Pass* s, int64_t position, const TableRow* row) noexcept nogil:
    cdef int64_t vtable
    cdef uint16_t vtable_size, table_size, offset
    cdef int32_t slot, entries
    cdef const uint8_t* entry
    cdef const Layout* layout
    if not visit(s):
        return False
    if s.depth_left <= 0:
        return False
    if not charge(s, row.price) or not need(s, position, 4, 4):
        return False
    vtable = position - <int32_t> load_u32(s.buffer + position)
    layout = layout_of(s, position, vtable, row)
    if layout != NULL:
        if not need(s, position, layout.table_size, 4):
            return False
        s.depth_left -= 1
        if not verify_known_table(s, position, layout):
            return False
        s.depth_left += 1
        return True
    if vtable < 0 or not need(s, vtable, 4, 2):
        return False
    entry = s.buffer + vtable
    vtable_size = load_u16(entry)
    table_size = load_u16(entry + 2)
    if vtable_size < 4 or vtable_size & 1 or not need(s, vtable, vtable_size, 2):
        return False
    if table_size < 4 or not need(s, position, table_size, 4):
        return False
    entry += 4
    entries = (vtable_size - 4) >> 1
    if entries <= row.last_required:
        return False
    s.depth_left -= 1
    for slot in range(entries):
        offset = load_u16(entry + 2 * slot)
        if slot >= row.slots:
            if offset >= table_size:
                return False
            if offset:
                s.is_newer = True
        elif offset == 0:
            if s.slots[row.first + slot].required:
                return False
        elif offset >= table_size:
            return False
        elif not verify_field(s, position, table_size, offset, entry, slot, entries, &s.slots[row.first + slot]):
            return False
    s.depth_left += 1
    note_layout(s, position, vtable, row)
    return True


cdef inline bint verify_field(
    Pass* s, int64_t position, uint16_t table_size, uint16_t offset, const uint8_t* entry, int32_t slot,
    int32_t entries, const Slot* row,
) noexcept nogil:
    """A field that is there: its offset in the table is not 0."""
    cdef const Type* type_ = &s.types[row.type]
    cdef int64_t at = position + offset, tags
    cdef uint16_t other
    if type_.kind == NOTHING:
        return True
    if type_.kind == TAG:  # without a value behind it there is no type
        other = load_u16(entry + 2 * (slot + 1)) if slot + 1 < entries else 0
        return s.buffer[at] == 0 or other != 0
    if type_.kind == TAGS:
        return slot + 1 < entries and load_u16(entry + 2 * (slot + 1)) != 0
    if at & (type_.alignment - 1) or offset + type_.size > table_size:
        return type_.kind == UNION and row.ignores_untyped and not row.required and is_untyped(
            s, position, entry, slot
        )
    if type_.kind == SCALAR:
        return True
    if type_.kind == UNION:
        if is_untyped(s, position, entry, slot):
            return row.ignores_untyped and not row.required
        at = follow(s, at)
        tags = position + load_u16(entry + 2 * (slot - 1))
        return at != 0 and verify_variant(s, &s.variants[256 * type_.other], s.buffer[tags], at)
    if type_.kind == UNIONS:
        other = load_u16(entry + 2 * (slot - 1))
        if other == 0 or other + OFFSET_SIZE > table_size or (position + other) & (OFFSET_SIZE - 1):
            return False
        tags = follow(s, position + other)
        at = follow(s, at)
        return tags != 0 and at != 0 and verify_union_vector(s, &s.variants[256 * type_.other], tags, at)
    return inline_value(s, type_, at)


cdef inline bint is_untyped(Pass* s, int64_t position, const uint8_t* entry, int32_t slot) noexcept nogil:
    """Whether the union whose value is in a slot has no type; that its slot is in the table was seen."""
    cdef uint16_t offset = load_u16(entry + 2 * (slot - 1))
    return offset == 0 or s.buffer[position + offset] == 0


cdef bint inline_value(Pass* s, const Type* type_, int64_t at) noexcept nogil:
    """A value that lies within bounds: itself, or the offset of it."""
    if type_.kind == SCALAR:
        return True
    if type_.kind == BOOLEAN:
        return s.buffer[at] <= 1
    if type_.kind == FIXED:
        return verify_fixed(s, type_, at, 1)
    at = follow(s, at)
    if at == 0:
        return False
    if type_.kind == TABLE:
        return verify_table(s, at, &s.tables[type_.other])
    if type_.kind == STRING or type_.kind == UTF8 or type_.kind == BINARY:
        return verify_string(s, type_.kind, at)
    return verify_vector(s, &s.types[type_.other], type_.is_bytes, at)


cdef bint verify_string(Pass* s, Kind kind, int64_t at) noexcept nogil:
    cdef int64_t length
    if not visit(s) or not need(s, at, 4, 4):
        return False
    length = load_u32(s.buffer + at)
    if length > s.binary or not charge(s, OBJECT + (length if kind == BINARY else TEXT * length)):
        return False
    if not need(s, at + 4, length + 1, 1):
        return False
    if s.buffer[at + 4 + length] != 0:
        return False
    if kind == UTF8:
        return is_utf8(s.buffer + at + 4, s.buffer + at + 4 + length)
    return True


cdef inline int64_t length_of(Pass* s, const Type* element, bint is_bytes, int64_t at) noexcept nogil:
    """How many elements a vector has that lies within bounds, or -1; numbers will do whatever they are."""
    cdef int64_t length
    if not visit(s) or not need(s, at, 4, 4):
        return -1
    length = load_u32(s.buffer + at)
    if length > (s.binary if is_bytes else s.container):
        return -1
    if not need(s, at + 4, length * element.size, element.alignment if length else 1):
        return -1
    return length if charge(s, OBJECT + length * element.price) else -1


cdef bint verify_vector(Pass* s, const Type* element, bint is_bytes, int64_t at) noexcept nogil:
    cdef int64_t length = length_of(s, element, is_bytes, at), index
    if length < 0:
        return False
    at += 4
    if element.kind == SCALAR:
        return True
    if element.kind == BOOLEAN:
        for index in range(length):
            if s.buffer[at + index] > 1:
                return False
        return True
    if element.kind == FIXED:
        return verify_fixed(s, element, at, length)
    if element.kind == TABLE:
        return verify_tables(s, element, length, at)
    for index in range(length):
        if not inline_value(s, element, at + OFFSET_SIZE * index):
            return False
    return True


cdef bint verify_tables(Pass* s, const Type* element, int64_t length, int64_t at) noexcept nogil:
    """The tables to which the offsets at a position lead."""
    cdef SharedTables* shared = find_shared_tables(s, element, length, at)
    cdef int64_t index, first
    cdef int64_t visits = s.visits, budget = s.budget
    if shared != NULL and shared.position == at:
        s.visits -= shared.visits
        s.budget -= shared.price
        return s.visits >= 0 and s.budget >= 0
    for index in range(length):
        first = follow(s, at + OFFSET_SIZE * index)
        if first == 0 or not verify_table(s, first, &s.tables[element.other]):
            return False
    if shared != NULL:
        shared.position = at
        shared.element = element
        shared.depth_left = s.depth_left
        shared.visits = visits - s.visits
        shared.price = budget - s.budget
    return True


cdef bint verify_union_vector(Pass* s, const int32_t* variants, int64_t tags, int64_t values) noexcept nogil:
    cdef int64_t length, index, at
    cdef uint8_t tag
    # the vector of the types, as any of bytes
    if not visit(s) or not need(s, tags, 4, 4):
        return False
    length = load_u32(s.buffer + tags)
    if length > s.binary or not need(s, tags + 4, length, 1) or not charge(s, OBJECT + length):
        return False
    if not need(s, values, 4, 4) or load_u32(s.buffer + values) != length:
        return False
    if not need(s, values + 4, OFFSET_SIZE * length, OFFSET_SIZE):
        return False
    if not charge(s, OBJECT + length * OBJECT):
        return False
    for index in range(length):
        tag = s.buffer[tags + 4 + index]
        if tag == 0:
            return False
        at = follow(s, values + 4 + OFFSET_SIZE * index)
        if at == 0 or not verify_variant(s, variants, tag, at):
            return False
    return True


cdef bint verify_variant(Pass* s, const int32_t* variants, uint8_t tag, int64_t at) noexcept nogil:
    cdef const Type* type_
    if not charge(s, 2 * OBJECT):
        return False
    if variants[tag] < 0:  # opaque, and never followed
        s.is_newer = True
        return True
    type_ = &s.types[variants[tag]]
    if type_.kind == TABLE:
        return verify_table(s, at, &s.tables[type_.other])
    if type_.kind == FIXED:
        return need(s, at, type_.size, type_.alignment) and verify_fixed(s, type_, at, 1)
    return verify_string(s, type_.kind, at)


cdef bint verify_fixed(Pass* s, const Type* type_, int64_t at, int64_t length) noexcept nogil:
    """The structs at a position: all bytes will do, but for booleans."""
    cdef int64_t index
    cdef int32_t number
    for number in range(type_.count):
        for index in range(length):
            if s.buffer[at + index * type_.size + s.booleans[type_.other + number]] > 1:
                return False
    return True


# Bytes

cdef inline bint visit(Pass* s) noexcept nogil:
    s.visits -= 1
    return s.visits >= 0


cdef inline bint charge(Pass* s, int64_t price) noexcept nogil:
    s.budget -= price
    return s.budget >= 0


cdef inline int64_t follow(Pass* s, int64_t at) noexcept nogil:
    """Where the offset at a position leads, or 0 where it is none."""
    cdef uint32_t offset
    if not visit(s) or not need(s, at, OFFSET_SIZE, OFFSET_SIZE):
        return 0
    offset = load_u32(s.buffer + at)
    return at + offset if offset and offset < s.size - at else 0


cdef inline bint need(const Pass* s, int64_t at, int64_t size, int64_t alignment) noexcept nogil:
    return at & (alignment - 1) == 0 and size <= s.size - at
