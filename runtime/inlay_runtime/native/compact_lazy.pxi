# Part of compact.pyx: structs that are built when they are touched.


cdef int start_build(Build* b, View view, uint32_t position) except -1:
    cdef Source source = view.source
    memset(b, 0, sizeof(Build))
    size = PyBytes_GET_SIZE(source.data)
    b.cursor = make_cursor(source.begin(), size, 1 << 20, size, size, 0)
    b.cursor.is_validated = True
    b.p = b.cursor.begin + position
    b.data = <PyObject*>source.data
    b.view = <PyObject*>view
    b.index = &source.index
    return 0


cdef int fill(Located record) except -1:
    """Decodes the own fields of a struct. They are made aside and moved in one step, so that of two threads that
    come here, both see the same values."""
    cdef Plan* plan = plan_at(record.plan)
    cdef View view = <View>slot_of(record, plan.remainder_offset)
    cdef Build b
    cdef int at
    start_build(&b, view, record.position)
    b.keeps_lists_closed = True
    made = take_blank(plan)
    build_into(&b, plan, view.node, made)
    if record.state != LAZY:
        return 0
    for at in range(plan.count):
        move(made, record, plan.rows[at].offset)
    move(made, record, plan.extension_offset)
    record.state = (<Located>made).state
    if record.state == DONE:
        put(record, plan.remainder_offset, slot_of(made, plan.remainder_offset))
        put(made, plan.remainder_offset, NULL)
    else:
        put(made, plan.remainder_offset, NULL)
    Py_DECREF(view)  # of the record, or where lists stay closed, of what was built aside
    give_back(plan, made)
    return 0


cdef Bytes find_span_end(Located record, Plan* plan) except NULL:
    """Where the bytes of an untouched lazy struct end."""
    cdef Build b
    start_build(&b, <View>slot_of(record, plan.remainder_offset), record.position)
    return skip_nested(&b, b.p, plan)


cdef inline void move(object made, object record, Py_ssize_t offset) noexcept:
    put(record, offset, slot_of(made, offset))
    put(made, offset, NULL)


cdef int build_pending(Located record, Plan* plan, int wanted) except -1:
    """Builds a list that has stayed closed, and the short ones beside it: to get there costs more than to build them."""
    cdef View view = <View>slot_of(record, plan.remainder_offset)
    cdef Build b
    cdef Head head
    cdef Row* row
    cdef int at
    cdef int closed = 0
    for at in range(plan.count):
        closed += is_closed_list(record, &plan.rows[at], at, view.node)
    start_build(&b, view, record.position)
    head.wire_id = 0
    while closed:
        b.p = read_head(&b, b.p, &head)
        row = row_of_head(plan, &head)
        if head.wire_type == STOP or row == NULL:
            break
        at = <int>(row - plan.rows)
        is_long = b.p >= b.cursor.end or b.p[0] >= 0xF0
        if not is_closed_list(record, row, at, view.node) or (is_long and at != wanted):
            b.p = skip_value(&b, b.p, row.type)
            continue
        closed -= 1
        choice = True if view.node is None else view.node.choices[at]
        made = build_list(&b, row.type, None if choice is True else <Segments>choice)
        if record.state == PARTIAL and slot_of(record, row.offset) == NULL:
            store(record, row.offset, made)
    if record.state == PARTIAL and not is_partial(record, plan, view.node):
        finish(record, plan)
    return 0


cdef inline bint is_closed_list(Located record, Row* row, int at, Node node) noexcept:
    if row.kind != K_LIST or slot_of(record, row.offset) != NULL:
        return False
    return node is None or node.choices[at] is not None


cdef bint is_partial(Located record, Plan* plan, Node node):
    """Whether a list is still closed."""
    cdef int at
    for at in range(plan.count):
        if slot_of(record, plan.rows[at].offset) == NULL:
            if node is None or node.choices[at] is not None:
                return True
    return False


