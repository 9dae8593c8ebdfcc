# Part of flat_reader.pyx: whether two tables are equal, as `Record.__eq__` says, which is the oracle.

cdef object are_values_equal, are_records_equal, content_of
are_values_equal = None


def are_equal(first, other):
    """Whether two tables are equal; None: then pure Python decides."""
    global are_values_equal, are_records_equal, content_of
    cdef Plan plan = plan_for(type(first))
    if plan is None or type(other) is not type(first):
        return None
    if are_values_equal is None:
        from inlay_runtime.equality import are_equal as are_values_equal
        from inlay_runtime.record import Record
        from inlay_runtime.remainder import content_of

        are_records_equal = Record.__eq__
    return compare_tables(first, other, plan)


cdef object compare_tables(object first, object other, Plan plan):
    """Two instances of a plan. None where one of them has an empty slot: what that means is for the class to say."""
    if have_one_source(first, other, plan):
        return True
    if is_lazy(first, plan):
        first.materialise()
    if is_lazy(other, plan):
        other.materialise()
    if has_empty_slot(first, plan) or has_empty_slot(other, plan):
        return None
    Py_EnterRecursiveCall(" in comparison")
    try:
        return compare_rows(first, other, plan)
    finally:
        Py_LeaveRecursiveCall()


cdef bint have_one_source(object first, object other, Plan plan):
    """Whether both are untouched, lie at one place of one buffer, and have nothing else."""
    cdef int at
    if not is_lazy(first, plan) or not is_lazy(other, plan):
        return False
    data, position, chosen = <object>slot_of(first, plan.source_offset)
    its_data, its_position, its_chosen = <object>slot_of(other, plan.source_offset)
    if data is not its_data or position != its_position or chosen is not None or its_chosen is not None:
        return False
    if slot_of(first, plan.remainder_offset) != slot_of(other, plan.remainder_offset):
        return False
    for at in range(plan.count):
        if slot_of(first, plan.rows[at].offset) != NULL or slot_of(other, plan.rows[at].offset) != NULL:
            return False
    return True


cdef inline bint is_lazy(object table, Plan plan) noexcept:
    cdef PyObject* source = slot_of(table, plan.source_offset)
    return source != NULL and source != <PyObject*>None


cdef bint has_empty_slot(object table, Plan plan) noexcept:
    cdef int at
    for at in range(plan.count):
        if slot_of(table, plan.rows[at].offset) == NULL:
            return True
    return slot_of(table, plan.extension_offset) == NULL


cdef bint compare_rows(object first, object other, Plan plan) except -1:
    cdef Row* row
    cdef int at
    for at in range(plan.count):
        row = &plan.rows[at]
        mine = get_attribute(first, row.offset, <object>row.name)
        theirs = get_attribute(other, row.offset, <object>row.name)
        if mine is not theirs and not compare_values(mine, theirs, row):
            return False
    mine = get_attribute(first, plan.extension_offset, "extension")
    theirs = get_attribute(other, plan.extension_offset, "extension")
    if mine is not theirs and not mine == theirs:
        return False
    mine, theirs = first.remainder, other.remainder
    return mine is theirs or content_of(first) == content_of(other)


cdef bint compare_values(object mine, object theirs, Row* row) except -1:
    """Two values of one field, which are not the same object."""
    cdef type cls = type(mine)
    if row.kind == F_TABLE and cls is <type><object>row.cls and type(theirs) is cls:
        return decide_tables(mine, theirs, <Plan>row.below)
    if row.kind == F_TABLES and cls is list and type(theirs) is list:
        return compare_lists(<list>mine, <list>theirs, row)
    if cls is int or cls is str or cls is bytes or cls is bool:
        return mine == theirs
    return are_values_equal(mine, theirs)


cdef bint decide_tables(object first, object other, Plan plan) except -1:
    answer = compare_tables(first, other, plan) if plan.is_complete else None
    return are_records_equal(first, other) if answer is None else answer


cdef bint compare_lists(list mine, list theirs, Row* row) except -1:
    """Two lists of tables."""
    cdef type cls = <type><object>row.cls
    cdef Py_ssize_t at, size = len(mine)
    if size != len(theirs):
        return False
    for at in range(size):
        if at >= len(mine) or at >= len(theirs):
            return are_values_equal(mine, theirs)  # somebody has changed them meanwhile
        first, other = mine[at], theirs[at]
        if first is other:
            continue
        if type(first) is not cls or type(other) is not cls:
            return are_values_equal(mine, theirs)
        if not decide_tables(first, other, <Plan>row.below):
            return False
    return True
