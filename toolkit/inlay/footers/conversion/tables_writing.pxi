# Part of native_tables.pyx: tables as `flat_writer.pyx` writes instances.


cdef Bytes write_table(Run* r, Bytes p, Shape s, uint32_t* offset) except NULL:
    """The table of the struct at `p`; returns where that ends."""
    cdef Field fields[MOST_IDS]
    cdef int before = r.nested_count
    cdef Nested* nested = find_nested(r, p)
    cdef Bytes end
    if nested != NULL:
        offset[0] = write_fields(r, nested.fields, s)
        return nested.end
    end = locate_fields(r, p, s, fields)
    if end == NULL:
        raise Rejected
    offset[0] = write_fields(r, fields, s)
    r.nested_count = before
    return end


cdef uint32_t write_fields(Run* r, const Field* fields, Shape s) except 0:
    cdef Cell cells[MOST_ROWS]
    cdef Bounds bounds
    cdef uint8_t content[9 * MOST_SLOTS + 8]
    cdef size_t size = 0
    cdef Entry* entry
    cdef uint32_t offset
    cdef Out* w = r.w
    memcpy(cells, s.blank, s.plan.count * sizeof(Cell))
    fill_scalars(r, fields, s, cells)
    if s.special == A_COLUMN:
        fill_column(r, fields, s, cells)
    elif s.special == SOME_STATISTICS:
        pack_bounds(r, fields, s, cells, &bounds)
    elif s.special == A_ROW_GROUP:
        r.num_rows = read_number(r, fields[F_NUM_ROWS].at, 0)
    elif s.plan.slots <= MOST_SLOTS and not has_children(fields, s):
        size = content_of(cells, s.plan, content)
        entry = find(w, A_TABLE, content, size)
        if entry.offset:
            return entry.offset
    w.depth_left -= 1
    if w.depth_left < 0:
        raise Rejected
    write_children(r, fields, s, cells, &bounds)
    offset = write_cells(w, cells, s)
    w.depth_left += 1
    if size:
        entry = find(w, A_TABLE, content, size)
        keep(w, entry, A_TABLE, keep_key(w, content, size), size, offset)
    return offset


cdef bint has_children(const Field* fields, Shape s) noexcept:
    cdef int at
    for at in range(s.child_count):
        if fields[s.origins[s.children[at]].field_id].at != NULL:
            return True
    return False


cdef size_t content_of(const Cell* cells, Plan plan, uint8_t* content) noexcept:
    """The key of a table of integers, as `flat_writer.pyx` makes it of an instance."""
    cdef void* place = <void*>plan
    cdef size_t size = sizeof(void*)
    cdef int at
    memcpy(content, &place, size)
    for at in range(plan.count):
        content[size] = cells[at].is_number
        memcpy(content + size + 1, &cells[at].number, 8)
        size += 9
    return size


cdef int fill_scalars(Run* r, const Field* fields, Shape s, Cell* cells) except -1:
    cdef const Origin* origin
    cdef const Field* field
    cdef Cell* cell
    cdef int number
    for number in range(s.scalar_count):
        origin = &s.origins[s.scalars[number]]
        field = &fields[origin.field_id]
        if field.at == NULL:
            continue
        cell = &cells[s.scalars[number]]
        cell.is_number = True
        if origin.kind == S_INTEGER:
            cell.number = read_number(r, field.at, field.wire)
        elif origin.kind == S_ENUM:
            cell.number = in_a_byte(read_number(r, field.at, field.wire))
            if s.is_member and cell.number == -0x80:
                raise Rejected
        elif origin.kind == S_BOOL:
            cell.number = field.wire == TRUE
        elif origin.kind == S_BYTE:
            cell.number = <signed char>field.at[0]
        elif origin.kind == S_DOUBLE:
            memcpy(&cell.number, field.at, 8)
        elif origin.kind == S_TAG:
            cell.number = read_tag(r, field.at, <Members>origin.below)
        if origin.number >= 0 and cell.number == 0:
            cells[origin.number].is_number = True
            cells[origin.number].number = 1
    return 0


cdef inline int64_t in_a_byte(int64_t number) noexcept nogil:
    """What does not fit is -128, which the remainder makes good."""
    return number if -0x80 <= number <= 0x7F else -0x80


