# Structs and lists, as the steps of a plan have them.


cdef int write_struct(Run* r, Py_ssize_t position, const Steps* plan) noexcept nogil:
    cdef Here here
    cdef Here parts[MOST_PARTS]
    cdef const Here* owner
    cdef const Step* step
    cdef Todo own
    cdef const Todo* todo
    cdef Py_ssize_t at
    cdef int number, state
    cdef int last = 0
    if not find(r, position, &here):
        return IRREGULAR
    here.slots = min(here.slots, plan.slots)
    todo = list_steps(r, &here, plan, &own)
    if todo.is_refused or not locate_target(r, position, todo.end):
        return IRREGULAR
    if todo.has_parts and not find_parts(r, &here, plan, parts):
        return IRREGULAR
    if plan.has_bounds and not read_bounds(r, &here, plan.bounds):
        return IRREGULAR
    state = have(r, FIELD_ROOM * (todo.count + 1))
    if state != DONE:
        return state
    for number in range(todo.count):
        step = &plan.steps[todo.steps[number]]
        at = todo.places[number]
        owner = &here
        if at:
            at += position
        elif step.part >= 0:
            owner = &parts[step.part]
            at = place_of(r, owner, step.slot)
            if at and step.kind <= K_BOOL and not locate_target(r, at, step.size):
                return IRREGULAR
        if step.kind <= K_BOOL:
            state = write_number(r, owner, at, step, &last)
        else:
            state = write_field(r, owner, at, step, &last)
            if state == DONE:
                state = have(r, FIELD_ROOM * (todo.count - number))  # for what follows, as long as that are numbers
        if state != DONE:
            return state
    put_byte(r, 0)
    return DONE


cdef bint find_parts(const Run* r, const Here* here, const Steps* plan, Here* parts) noexcept nogil:
    """Those that are there."""
    cdef Py_ssize_t at
    cdef int number
    for number in range(plan.part_count):
        at = place_of(r, here, plan.parts[number])
        if at == 0:
            continue
        if not find(r, follow(r, at), &parts[number]):
            return False
        parts[number].slots = min(parts[number].slots, plan.part_slots[number])
        if place_of(r, &parts[number], plan.part_refused[number]):
            return False
    return True


cdef const Todo* list_steps(Run* r, const Here* here, const Steps* plan, Todo* own) noexcept nogil:
    """Those for which the table has something, or which write or refuse what is absent. They are worked out once for a
    vtable, as most tables share theirs; in `own`, where there is no place to remember them."""
    cdef size_t first = <size_t>((<uint64_t>here.entries ^ <uint64_t><size_t>plan) * <uint64_t>0x9E3779B97F4A7C15 >> 56)
    cdef Layout* layout
    cdef Todo* todo = own
    cdef const Step* step
    cdef Py_ssize_t place
    cdef int number
    for number in range(PROBES):
        layout = &r.layouts[(first + number) & (MOST_DESIGNS - 1)]
        if layout.plan == plan and layout.entries == here.entries:
            return &layout.todo
        if layout.plan == NULL:
            layout.plan, layout.entries = plan, here.entries
            todo = &layout.todo
            break
    todo.count = todo.end = 0
    todo.is_refused = todo.has_parts = False
    for number in range(plan.refused_count):
        todo.is_refused |= place_of(r, here, plan.refused[number]) != 0
    for number in range(plan.part_count):
        todo.has_parts |= place_of(r, here, plan.parts[number]) != 0
    for number in range(plan.count):
        step = &plan.steps[number]
        if step.part >= 0:
            if place_of(r, here, plan.parts[step.part]) == 0:
                continue
        elif is_idle(r, here, step):
            continue
        place = place_of(r, here, step.slot) if step.part < 0 else 0
        if place:
            place -= here.position
            if step.kind <= K_BOOL:
                todo.end = max(todo.end, <int>place + step.size)
        todo.steps[todo.count], todo.places[todo.count] = <uint8_t>number, <uint16_t>place
        todo.count += 1
    return todo


