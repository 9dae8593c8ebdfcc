# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The pass: holds bytes against the schema tables, as `inlay_runtime.compact.reader` does, and makes no object.

It accepts what the pure reader accepts and nothing else; prices are the reader's. NULL is refusal. What has to
be written down for lazy structs and masks goes into the index.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from inlay_runtime.native.cursor cimport (
    Bytes,
    Cursor,
    EXTENSION_ID,
    FALSE,
    NO_EXTENSION,
    STOP,
    WIRE_STRUCT,
    enter,
    fold_extension,
    read_integer,
    is_same,
    list_header,
    map_header,
    read_size,
    skip,
    skip_element,
    take,
)
from inlay_runtime.native.declared cimport has_declared_elements, key_of
from inlay_runtime.native.fields cimport read_field_header
from inlay_runtime.native.list_index cimport NO_STARTS, open_span
from inlay_runtime.native.plan cimport (
    K_BINARY, K_BOOL, K_BORROWED, K_DOUBLE, K_ENUM, K_HOOKED, K_I8, K_I16, K_I32, K_I64, K_LIST, K_MAP, K_STRING,
    K_STRUCT, K_TAGS, K_UNION, K_UUID, NO_ROW, Kind, Members, Plan, Row, Type, member_of, row_of,
)  # fmt: skip
from inlay_runtime.native.utf8 cimport is_utf8
from inlay_runtime.native.validate cimport (
    CONTAINER_PRICE, DEEPEST, ELEMENT_PRICE, ENTRY_PRICE, INDEXED, STRUCT_PRICE, Pass,
)  # fmt: skip

cdef enum:
    FRAME_PRICE = 500
    NOTE_PRICE = 200
    MEMBER_PRICE = 500
    TAG_PRICE = 600
    SEEN_BYTES = 16400  # a bit for every key of a field: ids from -32768 to 32768, and those of another type

cdef Plan _ANY_VARIANT  # of an enum of tags that is more than its tag
memset(&_ANY_VARIANT, 0, sizeof(Plan))
memset(_ANY_VARIANT.by_id, 0xFF, sizeof(_ANY_VARIANT.by_id))
_ANY_VARIANT.is_union = True


include "validate_alike.pxi"


cdef Bytes validate(Pass* v, Bytes p, Plan* plan) noexcept nogil:
    """Where the struct ends, or NULL where the pure reader would raise."""
    return check_struct(v, p, plan, NULL)


cdef bint charge(Pass* v, int64_t price) noexcept nogil:
    v.cursor.budget -= price
    return v.cursor.budget >= 0


cdef bint charge_frame(Pass* v, int64_t price) noexcept nogil:
    """For what a struct holds beside its fields."""
    if not v.has_frame:
        v.has_frame = True
        price += FRAME_PRICE
    return charge(v, price)


cdef struct Fields:
    # those of one struct that have been passed
    Bytes begin
    int64_t wire_id  # of the last
    int required
    int variants  # of a union
    uint8_t* seen  # their ids, where they do not ascend


cdef Bytes check_struct(Pass* v, Bytes p, Plan* plan, Members* tags) noexcept nogil:
    """As `CompactReader.fields` and a generated `read` have it; `tags` if it is an enum of tags."""
    cdef Cursor* c = &v.cursor
    cdef bint outer_has_frame = v.has_frame
    cdef Fields fields
    c.depth += 1
    c.budget -= STRUCT_PRICE
    if c.depth > c.deepest or c.budget < 0:
        return NULL
    if c.depth > v.greatest_depth:
        v.greatest_depth = c.depth
    v.has_frame = False
    fields.begin = p
    fields.wire_id = fields.required = fields.variants = 0
    fields.seen = NULL
    if plan.next != NULL:
        p = check_expected_fields(v, p, plan, &fields)
        if p == NULL:
            return NULL
    p = check_other_fields(v, p, plan, tags, &fields)
    if p == NULL or fields.required != plan.required:
        return NULL
    if plan.is_union and fields.variants != 1:
        return NULL
    if (p - 1)[0] != STOP:
        c.canonical = False
    if fields.seen != NULL or v.has_frame:
        if c.depth == 1:
            v.is_root_irregular = True
        else:
            v.irregular += 1
            c.canonical = False
    c.depth -= 1
    v.has_frame = outer_has_frame
    return p


cdef inline Bytes check_expected_fields(Pass* v, Bytes p, Plan* plan, Fields* fields) noexcept nogil:
    """Fields as well-behaved writers emit them, up to the first field that is another, or the stop byte."""
    cdef Cursor* c = &v.cursor
    cdef int64_t size = 0
    cdef uint8_t* next_row = plan.next
    cdef Row* row
    cdef Kind kind
    cdef int at
    while p < c.end and next_row[p[0]] != NO_ROW:
        at = next_row[p[0]]
        p += 1
        next_row = plan.next + 256 * (at + 1)
        row = &plan.rows[at]
        fields.wire_id = row.id
        fields.required += row.required
        kind = row.kind
        if kind == K_I64 or kind == K_I32:
            if p < c.end and p[0] < 0x80:
                p += 1
                continue
            p = read_integer(c, p, 10 if kind == K_I64 else 5, 64 if kind == K_I64 else 32, &size)
        elif kind == K_ENUM:
            p = check_member(v, p, row.type.members)
        elif kind == K_BINARY:
            p = read_size(c, p, &size)
            if p != NULL:
                p += size
        elif kind == K_STRING:
            p = check_text(v, p, row.type)
        elif kind == K_STRUCT:
            p = check_struct(v, p, row.type.plan, NULL)
        elif kind >= K_LIST:
            if not has_declared_elements(c, p, row.type):
                fields.wire_id = row.id - ((p - 1)[0] >> 4)
                fields.required -= row.required
                return p - 1
            if kind == K_LIST:
                p = check_list(v, p, row.type)
            elif kind == K_MAP:
                p = check_map(v, p, row.type)
            else:
                p = skip(c, p, row.wire)
        elif kind != K_BOOL:
            p = check_value(v, p, kind, row.type)
        if p == NULL:
            return NULL
    return p


