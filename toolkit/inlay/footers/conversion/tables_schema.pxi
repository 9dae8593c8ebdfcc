# Part of native_tables.pyx: the tree of a schema, its leaves and their orders: see `leaves.py`, `column_orders.py` and
# `bounds_policy.py`, which say the same of records.


cdef int grow_tree(Run* r, Bytes p, Shape s) except -1:
    """Leaves and groups of the elements."""
    cdef Field fields[MOST_IDS]
    cdef int64_t count = 0
    cdef int64_t children
    cdef Py_ssize_t number, group = -1, group_count = 0
    cdef Leaf* leaf
    cdef Text name
    p = read_list(r, p, WIRE_STRUCT, &count)
    r.groups = <Group*>calloc(count + 1, sizeof(Group))
    r.leaves = <Leaf*>calloc(count + 1, sizeof(Leaf))
    if r.groups == NULL or r.leaves == NULL:
        raise MemoryError
    r.adds_up = True
    for number in range(count):
        p = locate(&r.c, s.wires, s.most, p, fields, False)
        if p == NULL or fields[F_NAME].at == NULL:
            raise Rejected
        name.data = read_binary(r, fields[F_NAME].at, &name.size)
        children = read_number(r, fields[F_CHILDREN].at, WIRE_I32) if fields[F_CHILDREN].at != NULL else 0
        while group >= 0 and r.groups[group].missing == 0:
            group = r.groups[group].parent
        if group >= 0:
            r.groups[group].missing -= 1
        elif number:
            r.adds_up = False
        if fields[F_TYPE].at != NULL:
            leaf = &r.leaves[r.leaf_count]
            r.leaf_count += 1
            leaf.type = <int>read_number(r, fields[F_TYPE].at, WIRE_I32)
            leaf.group, leaf.name = group, name
            leaf.depth = r.groups[group].depth + 1 if group >= 0 else 0
        if children > 0:
            r.groups[group_count].parent, r.groups[group_count].missing = group, children
            r.groups[group_count].name = name
            r.groups[group_count].depth = r.groups[group].depth + 1 if group >= 0 else 0
            group = group_count
            group_count += 1
    while group >= 0:
        if r.groups[group].missing:
            r.adds_up = False
        group = r.groups[group].parent
    return 0


cdef bint give_orders(Run* r, Bytes p, Members orders) except -1:
    """Gives each leaf its order; False where the list is not one for each, or there is none."""
    cdef int64_t count = 0
    cdef int64_t field_id = 0
    cdef Py_ssize_t number
    if p == NULL:
        return False
    p = read_list(r, p, WIRE_STRUCT, &count)
    if count == 0 or count != r.leaf_count:
        return False
    for number in range(count):
        p = member_of(&r.c, p, MOST_TAGS, &field_id)
        if p == NULL or orders.tags[field_id] == 0 or r.c.end - p < 2 or p[0] & 0x0F or p[1] & 0x0F:
            raise Rejected
        p += 2
        r.leaves[number].order = <int>field_id
    return True


cdef uint32_t write_elements(Run* r, Bytes p, Shape s) except 0:
    cdef Field fields[MOST_IDS]
    cdef int64_t count = 0
    cdef size_t offsets
    cdef uint32_t offset
    cdef Py_ssize_t at, leaf = 0
    p = read_list(r, p, WIRE_STRUCT, &count)
    expect_room(r.w, count, r.w.container)
    offsets = reserve(r.w, count)
    for at in range(count):
        p = locate(&r.c, s.wires, s.most, p, fields, False)
        r.leaf = NULL
        if fields[F_TYPE].at != NULL:
            r.leaf = &r.leaves[leaf]
            leaf += 1
        offset = write_fields(r, fields, s)
        r.w.scratch[offsets + at] = offset
    return write_offsets(r.w, offsets, count, 1)


cdef int write_logical_type(
    Run* r, const Field* fields, Shape s, Cell* cells, Cell* cell, Members members
) except -1:
    """The logical type, or that which the converted type implies; and what the leaf's bounds may be."""
    cdef Cursor own = r.c
    cdef bytes implied = None
    cdef Bytes p = fields[F_LOGICAL].at
    cdef int64_t field_id = 0
    cdef int traits = 0
    if p == NULL and fields[F_CONVERTED].at != NULL:
        implied = find_implied_type(r, fields)
        if implied is not None:
            p = <Bytes>PyBytes_AS_STRING(implied)
            r.c.begin, r.c.end = p, p + PyBytes_GET_SIZE(implied)
            if s.rows[IS_DERIVED] >= 0:
                cells[s.rows[IS_DERIVED]].is_number, cells[s.rows[IS_DERIVED]].number = True, 1
    if p != NULL:
        if member_of(&r.c, p, MOST_TAGS, &field_id) == NULL or members.tags[field_id] == 0:
            raise Rejected
        traits = members.traits[field_id]
        if members.shapes[field_id] != NULL:
            write_union(r, p, members, cell)
    r.c = own
    if r.leaf != NULL:
        r.leaf.may_pack = not r.are_ordered_apart and (p != NULL or fields[F_CONVERTED].at == NULL)
        if r.is_v0 and (traits & HIDDEN_FROM_V0 or r.leaf.order > 1):
            r.leaf.may_pack = False
        r.leaf.may_truncate = (
            r.leaf.type == T_BYTE_ARRAY and r.leaf.order == 1 and (p == NULL or traits & COMPARED_AS_BYTES)
        )
    return 0


cdef bytes find_implied_type(Run* r, const Field* fields):
    """Asked of Python, once for each converted type."""
    cdef dict known = <dict>r.implied
    key = (
        read_number(r, fields[F_CONVERTED].at, WIRE_I32),
        None if fields[F_SCALE].at == NULL else read_number(r, fields[F_SCALE].at, WIRE_I32),
        None if fields[F_PRECISION].at == NULL else read_number(r, fields[F_PRECISION].at, WIRE_I32),
    )
    if key not in known:
        known[key] = (<object>r.imply)(*key)
    return known[key]


cdef int write_order(Run* r, Cell* cell, Members orders) except -1:
    """That of the leaf, if it has one and the schema a member for it."""
    cdef Field fields[1]
    if r.leaf == NULL or r.leaf.order == 0 or orders.shapes[r.leaf.order] == NULL:
        return 0
    memset(fields, 0, sizeof(fields))
    cell.tag = orders.tags[r.leaf.order]
    cell.child = write_fields(r, fields, <Shape>orders.shapes[r.leaf.order])
    return 0