cdef int64_t read_tag(Run* r, Bytes p, Members tags) except? -7:
    """A number for a union of empty structs."""
    cdef int64_t field_id = 0
    p = member_of(&r.c, p, MOST_TAGS, &field_id)
    if p == NULL or tags.tags[field_id] == 0 or p[0] & 0x0F or p + 1 >= r.c.end or p[1] & 0x0F:
        raise Rejected
    return tags.tags[field_id] - 1


cdef int write_children(Run* r, const Field* fields, Shape s, Cell* cells, const Bounds* bounds) except -1:
    """What is out of line, in the order of the slots."""
    cdef const Origin* origin
    cdef Row* row
    cdef Bytes at
    cdef Cell* cell
    cdef int number
    for number in range(s.child_count):
        origin = &s.origins[s.children[number]]
        row = &s.plan.rows[s.children[number]]
        cell = &cells[s.children[number]]
        at = fields[origin.field_id].at
        if origin.kind == S_LOGICAL_TYPE:
            write_logical_type(r, fields, s, cells, cell, <Members>origin.below)
        elif origin.kind == S_ORDER:
            write_order(r, cell, <Members>origin.below)
        elif origin.kind == S_PART:
            if has_scalars(fields, <Shape>origin.below):
                cell.child = write_fields(r, fields, <Shape>origin.below)
        elif origin.kind >= S_PREFIX:
            write_bound(r, origin, bounds, cell, row)
        elif at == NULL:
            continue
        elif origin.kind == S_TEXT:
            write_text(r, at, &cell.child)
        elif origin.kind == S_DATA:
            write_data(r, at, row, &cell.child)
        elif origin.kind == S_TABLE:
            write_table(r, at, <Shape>origin.below, &cell.child)
        elif origin.kind == S_COLUMNS:
            cell.child = write_tables(r, at, <Shape>origin.below, True)
        elif origin.kind == S_TABLES:
            write_small_tables(r, &fields[origin.field_id], origin, &cell.child)
        elif origin.kind == S_UNION:
            write_union(r, at, <Members>origin.below, cell)
        elif origin.kind == S_TEXTS or (origin.kind == S_PATH and not is_path_of_leaf(r, at)):
            cell.child = write_texts(r, at)
        elif origin.kind == S_ENUMS:
            write_enums(r, &fields[origin.field_id], origin, row, &cell.child)
        elif origin.kind == S_INTEGERS:
            cell.child = write_integers(r, at, origin, row)
    return 0


cdef bint has_scalars(const Field* fields, Shape s) noexcept:
    cdef int at
    for at in range(s.scalar_count):
        if fields[s.origins[s.scalars[at]].field_id].at != NULL:
            return True
    return False


cdef uint32_t write_cells(Out* w, const Cell* cells, Shape s) except 0:
    cdef size_t places = reserve(w, s.plan.slots)
    cdef uint32_t before = <uint32_t>w.size
    cdef uint32_t offset
    cdef const Filled* step
    cdef const Cell* cell
    cdef int at
    for at in range(s.plan.step_count):
        step = &s.filled[at]
        cell = &cells[step.row]
        if step.size:
            if not cell.is_number:
                continue
            if step.has_default and (<uint64_t>cell.number ^ step.default_bits) << (64 - 8 * step.size) == 0:
                continue
            prepare(w, step.size, step.size)
            w.size += step.size
            place_bits(w.data + w.room - w.size, <uint64_t>cell.number, step.size)
        elif cell.child == 0:
            continue
        elif step.is_tag:
            prepare(w, 1, 1)
            put(w, &cell.tag, 1)
        else:
            put_offset(w, cell.child)
        w.scratch[places + step.place] = <uint32_t>w.size
    offset = end_table(w, places, s.plan.slots, before)
    w.scratch_size = places
    return offset


cdef uint32_t write_tables(Run* r, Bytes p, Shape s, bint are_columns) except 0:
    """Those of a list; of columns, each with its leaf."""
    cdef int64_t count = 0
    cdef size_t offsets
    cdef uint32_t offset = 0
    cdef Py_ssize_t at
    p = read_list(r, p, WIRE_STRUCT, &count)
    expect_room(r.w, count, r.w.container)
    offsets = reserve(r.w, count)
    for at in range(count):
        if are_columns:
            r.leaf = &r.leaves[at] if at < r.leaf_count else NULL
        p = write_table(r, p, s, &offset)
        r.w.scratch[offsets + at] = offset
    return write_offsets(r.w, offsets, count, 1)


