# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_variant.arrow.pure.shred`, natively: storage of the groups, or the first row that is not taken."""
from libc.stdint cimport int64_t, uint32_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memset

from inlay_variant.native.buffers cimport (
    NO_MEMORY, OK, REJECT, is_valid, grow_by, put, put_bit, put_i32,
)
from inlay_variant.native.containers cimport (
    ARRAY, OBJECT, Opened, close, id_of, name_of, open_container, span_of,
)
from inlay_variant.native.fit cimport fit
from inlay_variant.native.memory cimport fail
from inlay_variant.native.names cimport Names, compare, name_at
from inlay_variant.native.plan cimport (
    BYTES, FIELDS, LIST, MAP, UNTYPED, Part, Plan, Rows, add_fixed, add_missing, add_null_typed,
    add_value, check_value, start_writing, with_metadata,
)
from inlay_variant.native.scalars cimport Scalar, read_scalar
from inlay_variant.native.tables cimport Entries, Entry, header_size_of, push, write_header


cdef int place(
    Part* part, const uint8_t* data, int64_t size, Names* names, Entries* rest, bint exact
) noexcept nogil:
    """A value that was checked goes into the columns of a group."""
    cdef int basic = data[0] & 3
    cdef int answer
    cdef Scalar scalar
    cdef uint8_t fixed[16]
    if part.kind != UNTYPED:
        if part.kind == FIELDS:
            if basic == OBJECT:
                return place_fields(part, data, size, names, rest, exact)
        elif part.kind == LIST:
            if basic == ARRAY:
                return place_elements(part, data, size, names, rest, exact)
        elif part.kind == MAP:
            if basic == OBJECT:
                return place_entries(part, data, size, names, rest, exact)
        elif basic < OBJECT:
            answer = read_scalar(&scalar, data, size)
            if answer < 0:
                return answer
            if part.kind == BYTES:
                if scalar.type == part.type:
                    answer = put_bit(&part.typed_valid, True)
                    if answer == OK:
                        answer = put(&part.typed_data, scalar.payload, scalar.size)
                    if answer == OK:
                        answer = put_i32(&part.typed_offsets, part.typed_data.size)
                    return add_value(part, NULL, 0) if answer == OK else answer
            elif fit(part, &scalar, exact, fixed):
                answer = put_bit(&part.typed_valid, True)
                if answer == OK:
                    answer = add_fixed(part, fixed)
                return add_value(part, NULL, 0) if answer == OK else answer
        answer = add_null_typed(part)
        if answer < 0:
            return answer
    return add_value(part, data, size)


cdef int place_elements(
    Part* part, const uint8_t* data, int64_t size, Names* names, Entries* rest, bint exact
) noexcept nogil:
    cdef Opened opened
    cdef int64_t index, child_size
    cdef const uint8_t* child
    cdef int answer = open_container(&opened, data, size, names)
    if answer < 0:
        return answer
    for index in range(opened.count):
        child = span_of(&opened, index, &child_size)
        answer = place(part.children, child, child_size, names, rest, exact)
        if answer < 0:
            return close(&opened, answer)
    close(&opened, OK)
    answer = put_bit(&part.typed_valid, True)
    if answer == OK:
        answer = put_i32(&part.typed_offsets, part.children[0].rows)
    return add_value(part, NULL, 0) if answer == OK else answer


cdef int place_entries(
    Part* part, const uint8_t* data, int64_t size, Names* names, Entries* rest, bint exact
) noexcept nogil:
    """Every field of an object, its name in a column of keys."""
    cdef Opened opened
    cdef Part* keys = &part.children[0]
    cdef int64_t index, child_size = 0, name_size = 0
    cdef const uint8_t* child
    cdef const uint8_t* name
    cdef int answer = open_container(&opened, data, size, names)
    if answer < 0:
        return answer
    for index in range(opened.count):
        name = name_of(&opened, names, index, &name_size)
        keys.rows += 1
        answer = put(&keys.typed_data, name, name_size)
        if answer == OK:
            answer = put_i32(&keys.typed_offsets, keys.typed_data.size)
        if answer == OK:
            child = span_of(&opened, index, &child_size)
            answer = place(&part.children[1], child, child_size, names, rest, exact)
        if answer < 0:
            return close(&opened, answer)
    close(&opened, OK)
    answer = put_bit(&part.typed_valid, True)
    if answer == OK:
        answer = put_i32(&part.typed_offsets, part.children[1].rows)
    return add_value(part, NULL, 0) if answer == OK else answer


