# Part of the editor in edit.pyx: values as they are, and without nulls.


cdef int put_copy(Editor editor, UsedNames* uses, const uint8_t* data, int64_t size, int depth) noexcept nogil:
    """A value as it is; without nulls inside where these are stripped."""
    cdef int64_t index, base = editor.writer.out.size, first = editor.writer.entries.size, child_size = 0
    cdef const uint8_t* child
    cdef Opened opened
    cdef bint is_object, strips
    cdef int answer
    if size < 1:
        return REJECT
    if data[0] & 3 < OBJECT:
        return put_scalar(&editor.writer, data, size)
    if depth < 1:
        return REJECT
    answer = open_container(&opened, data, size, uses.names)
    if answer < 0:
        return answer
    is_object = data[0] & 3 == OBJECT
    strips = editor.op == STRIP and (is_object or editor.flag)
    for index in range(opened.count):
        child = span_of(&opened, index, &child_size)
        if strips and child_size == 1 and child[0] == 0:
            continue
        if is_object:
            answer = copy_field(editor, uses, &opened, index, child, child_size, depth)
        else:
            answer = copy_element(editor, uses, child, child_size, depth)
        if answer != OK:
            return close(&opened, answer)
    close(&opened, OK)
    return wrap_entries(&editor.writer, base, first, is_object)


cdef int copy_field(
    Editor editor, UsedNames* uses, Opened* opened, int64_t index, const uint8_t* data, int64_t size, int depth
) noexcept nogil:
    """A field, whose value is data[:size], of an object that `depth` counts."""
    cdef int64_t start = editor.writer.out.size
    cdef int answer = put_copy(editor, uses, data, size, depth - 1)
    return add_field(editor, uses, opened, index, start) if answer == OK else answer


cdef int copy_element(
    Editor editor, UsedNames* uses, const uint8_t* data, int64_t size, int depth
) noexcept nogil:
    cdef int64_t start = editor.writer.out.size
    cdef int answer = put_copy(editor, uses, data, size, depth - 1)
    return add_element(&editor.writer, start) if answer == OK else answer


cdef inline int add_field(
    Editor editor, UsedNames* uses, Opened* opened, int64_t index, int64_t start
) noexcept nogil:
    """Notes the field whose value was written from `start` on, and that its name is used."""
    cdef uint32_t id_ = id_of(opened, index)
    uses.used[id_] = 1
    return add_entry(&editor.writer, uses.numbers[id_], start)