cdef Bytes check_other_fields(Pass* v, Bytes p, Plan* plan, Members* tags, Fields* fields) noexcept nogil:
    """The rest of a struct, each header looked at in full; up to behind the stop byte."""
    cdef Cursor* c = &v.cursor
    cdef Bytes start
    cdef int64_t wire_id = fields.wire_id
    cdef int64_t field_id = wire_id
    cdef int64_t previous_id
    cdef int64_t key
    cdef int64_t size = 0
    cdef int64_t last_id
    cdef int wire_type = 0
    cdef Row* row
    while True:
        start = p
        last_id = wire_id
        p = read_field_header(c, p, &wire_type, &wire_id)
        if p == NULL or wire_type == STOP:
            return p
        if start[0] <= 0x0F and 0 < wire_id - last_id < 16 and wire_id != EXTENSION_ID:
            c.canonical = False  # the short form would have done
        previous_id = field_id
        field_id = fold_extension(wire_id, wire_type)
        row = row_of(plan, <int>field_id) if field_id < EXTENSION_ID else NULL
        key = key_of(c, p, row, field_id, wire_type)
        if key != field_id and (v.strict or plan.is_closed):
            return NULL
        if fields.seen == NULL and field_id <= previous_id and start > fields.begin:
            fields.seen = remember(v, plan, fields.begin, start)
            if fields.seen == NULL:
                return NULL
        if fields.seen != NULL and not (charge(v, NOTE_PRICE) and see(fields.seen, key)):
            return NULL
        if field_id == EXTENSION_ID:
            if start[0] > 0x0F:
                c.canonical = False
            if plan.is_union and not charge_frame(v, 0):
                return NULL
            p = read_size(c, p, &size)
            if p == NULL:
                return NULL
            p += size
            continue
        if row != NULL and key == field_id:
            fields.required += row.required
            fields.variants += 1
            if row.kind == K_HOOKED:
                p = skip(c, p, wire_type)
            elif row.kind != K_BOOL:
                p = check_value(v, p, row.kind, row.type)
        elif plan.is_union and field_id != NO_EXTENSION:
            fields.variants += 1
            if plan.is_closed or (tags != NULL and not may_be_tag(v, p, tags, field_id, wire_type)):
                return NULL
            p = skip(c, p, wire_type)
        else:
            p = check_unknown(v, p, wire_type)
        if p == NULL or (plan.is_union and fields.variants > 1):
            return NULL


cdef uint8_t* remember(Pass* v, Plan* plan, Bytes begin, Bytes start) noexcept nogil:
    """The keys of the fields between `begin` and `start`, as bits; from here on every key is looked at."""
    cdef Cursor c = v.cursor
    cdef uint8_t* seen = v.seen[c.depth]
    cdef Bytes p = begin
    cdef int64_t wire_id = 0
    cdef int64_t field_id
    cdef int64_t key
    cdef int wire_type = 0
    cdef Row* row
    if seen == NULL:
        seen = v.seen[c.depth] = <uint8_t*>calloc(1, SEEN_BYTES)
        if seen == NULL:
            return NULL
    memset(seen, 0, SEEN_BYTES)
    c.is_validated = True
    while p < start:
        p = read_field_header(&c, p, &wire_type, &wire_id)
        if p == NULL:
            return NULL  # cannot be: these bytes have been passed before
        field_id = fold_extension(wire_id, wire_type)
        row = row_of(plan, <int>field_id) if field_id < EXTENSION_ID else NULL
        key = key_of(&c, p, row, field_id, wire_type)
        p = skip(&c, p, wire_type)
        if p == NULL:
            return NULL
        see(seen, key)
    return seen


cdef bint see(uint8_t* seen, int64_t key) noexcept nogil:
    """Notes the key of a field; False if it was there."""
    cdef int64_t bit = key + 32768
    if seen[bit >> 3] >> (bit & 7) & 1:
        return False
    seen[bit >> 3] |= 1 << (bit & 7)
    return True


cdef bint may_be_tag(Pass* v, Bytes p, Members* tags, int64_t field_id, int wire_type) noexcept nogil:
    if member_of(tags, field_id) == NULL:
        return not tags.closed
    if wire_type != WIRE_STRUCT:
        return not tags.closed and not v.strict
    return not tags.closed or (p < v.cursor.end and p[0] & 0x0F == STOP)


cdef Bytes check_unknown(Pass* v, Bytes p, int wire_type) noexcept nogil:
    """A field that is kept as its bytes."""
    cdef Bytes start = p
    p = skip(&v.cursor, p, wire_type)
    if p == NULL or not charge_frame(v, NOTE_PRICE + (p - start)):
        return NULL
    return p


cdef void release_pass(Pass* v) noexcept nogil:
    cdef int at
    for at in range(DEEPEST + 1):
        free(v.seen[at])
        v.seen[at] = NULL
    if v.shapes != NULL:
        free((<Shapes*>v.shapes).predicted)
        free(v.shapes)
        v.shapes = NULL


include "validate_values.pxi"
