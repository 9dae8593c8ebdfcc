# Part of compact.pyx: whether two structs are equal. What nobody has touched is held bytes against bytes.

cdef enum Answer:
    DIFFERENT = 0
    EQUAL = 1
    UNDECIDED = 2  # pure Python decides

cdef object are_values_equal, are_records_equal
are_values_equal = None


def are_equal(Located first, Located other):
    """Whether two structs are equal, as `Record.__eq__` says; None: then pure Python decides."""
    global are_values_equal, are_records_equal
    cdef Plan* plan = plan_of_record(first)
    if plan == NULL or plan_of_record(other) != plan:
        return None
    if not is_plain(type(first), plan) or not is_plain(type(other), plan):
        return None
    if are_values_equal is None:
        from inlay_runtime.equality import are_equal as are_values_equal
        from inlay_runtime.record import Record

        are_records_equal = Record.__eq__
    answer = compare_records(first, other, plan)
    return None if answer == UNDECIDED else answer == EQUAL


cdef Answer compare_records(Located first, Located other, Plan* plan) except? UNDECIDED:
    """Two instances of a plan. Untouched ones stay so if their bytes are the same."""
    if is_masked(first, plan) or is_masked(other, plan):
        return UNDECIDED
    if first.state == LAZY and other.state == LAZY and have_same_bytes(first, other, plan):
        return EQUAL
    if first.state == LAZY:
        fill(first)
    if other.state == LAZY:
        fill(other)
    if has_absent_slot(first, plan) or has_absent_slot(other, plan):
        return UNDECIDED
    Py_EnterRecursiveCall(" in comparison")
    try:
        return compare_fields(first, other, plan)
    finally:
        Py_LeaveRecursiveCall()


cdef inline bint is_masked(Located record, Plan* plan) noexcept:
    if record.state == LAZY or record.state == PARTIAL:
        return (<View>slot_of(record, plan.remainder_offset)).node is not None
    return record.state == PLACEHOLDER


cdef inline bint has_absent_slot(Located record, Plan* plan) noexcept:
    """Whether a slot is empty that no closed list explains: what that means is for the class to say."""
    cdef int at
    for at in range(plan.count):
        if slot_of(record, plan.rows[at].offset) == NULL:
            if record.state != PARTIAL or plan.rows[at].kind != K_LIST:
                return True
    return slot_of(record, plan.extension_offset) == NULL


cdef bint have_same_bytes(Located first, Located other, Plan* plan) except -1:
    """Of two untouched structs."""
    cdef Source source = (<View>slot_of(first, plan.remainder_offset)).source
    cdef Bytes begin = source.begin() + first.position
    return starts_with(other, plan, other.position, begin, find_span_end(first, plan))


cdef bint starts_with(Located record, Plan* plan, size_t position, Bytes begin, Bytes end) noexcept:
    """Whether the source of a record has these bytes at a position. They say themselves where they end."""
    cdef Source source = (<View>slot_of(record, plan.remainder_offset)).source
    cdef Bytes there = source.begin() + position
    if end - begin > PyBytes_GET_SIZE(source.data) - <Py_ssize_t>position:
        return False
    return there == begin or memcmp(begin, there, end - begin) == 0


cdef Answer compare_fields(Located first, Located other, Plan* plan) except? UNDECIDED:
    cdef Row* row
    cdef int at
    for at in range(plan.count):
        row = &plan.rows[at]
        if slot_of(first, row.offset) == NULL and slot_of(other, row.offset) == NULL:
            if have_same_list(first, other, plan, row):
                continue
        mine = get_attribute(first, row.offset, <object>row.slot)
        theirs = get_attribute(other, row.offset, <object>row.slot)
        if mine is not theirs and not compare_values(mine, theirs, row.type):
            return DIFFERENT
    mine = get_attribute(first, plan.extension_offset, "extension")
    theirs = get_attribute(other, plan.extension_offset, "extension")
    if mine is not theirs and not mine == theirs:
        return DIFFERENT
    mine, theirs = first.remainder, other.remainder
    if mine is theirs or content_of(mine) == content_of(theirs):
        return EQUAL
    return DIFFERENT


cdef inline object content_of(object remainder):
    """What of it takes part in equality."""
    return () if remainder is None else remainder.content()


cdef bint have_same_list(Located first, Located other, Plan* plan, Row* row) except -1:
    """Whether a list that has stayed closed in both has the same bytes."""
    cdef Build mine, theirs
    cdef Bytes begin
    if first.state != PARTIAL or other.state != PARTIAL:
        return False
    if find_closed(&mine, first, plan, <object>row.slot) == NULL:
        return False
    if find_closed(&theirs, other, plan, <object>row.slot) == NULL:
        return False
    begin = mine.p
    return starts_with(other, plan, theirs.p - theirs.cursor.begin, begin, skip_value(&mine, begin, row.type))


cdef bint compare_values(object mine, object theirs, Type* type_) except -1:
    """Two values of one field, which are not the same object."""
    cdef Kind kind = type_.kind
    cdef type cls = type(mine)
    cdef double a, b
    if kind == K_STRUCT and is_of(mine, type_.plan) and is_of(theirs, type_.plan):
        return decide_records(mine, theirs, type_.plan)
    if kind == K_LIST and cls is list and type(theirs) is list:
        return compare_lists(<list>mine, <list>theirs, type_)
    if cls is float and type(theirs) is float:
        a, b = <double>mine, <double>theirs
        return a == b or (a != a and b != b)
    if cls is int or cls is str or cls is bytes or cls is bool:
        return mine == theirs
    return are_values_equal(mine, theirs)


cdef inline bint is_of(object value, Plan* plan) noexcept:
    """Whether it is an instance of the generated class itself."""
    return Py_TYPE(<PyObject*>value) == plan.cls


cdef bint decide_records(Located first, Located other, Plan* plan) except -1:
    cdef Answer answer = compare_records(first, other, plan)
    if answer == UNDECIDED:
        return are_records_equal(first, other)
    return answer == EQUAL


cdef bint compare_lists(list mine, list theirs, Type* type_) except -1:
    """Two lists of one field. Elements are compared once: what holds lists would be at each level."""
    cdef Type* element = type_.element
    cdef Py_ssize_t size = len(mine)
    cdef Py_ssize_t at
    if size != len(theirs):
        return False
    if element.kind < K_STRUCT and element.kind != K_DOUBLE:
        return mine == theirs or are_values_equal(mine, theirs)
    if element.kind != K_STRUCT and element.kind != K_LIST:
        return are_values_equal(mine, theirs)
    for at in range(size):
        if at >= len(mine) or at >= len(theirs):
            return are_values_equal(mine, theirs)  # somebody has changed them meanwhile
        first, other = mine[at], theirs[at]
        if first is other:
            continue
        if not is_of_type(first, element) or not is_of_type(other, element):
            return are_values_equal(mine, theirs)
        if not compare_values(first, other, element):
            return False
    return True


cdef inline bint is_of_type(object value, Type* type_) noexcept:
    """Whether it is what a list of lists or of structs holds."""
    return type(value) is list if type_.kind == K_LIST else is_of(value, type_.plan)
