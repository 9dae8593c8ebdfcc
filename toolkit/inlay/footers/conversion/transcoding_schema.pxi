# The schema: its elements, and the order of each leaf, which is in a list of its own in Thrift. See `from_flat.py`,
# `column_orders.py` and `v0_slots.py`, which say the same of records.


def write_schema(
    bytes buffer not None,
    slots,
    StructPlan element not None,
    StructPlan order not None,
    Py_ssize_t usual_order,
    annotate,
    limits,
    paths,
):
    """The list of schema elements, that of column orders or None, and the leaves; None for
    what is left to the records.

    `slots` are those of the root for the elements and for orders kept apart, then those of an element (`Places`). `order`
    has a step for each tag. In v0 `usual_order` is the tag of a leaf without an order beside others with one, or 0, and `annotate`
    gives converted type, scale and precision for the bytes of a logical type; it is None in v1.
    """
    cdef Run r
    cdef Run orders
    cdef Tree tree
    cdef Places places
    cdef Here here
    cdef Py_ssize_t at, count, number
    cdef int root_slot, apart_slot
    cdef int state = DONE
    cdef bint is_tolerant = usual_order != 0
    cdef dict annotations = {}
    cdef const Step* logical = union_of(&element.plan)
    root_slot, apart_slot, places.type, places.name, places.num_children, places.order = slots
    prepare(&r, buffer, limits)
    prepare(&orders, buffer, limits)
    r.has_annotation[0] = r.has_annotation[1] = r.has_annotation[2] = False
    tree.groups, tree.tips = NULL, NULL
    if not locate_target(&r, 0, 4) or not find(&r, load_u32(r.data), &here) or place_of(&r, &here, apart_slot):
        return None
    at = place_of(&r, &here, root_slot)
    at = follow(&r, at) if at else -1
    if not locate_target(&r, at, 4):
        return None
    count = load_u32(r.data + at)
    at += 4
    if not locate_target(&r, at, 4 * count):
        return None
    tree.group_count = tree.tip_count = tree.depths = 0
    tree.group, tree.adds_up, tree.has_orders = -1, True, False
    try:
        tree.groups = <Group*>calloc(count + 1, sizeof(Group))
        tree.tips = <Tip*>calloc(count + 1, sizeof(Tip))
        if tree.groups == NULL or tree.tips == NULL:
            raise MemoryError
        state = list_header(&r, count, WIRE_STRUCT)
        for number in range(count):
            if state != DONE or not plant(&r, &tree, &places, at + 4 * number, number, is_tolerant):
                return None
            if annotate is not None and not read_annotation(&r, at + 4 * number, logical, annotations, annotate):
                return None
            state = write_struct(&r, follow(&r, at + 4 * number), &element.plan)
        close_groups(&tree)
        has_orders = tree.has_orders and tree.tip_count
        if state == DONE and has_orders:
            state = write_orders(&orders, &tree, &places, &order.plan, usual_order)
        if state == NO_MEMORY:
            raise MemoryError
        if state != DONE or tree.depths > paths[0]:
            return None
        leaves = list_leaves(&tree, paths[0] + paths[1] * tree.tip_count)
        if leaves is None:
            return None
        return copy_written(&r), copy_written(&orders) if has_orders else None, leaves
    finally:
        free(tree.groups)
        free(tree.tips)
        free(r.out)
        free(orders.out)


cdef bytes copy_written(const Run* r):
    return PyBytes_FromStringAndSize(<char*>r.out, r.written)


cdef const Step* union_of(const Steps* plan) noexcept:
    """The step of the one union of an element, its logical type."""
    cdef int number
    for number in range(plan.count):
        if plan.steps[number].kind == K_UNION:
            return &plan.steps[number]
    return NULL


cdef bint read_annotation(Run* r, Py_ssize_t at, const Step* logical, dict known, annotate) except *:
    """What v0 leaves out since the logical type says it: asked of Python, once for each type."""
    cdef Here here
    cdef size_t start = r.written
    cdef int last = 0
    cdef int number
    if not find(r, follow(r, at), &here) or have(r, 24) != DONE:
        return False
    if write_member(r, &here, place_of(r, &here, logical.slot), logical, &last) != DONE:
        return False
    r.has_annotation[0] = r.has_annotation[1] = r.has_annotation[2] = False
    if r.written == start:
        return True
    raw = PyBytes_FromStringAndSize(<char*>r.out + start + 1, r.written - start - 1)  # without the header of the field
    r.written = start
    memset(<void*>r.lists, 0, sizeof(r.lists))  # what lay behind is no more
    values = known.get(raw)
    if values is None:
        values = known[raw] = annotate(raw)
    for number, value in enumerate(values):
        r.has_annotation[number] = value is not None
        r.annotation[number] = value or 0
    return True


cdef int write_orders(
    Run* r, const Tree* tree, const Places* places, const Steps* plan, Py_ssize_t usual
) noexcept nogil:
    """One for each leaf."""
    cdef Here here
    cdef Py_ssize_t number, tag, at
    cdef int last
    cdef int state = list_header(r, tree.tip_count, WIRE_STRUCT)
    for number in range(tree.tip_count):
        if state != DONE:
            return state
        if not find(r, follow(r, tree.tips[number].element), &here):
            return IRREGULAR
        at = place_of(r, &here, places.order - 1)
        tag = r.data[at] if at else 0
        at = place_of(r, &here, places.order)
        if tag == 0:
            tag = usual
            if at or tag == 0:
                return IRREGULAR
        elif at == 0:
            return IRREGULAR
        if tag >= plan.count or plan.steps[tag].below == NULL:
            return IRREGULAR
        state = have(r, 24)
        if state != DONE:
            return state
        last = 0
        put_header(r, plan.steps[tag].field_id, WIRE_STRUCT, &last)
        if at:
            state = write_struct(r, follow(r, at), plan.steps[tag].below)
            if state == DONE:
                state = have(r, 1)
        else:
            put_byte(r, 0)
        if state == DONE:
            put_byte(r, 0)
    return state