cdef int write_small_tables(Run* r, const Field* field, const Origin* origin, uint32_t* offset) except -1:
    """Those of a list; once, where lists that are alike share all of it."""
    cdef Shape s = <Shape>origin.below
    cdef Like* like
    cdef bint is_known = False
    cdef int count = field.at[0] >> 4
    if s.special or s.child_count or s.plan.slots > MOST_SLOTS or not 0 < count < 0x0F:
        offset[0] = write_tables(r, field.at, s, False)
        return 0
    like = find_like(r, origin, field, &is_known)
    if not is_known:
        like.made = write_tables(r, field.at, s, False)
    offset[0] = like.made
    return 0


cdef int write_enums(Run* r, const Field* field, const Origin* origin, const Row* row, uint32_t* offset) except -1:
    """Those of a list; once, as what is alike is shared."""
    cdef Like* like
    cdef bint is_known = False
    if not sharing_of(r.w, row.code, row.align):
        offset[0] = write_integers(r, field.at, origin, row)
        return 0
    like = find_like(r, origin, field, &is_known)
    if not is_known:
        like.made = write_integers(r, field.at, origin, row)
    offset[0] = like.made
    return 0


cdef Bytes write_text(Run* r, Bytes p, uint32_t* offset) except NULL:
    cdef Py_ssize_t size = 0
    cdef Entry* entry
    p = read_binary(r, p, &size)
    entry = find(r.w, A_TEXT, p, size)
    if entry.offset == 0:
        if not is_utf8(p, p + size):
            raise Rejected
        offset[0] = write_string(r.w, <const char*>p, size, A_TEXT)
    else:
        offset[0] = entry.offset
    return p + size


cdef uint32_t write_texts(Run* r, Bytes p) except 0:
    cdef int64_t count = 0
    cdef size_t offsets
    cdef uint32_t offset = 0
    cdef Py_ssize_t at
    p = read_list(r, p, WIRE_BINARY, &count)
    expect_room(r.w, count, r.w.container)
    offsets = reserve(r.w, count)
    for at in range(count):
        p = write_text(r, p, &offset)
        r.w.scratch[offsets + at] = offset
    return write_offsets(r.w, offsets, count, 1)


cdef Bytes write_data(Run* r, Bytes p, const Row* row, uint32_t* offset) except NULL:
    cdef Py_ssize_t size = 0
    p = read_binary(r, p, &size)
    offset[0] = write_span(r, p, size, row)
    return p + size


cdef uint32_t write_span(Run* r, Bytes data, Py_ssize_t size, const Row* row) except 0:
    expect_room(r.w, size, r.w.binary)
    return write_vector(r.w, data, size, 1, row.align, sharing_of(r.w, SOME_DATA, row.align))


cdef uint32_t write_integers(Run* r, Bytes p, const Origin* origin, const Row* row) except? 0:
    """Numbers of a list; 0 for an empty one that is not written."""
    cdef uint8_t small[512]
    cdef uint8_t* packed = small
    cdef int64_t count = 0
    cdef int64_t value = 0
    cdef Py_ssize_t at
    p = read_list(r, p, origin.element, &count)
    if count == 0 and origin.drops_empty:
        return 0
    expect_room(r.w, count, r.w.container)
    if count * row.size > <int64_t>sizeof(small):
        packed = <uint8_t*>malloc(count * row.size)
        if packed == NULL:
            raise MemoryError
    try:
        for at in range(count):
            p = read_integer(&r.c, p, 10, 64, &value)
            if p == NULL or (origin.element == WIRE_I32 and not -0x80000000LL <= value <= 0x7FFFFFFFLL):
                raise Rejected
            if origin.kind == S_ENUMS:
                value = in_a_byte(value)
            place_bits(packed + at * row.size, <uint64_t>value, row.size)
        return write_vector(
            r.w, packed, count, row.size, max(row.size, row.align), sharing_of(r.w, row.code, row.align)
        )
    finally:
        if packed != small:
            free(packed)


cdef int write_union(Run* r, Bytes p, Members members, Cell* cell) except -1:
    cdef int64_t field_id = 0
    p = member_of(&r.c, p, MOST_TAGS, &field_id)
    if p == NULL or members.tags[field_id] == 0 or members.shapes[field_id] == NULL:
        raise Rejected
    cell.tag = members.tags[field_id]
    p = write_table(r, p, <Shape>members.shapes[field_id], &cell.child)
    if p >= r.c.end or p[0] & 0x0F != STOP:
        raise Rejected
    return 0
