# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_variant.arrow.pure.unshred`, natively: unshredded storage, or the first row that is not taken."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memset

from inlay_runtime.native.utf8 cimport is_utf8
from inlay_variant.native.buffers cimport (
    NO_MEMORY, OK, REJECT, Bytes, Column, bytes_at, is_valid, grow_by, put, put_bit, put_byte, put_i32,
)
from inlay_variant.native.containers cimport (
    ARRAY, OBJECT, Opened, close, id_of, open_container, span_of,
)
from inlay_variant.native.memory cimport fail
from inlay_variant.native.names cimport compare, find_name, name_at
from inlay_variant.native.numbers cimport unsigned_to
from inlay_variant.native.plan cimport (
    BITS, BYTES, FIELDS, FIXED, LIST, MAP, UNTYPED, Part, Plan, Rows, check_value, start_writing,
    with_metadata,
)
from inlay_variant.native.scalars cimport digits_of, has_digits, is_time_of_day, sizes, wide
from inlay_variant.native.tables cimport Entries, push, put_text, sort_entries, wrap_values

from inlay_variant.storage.shape import Group

cdef enum:
    MISSING = 1


cdef int construct(
    Part* part, int64_t row, Rows rows, Bytes* out, Entries* entries, int depth, bint tolerant
) noexcept:
    """Appends the value of a group; MISSING where there is none."""
    cdef const uint8_t* value = NULL
    cdef int64_t value_size = 0
    cdef int answer
    if part.has_value and is_valid(&part.value, row):
        value = bytes_at(&part.value, row, &value_size)
        if value == NULL:
            return REJECT
    if part.kind == UNTYPED or not is_valid(&part.typed, row):
        if value == NULL:
            return MISSING
        if value_size > rows.limit:
            return REJECT
        answer = check_value(value, value_size, &rows.names, depth)
        if answer < 0:
            return answer
        if not tolerant and (
            (part.kind == FIELDS and value[0] & 3 == OBJECT)
            or (part.kind == LIST and value[0] & 3 == ARRAY)
        ):
            return REJECT
        return put(out, value, value_size)
    if part.kind == FIELDS:
        return construct_object(part, row, rows, value, value_size, out, entries, depth, tolerant)
    if value != NULL and not tolerant:
        return REJECT
    if part.kind == LIST:
        return construct_array(part, row, rows, out, entries, depth, tolerant)
    if part.kind == MAP:
        return construct_map(part, row, rows, out, entries, depth, tolerant)
    return construct_leaf(part, row, out)


cdef int construct_leaf(Part* part, int64_t row, Bytes* out) noexcept:
    cdef int64_t at = part.typed.offset + row, size = 0
    cdef const uint8_t* data
    cdef int width
    if part.kind == BITS:
        if at >> 3 >= part.typed.data_size:
            return REJECT
        return put_byte(out, 1 << 2 if part.typed.data[at >> 3] >> (at & 7) & 1 else 2 << 2)
    if part.kind == BYTES:
        data = bytes_at(&part.typed, row, &size)
        if data == NULL:
            return REJECT
        if part.type == 16:
            return put_text(out, data, size) if is_utf8(data, data + size) else REJECT
        if grow_by(out, size + 5) < 0:
            return NO_MEMORY
        out.data[out.size] = 15 << 2
        unsigned_to(out.data + out.size + 1, <uint32_t> size, 4)
        out.size += 5
        return put(out, data, size)
    if (at + 1) * part.width > part.typed.data_size:
        return REJECT
    data = part.typed.data + at * part.width
    if grow_by(out, 18) < 0:
        return NO_MEMORY
    out.data[out.size] = <uint8_t> (part.type << 2)
    out.size += 1
    if part.kind == FIXED:
        if part.type == 17 and not is_time_of_day(data):
            return REJECT
        return put(out, data, part.width)
    if not has_digits(wide(data, 16), digits_of(part.type)):
        return REJECT
    width = sizes[part.type] - 1
    out.data[out.size] = <uint8_t> part.scale
    out.size += 1
    return put(out, data, width)


cdef int construct_array(
    Part* part, int64_t row, Rows rows, Bytes* out, Entries* entries, int depth, bint tolerant
) noexcept:
    cdef const int32_t* offsets = part.typed.offsets + part.typed.offset + row
    cdef int64_t index, start, base = out.size, first = entries.size
    cdef Part* child = part.children
    cdef int answer
    if depth < 1 or offsets[0] < 0 or offsets[1] < offsets[0]:
        return REJECT
    if child.has_value and offsets[1] > child.value.length:
        return REJECT
    if child.kind != UNTYPED and offsets[1] > child.typed.length:
        return REJECT
    for index in range(offsets[0], offsets[1]):
        start = out.size
        answer = construct(child, index, rows, out, entries, depth - 1, tolerant)
        if answer == MISSING:
            answer = put_byte(out, 0)
        if answer == OK:
            answer = push(entries, 0, start, out.size - start)
        if answer < 0:
            return answer
    answer = wrap_values(out, base, entries.data + first, entries.size - first, False)
    entries.size = first
    return answer