cdef int place_fields(
    Part* part, const uint8_t* data, int64_t size, Names* names, Entries* rest, bint exact
) noexcept nogil:
    """Merges the fields of the object with those of the group; both are sorted by name."""
    cdef Opened opened
    cdef int64_t index, next_ = 0, base = rest.size, name_size = 0, child_size = 0, total = 0
    cdef const uint8_t* name
    cdef const uint8_t* child
    cdef uint32_t id_
    cdef int order
    cdef Part* field
    cdef int answer = open_container(&opened, data, size, names)
    if answer < 0:
        return answer
    for index in range(opened.count):
        id_ = id_of(&opened, index)
        name = name_at(names, id_, &name_size)
        child = span_of(&opened, index, &child_size)
        order = 1
        while next_ < part.children_count:
            field = &part.children[next_]
            order = compare(field.name, field.name_size, name, name_size)
            if order >= 0:
                break
            answer = add_missing(field)
            if answer < 0:
                return close(&opened, answer)
            next_ += 1
            order = 1
        if order == 0:
            answer = place(&part.children[next_], child, child_size, names, rest, exact)
            next_ += 1
        else:
            answer = push(rest, id_, child - data, child_size)
            total += child_size
        if answer < 0:
            return close(&opened, answer)
    close(&opened, OK)
    while next_ < part.children_count:
        answer = add_missing(&part.children[next_])
        if answer < 0:
            return answer
        next_ += 1
    answer = put_bit(&part.typed_valid, True)
    if answer == OK:
        answer = add_rest(part, data, rest, base, total)
    rest.size = base
    return answer


cdef int add_rest(Part* part, const uint8_t* data, Entries* rest, int64_t base, int64_t total) noexcept nogil:
    """The fields that have no column, as an object in the value column."""
    cdef int64_t count = rest.size - base, header, index
    cdef Entry* entries = rest.data + base
    cdef int answer
    part.rows += 1
    if not part.has_value:
        return REJECT if count else OK
    answer = put_bit(&part.value_valid, count != 0)
    if answer == OK and count:
        header = header_size_of(entries, count, True, total)
        if grow_by(&part.value_data, header + total) < 0:
            return NO_MEMORY
        write_header(part.value_data.data + part.value_data.size, entries, count, True, total)
        part.value_data.size += header
        for index in range(count):
            put(&part.value_data, data + entries[index].start, entries[index].size)
    return put_i32(&part.value_offsets, part.value_data.size) if answer == OK else answer


def shred(storage, group, limits, bint exact):
    """Storage of these groups, or the first row that is not taken."""
    cdef Rows rows = Rows(storage, limits)
    cdef Plan plan = Plan()
    cdef Entries rest
    cdef int64_t row, size = 0
    cdef const uint8_t* data = NULL
    cdef int answer
    memset(&rest, 0, sizeof(Entries))
    plan.build(&plan.root, group)
    answer = start_writing(&plan.root)
    row = -1
    if answer == OK:
        for row in range(rows.struct.length):
            if not is_valid(&rows.struct, row):
                answer = add_missing(&plan.root)
            else:
                answer = rows.open_row(row, &data, &size)
                if answer == OK:
                    answer = check_value(data, size, &rows.names, rows.depth)
                if answer == OK:
                    answer = place(&plan.root, data, size, &rows.names, &rest, exact)
            if answer < 0:
                break
    free(rest.data)
    if answer == REJECT:
        return row
    if answer < 0:
        fail(answer)
    return with_metadata(storage, group, plan.columns(&plan.root, group))