cdef int finish(Located record, Plan* plan) except -1:
    """Nothing is closed any more: the view makes place for the remainder."""
    cdef View view = <View>slot_of(record, plan.remainder_offset)
    remainder = None if view.node is None else view.node.remainder
    store(record, plan.remainder_offset, remainder)
    record.state = DONE
    Py_DECREF(view)
    return 0


cdef int complete(Located record) except -1:
    """Builds every list that is still closed."""
    cdef Plan* plan
    cdef int at
    if record.state == LAZY:
        fill(record)
    plan = plan_at(record.plan)
    at = 0
    while record.state == PARTIAL and at < plan.count:
        if slot_of(record, plan.rows[at].offset) == NULL:
            build_pending(record, plan, at)
        at += 1
    if record.state == PARTIAL:
        finish(record, plan)  # the last one was set
    return 0


def is_lazy(Located record):
    """Whether no field of a struct has been decoded yet."""
    return record.state == LAZY


def is_closed(Located record, str slot):
    """Whether a slot stands for a list that is built when it is touched."""
    cdef Plan* plan
    cdef int at
    if record.state != PARTIAL:
        return False
    plan = plan_at(record.plan)
    node = (<View>slot_of(record, plan.remainder_offset)).node
    for at in range(plan.count):
        if <object>plan.rows[at].slot == slot and slot_of(record, plan.rows[at].offset) == NULL:
            return node is None or (<Node>node).choices[at] is not None
    return False


def peek(Located record):
    """Another instance of a lazy struct, or of one with closed lists, over the same bytes: what is decoded of it stays its own."""
    cdef Plan* plan
    if record.state != LAZY and record.state != PARTIAL:
        return record
    plan = plan_at(record.plan)
    return make_stub(plan, <View>slot_of(record, plan.remainder_offset), record.position)


cdef Row* find_closed(Build* b, Located record, Plan* plan, object slot) except? NULL:
    """Goes to a list of a record that has closed ones, by the name of its slot; NULL where its bytes do not lead there."""
    cdef Head head
    cdef Row* row
    start_build(b, <View>slot_of(record, plan.remainder_offset), record.position)
    head.wire_id = 0
    while True:
        b.p = read_head(b, b.p, &head)
        row = row_of_head(plan, &head)
        if head.wire_type == STOP or row == NULL:
            return NULL
        if <object>row.slot == slot:
            return row if row.kind == K_LIST else NULL
        b.p = skip_value(b, b.p, row.type)


def count_closed(Located record, str slot):
    """How many elements a list has that has stayed closed; -1 where it is not closed."""
    cdef Build b
    cdef int64_t size = 0
    cdef int found = 0
    if record.state != PARTIAL or find_closed(&b, record, plan_at(record.plan), slot) == NULL:
        return -1
    return -1 if list_header(&b.cursor, b.p, &size, &found) == NULL else size


def build_element(Located record, str slot, Py_ssize_t wanted):
    """One struct of a list that has stayed closed, as if nobody else had it, so that the others are not built; None where the list
    is not closed, or is no such list."""
    cdef Plan* plan
    cdef View view
    cdef Build b
    cdef Row* row
    cdef Type* element
    cdef ListSpan* span
    if record.state == LAZY:
        fill(record)
    if record.state != PARTIAL:
        return None
    plan = plan_at(record.plan)
    view = <View>slot_of(record, plan.remainder_offset)
    if view.node is not None:
        return None
    row = find_closed(&b, record, plan, slot)
    if row == NULL or row.type.calls_hooks or slot_of(record, row.offset) != NULL:
        return None
    element = row.type.element
    span = span_at(b.index, <uint32_t>(b.p - b.cursor.begin))
    if element.kind != K_STRUCT or span == NULL or span.first == NO_STARTS or not 0 <= wanted < span.count:
        return None
    return make_stub(element.plan, view.part(None), b.index.starts[span.first + wanted])