cdef bint is_idle(const Run* r, const Here* here, const Step* step) noexcept nogil:
    """Whether a step of no part does nothing for any table with the vtable of this one."""
    if (step.kind >= K_TYPE and step.kind != K_TAG) or place_of(r, here, step.slot):
        return False
    if step.is_required or step.is_filled or (step.kind == K_UNION and place_of(r, here, step.slot - 1)):
        return False
    if not step.has_default or step.kind == K_UNION:
        return True
    return (
        step.kind <= K_BOOL
        and step.default == 0
        and step.zero_is_absent
        and (step.explicit < 0 or place_of(r, here, step.explicit) == 0)
    )


cdef inline int write_number(Run* r, const Here* here, Py_ssize_t at, const Step* step, int* last) noexcept nogil:
    """There is room for it, and it lies within the buffer."""
    cdef int64_t value
    if at:
        value = number_at(r.data + at, step.size)
    elif step.has_default:
        value = step.default
    else:
        return IRREGULAR if step.is_required else DONE
    if value == 0 and step.zero_is_absent and (step.explicit < 0 or not is_true(r, here, step.explicit)):
        return DONE
    if step.kind == K_BOOL:
        put_header(r, step.field_id, 1 if value else 2, last)
        return DONE
    put_header(r, step.field_id, step.wire, last)
    if step.kind == K_BYTE:
        put_byte(r, <uint8_t>value)
    else:
        put_integer(r, value)
    return DONE


cdef int write_field(Run* r, const Here* here, Py_ssize_t at, const Step* step, int* last) noexcept nogil:
    """There is room for numbers."""
    cdef int64_t value
    if step.kind == K_TAG or step.kind == K_UNION:
        return write_member(r, here, at, step, last)
    if step.kind >= K_TYPE:
        return write_computed(r, at, step, last)
    if at == 0 and step.kind != K_DOUBLE:
        if step.is_filled:
            put_header(r, step.field_id, step.wire, last)
            return put_empty(r, step.element)
        return IRREGULAR if step.is_required else DONE
    if step.kind == K_DOUBLE:
        if at == 0:
            if not step.has_default:
                return IRREGULAR if step.is_required else DONE
            put_header(r, step.field_id, step.wire, last)
            value = step.default  # its bits
            memcpy(r.out + r.written, &value, 8)
        else:
            if not locate_target(r, at, 8):
                return IRREGULAR
            put_header(r, step.field_id, step.wire, last)
            memcpy(r.out + r.written, r.data + at, 8)
        r.written += 8
        return DONE
    put_header(r, step.field_id, step.wire, last)
    if step.kind == K_BYTES:
        return put_binary(r, at)
    if step.kind == K_STRUCT:
        return write_struct(r, follow(r, at), step.below)
    if step.kind == K_COLUMNS:
        if not read_rows(r, here, step.beside):
            return IRREGULAR
        return write_structs(r, at, step.element, step.below, True)
    return write_list(r, at, step)


cdef int write_list(Run* r, Py_ssize_t at, const Step* step) noexcept nogil:
    """What equal lists share in the buffer is copied from where it was written before."""
    cdef Py_ssize_t target = follow(r, at)
    cdef Copied* before = &r.lists[(target >> 2) & (MOST_LISTS - 1)]
    cdef size_t start = r.written
    cdef int state
    if before.step == step and before.target == target:
        state = have(r, before.size)
        if state == DONE:
            memcpy(r.out + start, r.out + before.start, before.size)
            r.written += before.size
        return state
    if step.kind == K_INTEGERS:
        state = write_integers(r, at, step)
    elif step.kind == K_TEXTS:
        state = write_texts(r, at, step.element)
    else:
        state = write_structs(r, at, step.element, step.below, False)
        if step.below.has_context:
            return state
    if state == DONE:
        before.step, before.target, before.start, before.size = step, target, start, r.written - start
    return state