cdef int construct_map(
    Part* part, int64_t row, Rows rows, Bytes* out, Entries* entries, int depth, bint tolerant
) noexcept:
    """An object of the entries of a map, in the order of their names, which is that of the dictionary."""
    cdef const int32_t* offsets = part.typed.offsets + part.typed.offset + row
    cdef int64_t index, id_, start, size = 0, base = out.size, first = entries.size, count
    cdef Column* keys = &part.children[0].typed
    cdef Part* child = &part.children[1]
    cdef const uint8_t* key
    cdef int answer
    if depth < 1 or not rows.names.is_sorted or offsets[0] < 0 or offsets[1] < offsets[0]:
        return REJECT
    if offsets[1] > keys.length or (child.has_value and offsets[1] > child.value.length):
        return REJECT
    if child.kind != UNTYPED and offsets[1] > child.typed.length:
        return REJECT
    for index in range(offsets[0], offsets[1]):
        key = bytes_at(keys, index, &size)
        id_ = -1 if key == NULL else find_name(&rows.names, key, size)
        if id_ < 0:
            return REJECT
        answer = push(entries, <uint32_t> id_, index, 0)
        if answer < 0:
            return answer
    count = entries.size - first
    if not sort_entries(entries.data + first, count):
        return REJECT  # a key is there twice
    for index in range(first, first + count):
        start = out.size
        answer = construct(child, entries.data[index].start, rows, out, entries, depth - 1, tolerant)
        if answer == MISSING:
            answer = put_byte(out, 0)
        if answer < 0:
            return answer
        entries.data[index].size = out.size - start
    answer = wrap_values(out, base, entries.data + first, count, True)
    entries.size = first
    return answer


cdef int construct_object(
    Part* part, int64_t row, Rows rows, const uint8_t* value, int64_t value_size, Bytes* out,
    Entries* entries, int depth, bint tolerant
) noexcept:
    cdef Opened opened
    cdef int64_t base = out.size, first = entries.size, index = 0, field = 0, size = 0, rest_size = 0
    cdef const uint8_t* name = NULL
    cdef const uint8_t* rest
    cdef uint32_t id_ = 0
    cdef int order, answer
    opened.count = 0
    opened.ordered = NULL
    if depth < 1:
        return REJECT
    if value != NULL:
        if value_size > rows.limit:
            return REJECT
        answer = check_value(value, value_size, &rows.names, depth)
        if answer < 0:
            return answer
        if value[0] & 3 == OBJECT:
            answer = open_container(&opened, value, value_size, &rows.names)
            if answer < 0:
                return answer
        elif not tolerant:
            return REJECT
    answer = OK
    while answer == OK and (index < opened.count or field < part.children_count):
        order = -1
        if index < opened.count:
            id_ = id_of(&opened, index)
            name = name_at(&rows.names, id_, &size)
            order = 1
            if field < part.children_count:
                order = compare(part.children[field].name, part.children[field].name_size, name, size)
        if order == 0:  # a field that has a column is in `value` too
            if not tolerant:
                answer = REJECT
            index += 1
        elif order > 0:
            rest = span_of(&opened, index, &rest_size)
            answer = push(entries, id_, out.size, rest_size)
            if answer == OK:
                answer = put(out, rest, rest_size)
            index += 1
        else:
            answer = construct_field(&part.children[field], row, rows, out, entries, depth, tolerant)
            field += 1
    close(&opened, OK)
    if answer == OK:
        answer = wrap_values(out, base, entries.data + first, entries.size - first, True)
    entries.size = first
    return answer


cdef int construct_field(
    Part* field, int64_t row, Rows rows, Bytes* out, Entries* entries, int depth, bint tolerant
) noexcept:
    cdef int64_t start = out.size
    cdef int answer = construct(field, row, rows, out, entries, depth - 1, tolerant)
    if answer == MISSING:
        return OK
    if answer < 0:
        return answer
    if field.name_generation != rows.names.generation:
        field.name_generation = rows.names.generation
        field.name_id = find_name(&rows.names, field.name, field.name_size)
    if field.name_id < 0:
        return REJECT
    return push(entries, <uint32_t> field.name_id, start, out.size - start)


def unshred(storage, group, limits, bint tolerant):
    """Unshredded storage, or the first row that is not taken."""
    cdef Rows rows = Rows(storage, limits)
    cdef Plan plan = Plan()
    cdef Plan output = Plan()
    cdef Part* target = &output.root
    cdef Entries entries
    cdef int64_t row = -1, before
    cdef int answer
    memset(&entries, 0, sizeof(Entries))
    plan.build(&plan.root, group)
    plan.read(&plan.root, group, storage)
    target.has_value = True
    answer = start_writing(target)
    if answer == OK:
        for row in range(rows.struct.length):
            target.rows += 1
            if not is_valid(&rows.struct, row):
                answer = put_bit(&target.value_valid, False)
            else:
                answer = rows.open_metadata(row)
                if answer == OK:
                    before = target.value_data.size
                    answer = construct(
                        &plan.root, row, rows, &target.value_data, &entries, rows.depth, tolerant
                    )
                    if answer == MISSING:
                        answer = put_byte(&target.value_data, 0)
                    if answer == OK and target.value_data.size - before > rows.limit:
                        answer = REJECT
                    if answer == OK:
                        answer = put_bit(&target.value_valid, True)
            if answer == OK:
                answer = put_i32(&target.value_offsets, target.value_data.size)
            if answer < 0:
                break
    free(entries.data)
    if answer == REJECT:
        return row
    if answer < 0:
        fail(answer)
    plain = Group(True, None)
    return with_metadata(storage, plain, output.columns(target, plain))
