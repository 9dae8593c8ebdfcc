# Part of native_checks.pyx: the schema as `inlay.ground.schema.tree` has it, and what stands beside it for each leaf.


cdef bint read_schema(Run* r, Bytes p, Bytes orders, describe) except -1:
    """Nodes, leaves and kinds; False for what does not add up."""
    cdef Field fields[MOST_IDS]
    cdef int64_t count = 0
    cdef int64_t order_count = 0
    cdef int64_t children, order
    cdef Py_ssize_t at, parent = -1
    cdef Node* node
    cdef dict known = {}
    p = enter_structs(r, p, &count)
    if p == NULL or count == 0:
        return False
    if orders != NULL:
        orders = enter_structs(r, orders, &order_count)
        if orders == NULL:
            return False
    r.nodes = <Node*>calloc(count, sizeof(Node))
    r.leaves = <Py_ssize_t*>calloc(count, sizeof(Py_ssize_t))
    r.kinds = <Kind*>calloc(count, sizeof(Kind))
    if r.nodes == NULL or r.leaves == NULL or r.kinds == NULL:
        raise MemoryError
    for at in range(count):
        p = locate(&r.c, OF_ELEMENT, MOST_IDS - 1, p, fields, True)
        if p == NULL or not text_of(r, fields[4].at, &r.nodes[at].name):
            return False
        children = number(r, &fields[5], 0)
        while parent >= 0 and r.nodes[parent].missing == 0:
            parent = r.nodes[parent].parent
        if children < 0 or children == LARGEST or (at and parent < 0):
            return False
        node = &r.nodes[at]
        node.parent = parent
        if not place_node(r, node, &fields[3]):
            return False
        node.missing = children
        if fields[1].at != NULL and children == 0:
            order = 0
            if orders != NULL:
                if r.leaf_count == order_count:
                    return False
                orders = read_order(r, orders, &order)
                if orders == NULL:
                    return False
            node.type = <int>number(r, &fields[1], 0)
            node.kind = kind_of(r, fields, order, known, describe, at)
            if node.kind < 0:
                return False
            r.leaves[r.leaf_count] = at
            r.leaf_count += 1
        elif fields[1].at != NULL:
            return False  # a group with a type
        elif children:
            if is_file(r, &fields[10]):
                return False
            parent = at
    r.node_count = count
    while parent >= 0:
        if r.nodes[parent].missing:
            return False
        parent = r.nodes[parent].parent
    return orders == NULL or order_count == r.leaf_count


cdef bint is_file(Run* r, const Field* annotation) noexcept nogil:
    """Whether it is the logical type FILE, whose members are looked at in Python: files with it are few."""
    cdef int64_t member = 0
    if annotation.at != NULL:
        member_of(&r.c, annotation.at, FILE_TYPE + 1, &member)
    return member == FILE_TYPE


cdef bint place_node(Run* r, Node* node, const Field* repetition) noexcept nogil:
    """Depth and levels, of the parent's; False for an element that does not say how often it occurs."""
    cdef Node* parent
    cdef int64_t how = number(r, repetition, -1)
    if node.parent < 0:
        return True
    parent = &r.nodes[node.parent]
    parent.missing -= 1
    node.depth = parent.depth + 1
    node.definition = parent.definition + (how == OPTIONAL or how == REPEATED)
    node.repetition = parent.repetition + (how == REPEATED)
    return how >= 0


cdef bint text_of(Run* r, Bytes p, Text* text) noexcept nogil:
    cdef int64_t size = 0
    if p == NULL:
        return False
    text.data = read_size(&r.c, p, &size)
    text.size = size
    return text.data != NULL


cdef Bytes read_order(Run* r, Bytes p, int64_t* order) noexcept nogil:
    """The next one of a list, if there is nothing in it."""
    p = member_of(&r.c, p, MOST_IDS, order)
    if p == NULL or r.c.end - p < 2 or p[0] & 0x0F != STOP or p[1] & 0x0F != STOP:
        return NULL
    return p + 2


cdef int kind_of(Run* r, const Field* fields, int64_t order, dict known, describe, Py_ssize_t at) except? -7:
    """Asked of Python once for all leaves with the same annotation and order; -1 where that is wrong."""
    cdef uint8_t spelled[256]
    cdef Py_ssize_t size = 2
    cdef Py_ssize_t length
    cdef int field_id
    spelled[0], spelled[1] = <uint8_t>order, 0
    for field_id in (1, 2, 6, 7, 8, 10):
        if fields[field_id].at == NULL:
            continue
        length = fields[field_id].end - fields[field_id].at
        if size + length + 2 > <Py_ssize_t>sizeof(spelled):
            return -1
        spelled[size], spelled[size + 1] = <uint8_t>field_id, <uint8_t>length
        memcpy(spelled + size + 2, fields[field_id].at, length)
        size += length + 2
    key = PyBytes_FromStringAndSize(<char*>spelled, size)
    place = known.get(key)
    if place is None:
        described = describe(at, r.leaf_count)
        if described is None:
            place = -1
        else:
            place = r.kind_count
            take_kind(&r.kinds[r.kind_count], described)
            r.kind_count += 1
        known[key] = place
    return place


cdef int take_kind(Kind* kind, tuple described) except -1:
    width, kind.is_exact, orders, old_orders = described
    kind.width = -1 if width is None else min(max(width, 0), 1 << 30)
    kind.order_count = take_orders(kind.orders, orders)
    kind.old_order_count = take_orders(kind.old_orders, old_orders)
    return 0


cdef int take_orders(int* to, tuple orders) except -1:
    cdef int at
    for at in range(min(len(orders), MOST_ORDERS)):
        to[at] = orders[at]
    return min(len(orders), MOST_ORDERS)