cdef int write_member(Run* r, const Here* here, Py_ssize_t at, const Step* step, int* last) noexcept nogil:
    """A union, or an enum that is a union of empty structs in Thrift. There is room for its headers."""
    cdef int64_t tag
    cdef Py_ssize_t type_at
    cdef const Step* member
    cdef int inner = 0
    cdef int state
    if step.kind == K_TAG:
        if at and not locate_target(r, at, step.size):
            return IRREGULAR
        if at == 0 and not step.has_default:
            return IRREGULAR if step.is_required else DONE
        tag = number_at(r.data + at, step.size) if at else step.default
    else:
        type_at = place_of(r, here, step.slot - 1)
        if type_at and not locate_target(r, type_at, 1):
            return IRREGULAR
        tag = r.data[type_at] if type_at else 0
        if tag == 0:
            return IRREGULAR if at or step.is_required else DONE
        if at == 0:
            return IRREGULAR
        if step.beside >= 0 and is_true(r, here, step.beside):
            return DONE
    if step.below == NULL or not 0 <= tag < step.below.count:
        return IRREGULAR
    member = &step.below.steps[tag]
    if member.below == NULL:
        return IRREGULAR
    put_header(r, step.field_id, step.wire, last)
    put_header(r, member.field_id, WIRE_STRUCT, &inner)
    if step.kind == K_TAG:
        put_byte(r, 0)
    else:
        state = write_struct(r, follow(r, at), member.below)
        if state == DONE:
            state = have(r, 1)
        if state != DONE:
            return state
    put_byte(r, 0)
    return DONE


cdef bint read_rows(Run* r, const Here* here, int slot) noexcept nogil:
    cdef Py_ssize_t at = place_of(r, here, slot)
    r.num_rows = 0
    if at:
        if not locate_target(r, at, 8):
            return False
        r.num_rows = number_at(r.data + at, 8)
    return True


cdef int write_structs(
    Run* r, Py_ssize_t at, int element, const Steps* plan, bint are_columns
) noexcept nogil:
    """Those of a vector of tables; of columns, each with its leaf."""
    cdef Py_ssize_t count, number
    cdef int state
    at = follow(r, at)
    if not locate_target(r, at, 4):
        return IRREGULAR
    count = load_u32(r.data + at)
    if not locate_target(r, at + 4, 4 * count):
        return IRREGULAR
    state = list_header(r, count, element)
    for number in range(count):
        if state != DONE:
            return state
        if are_columns:
            r.leaf = &r.leaves[number] if number < r.leaf_count else NULL
        state = write_struct(r, follow(r, at + 4 + 4 * number), plan)
    return state


cdef int write_integers(Run* r, Py_ssize_t at, const Step* step) noexcept nogil:
    cdef Py_ssize_t count, number
    cdef int state
    at = follow(r, at)
    if not locate_target(r, at, 4):
        return IRREGULAR
    count = load_u32(r.data + at)
    if not locate_target(r, at + 4, step.size * count):
        return IRREGULAR
    state = list_header(r, count, step.element)
    if state == DONE:
        state = have(r, 10 * count)
    if state == DONE:
        for number in range(count):
            put_integer(r, number_at(r.data + at + 4 + step.size * number, step.size))
    return state


cdef int write_texts(Run* r, Py_ssize_t at, int element) noexcept nogil:
    cdef Py_ssize_t count, number
    cdef int state
    at = follow(r, at)
    if not locate_target(r, at, 4):
        return IRREGULAR
    count = load_u32(r.data + at)
    if not locate_target(r, at + 4, 4 * count):
        return IRREGULAR
    state = list_header(r, count, element)
    for number in range(count):
        if state != DONE:
            return state
        state = put_binary(r, at + 4 + 4 * number)
    return state
