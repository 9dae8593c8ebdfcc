# Part of the editor in edit.pyx: what is inserted, set, deleted or appended where a path leads.


cdef int put_edited(Editor editor, const uint8_t* data, int64_t size, int64_t at, int depth) noexcept nogil:
    """A value that the steps before `at` lead to, edited."""
    cdef Opened opened
    cdef bint is_object
    cdef int answer
    if size < 1:
        return REJECT
    is_object = data[0] & 3 == OBJECT
    if at == editor.count:  # to append to
        if data[0] & 3 != ARRAY:
            return UNFIT
    elif (is_object or data[0] & 3 == ARRAY) and is_object == editor.steps[at].is_name:
        pass
    elif editor.op == DELETE:
        return put_copy(editor, &editor.own, data, size, depth)
    else:
        return UNFIT
    if depth < 1:
        return REJECT
    answer = open_container(&opened, data, size, editor.own.names)
    if answer < 0:
        return answer
    if is_object:
        answer = edit_object(editor, &opened, at, depth)
    else:
        answer = edit_array(editor, &opened, at, depth)
    return close(&opened, answer)


cdef int edit_object(Editor editor, Opened* opened, int64_t at, int depth) noexcept nogil:
    """Its fields in their order; the one of the step is edited, or made where it belongs."""
    cdef int64_t index, base = editor.writer.out.size, first = editor.writer.entries.size
    cdef int64_t name_size = 0, size = 0
    cdef Step* step = &editor.steps[at]
    cdef bint is_met = False
    cdef const uint8_t* name
    cdef const uint8_t* child
    cdef int order, answer = OK
    for index in range(opened.count):
        name = name_of(opened, editor.own.names, index, &name_size)
        order = compare(name, name_size, step.name, step.size)
        if order > 0 and not is_met and editor.makes:
            answer = put_new_field(editor, at, depth)
        is_met = is_met or order >= 0
        if answer == OK:
            child = span_of(opened, index, &size)
            if order == 0:
                answer = edit_field(editor, opened, index, child, size, at, depth)
            else:
                answer = copy_field(editor, &editor.own, opened, index, child, size, depth)
        if answer != OK:
            return answer
    if not is_met and editor.makes:
        answer = put_new_field(editor, at, depth)
    return wrap_entries(&editor.writer, base, first, True) if answer == OK else answer


cdef int edit_field(
    Editor editor, Opened* opened, int64_t index, const uint8_t* data, int64_t size, int64_t at, int depth
) noexcept nogil:
    """The field that the step `at` names."""
    cdef int64_t start = editor.writer.out.size
    cdef bint is_last = at == editor.count - 1
    cdef int answer
    if is_last and editor.op == INSERT:
        return UNFIT
    if is_last and editor.op == DELETE:
        return OK
    if is_last and editor.op == SET:
        answer = put_new(editor, at + 1, depth - 1)
    else:
        answer = put_edited(editor, data, size, at + 1, depth - 1)
    return add_field(editor, &editor.own, opened, index, start) if answer == OK else answer


cdef int edit_array(Editor editor, Opened* opened, int64_t at, int depth) noexcept nogil:
    """Its elements in their order, the one of the step edited; at the end, what is made or appended."""
    cdef int64_t index, base = editor.writer.out.size, first = editor.writer.entries.size, size = 0, place = -1
    cdef const uint8_t* child
    cdef int answer = OK
    if at < editor.count:
        place = editor.steps[at].index
        if place < 0:
            place += opened.count
        if place < 0 and editor.makes:
            return UNFIT
    for index in range(opened.count):
        child = span_of(opened, index, &size)
        if index == place:
            answer = edit_element(editor, child, size, at, depth)
        else:
            answer = copy_element(editor, &editor.own, child, size, depth)
        if answer != OK:
            return answer
    if at == editor.count:
        answer = put_new_element(editor, at, depth)
    elif editor.makes and place >= opened.count:
        answer = put_null_elements(&editor.writer, place - opened.count)
        if answer == OK:
            answer = put_new_element(editor, at + 1, depth)
    return wrap_entries(&editor.writer, base, first, False) if answer == OK else answer


cdef int edit_element(Editor editor, const uint8_t* data, int64_t size, int64_t at, int depth) noexcept nogil:
    """The element that the step `at` names."""
    cdef int64_t start = editor.writer.out.size
    cdef bint is_last = at == editor.count - 1
    cdef int answer
    if is_last and editor.op == DELETE:
        return OK
    if is_last and editor.op == SET:
        return put_new_element(editor, at + 1, depth)
    if is_last and editor.op == INSERT:  # before it
        answer = put_new_element(editor, at + 1, depth)
        return copy_element(editor, &editor.own, data, size, depth) if answer == OK else answer
    answer = put_edited(editor, data, size, at + 1, depth - 1)
    return add_element(&editor.writer, start) if answer == OK else answer


cdef int put_new(Editor editor, int64_t at, int depth) noexcept nogil:
    """The value in the containers that the steps from `at` on ask for."""
    cdef int64_t base = editor.writer.out.size, first = editor.writer.entries.size
    cdef Step* step = &editor.steps[at]
    cdef int answer
    if at == editor.count:
        return put_copy(editor, &editor.other, editor.value, editor.value_size, depth)
    if depth < 1:
        return REJECT
    if step.is_name:
        answer = put_new_field(editor, at, depth)
    else:
        if step.index < 0:
            return UNFIT
        answer = put_null_elements(&editor.writer, step.index)
        if answer == OK:
            answer = put_new_element(editor, at + 1, depth)
    return wrap_entries(&editor.writer, base, first, step.is_name) if answer == OK else answer


cdef int put_new_field(Editor editor, int64_t at, int depth) noexcept nogil:
    """A field of the name of the step `at`, in an object that `depth` counts."""
    cdef int64_t start = editor.writer.out.size
    cdef Step* step = &editor.steps[at]
    cdef int answer = put_new(editor, at + 1, depth - 1)
    if answer != OK:
        return answer
    step.is_used = True
    return add_entry(&editor.writer, step.id, start)


cdef int put_new_element(Editor editor, int64_t at, int depth) noexcept nogil:
    """What the steps from `at` on ask for, in an array that `depth` counts."""
    cdef int64_t start = editor.writer.out.size
    cdef int answer = put_new(editor, at, depth - 1)
    return add_element(&editor.writer, start) if answer == OK else answer
