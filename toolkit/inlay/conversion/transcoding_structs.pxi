# Structs and lists, as the steps of a plan have them.


cdef int write_struct(Run* r, Py_ssize_t position, const Steps* plan) noexcept nogil:
    cdef Here here
    cdef Here parts[MOST_PARTS]
    cdef const Here* owner
    cdef const Step* step
    cdef Py_ssize_t at
    cdef int number, state
    cdef int last = 0
    if not find(r, position, &here):
        return IRREGULAR
    for number in range(plan.refused_count):
        if place_of(r, &here, plan.refused[number]):
            return IRREGULAR
    for number in range(plan.part_count):
        parts[number].slots = 0
        parts[number].position = -1
        at = place_of(r, &here, plan.parts[number])
        if at == 0:
            continue
        if not find(r, follow(r, at), &parts[number]) or place_of(r, &parts[number], plan.part_refused[number]):
            return IRREGULAR
    if plan.has_bounds and not read_bounds(r, &here, plan.bounds):
        return IRREGULAR
    for number in range(plan.count):
        step = &plan.steps[number]
        owner = &here if step.part < 0 else &parts[step.part]
        if owner.position < 0:
            continue
        state = write_field(r, owner, step, &last)
        if state != DONE:
            return state
    state = have(r, 1)
    if state == DONE:
        put_byte(r, 0)
    return state


cdef int write_field(Run* r, const Here* here, const Step* step, int* last) noexcept nogil:
    cdef Py_ssize_t at = place_of(r, here, step.slot)
    cdef int64_t value
    cdef int state = have(r, 24)
    if state != DONE:
        return state
    if step.kind <= K_BOOL:
        if at:
            if not locate_target(r, at, step.size):
                return IRREGULAR
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
    if step.kind == K_INTEGERS:
        return write_integers(r, at, step)
    if step.kind == K_TEXTS:
        return write_texts(r, at, step.element)
    if step.kind == K_COLUMNS:
        if not read_rows(r, here, step.beside):
            return IRREGULAR
        return write_structs(r, at, step.element, step.below, True)
    return write_structs(r, at, step.element, step.below, False)


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
