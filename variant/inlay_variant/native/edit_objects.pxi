# Part of the editor in edit.pyx: objects with some of their fields, and with those of others.


cdef int put_picked(Editor editor, const uint8_t* data, int64_t size, int depth) noexcept nogil:
    """An object with none but the fields that the steps name."""
    cdef int64_t index, at = 0, base = editor.writer.out.size, first = editor.writer.entries.size
    cdef int64_t name_size = 0, child_size = 0
    cdef const uint8_t* name
    cdef const uint8_t* child
    cdef Opened opened
    cdef int order, answer
    if size < 1:
        return REJECT
    if data[0] & 3 != OBJECT:
        return UNFIT
    if depth < 1:
        return REJECT
    answer = open_container(&opened, data, size, editor.own.names)
    if answer < 0:
        return answer
    for index in range(opened.count):
        name = name_of(&opened, editor.own.names, index, &name_size)
        order = 1
        while at < editor.count:
            order = compare(name, name_size, editor.steps[at].name, editor.steps[at].size)
            if order <= 0:
                break
            at += 1
        if at == editor.count:
            break
        if order != 0:
            continue
        child = span_of(&opened, index, &child_size)
        answer = copy_field(editor, &editor.own, &opened, index, child, child_size, depth)
        if answer != OK:
            return close(&opened, answer)
    close(&opened, OK)
    return wrap_entries(&editor.writer, base, first, True)


cdef int put_merged(
    Editor editor, const uint8_t* data, int64_t size, const uint8_t* patch, int64_t patch_size, int depth
) noexcept nogil:
    """RFC 7396: `data` is NULL where there is nothing to patch."""
    cdef Opened mine, theirs
    cdef int answer
    if patch_size < 1 or (data != NULL and size < 1):
        return REJECT
    if patch[0] & 3 != OBJECT:
        return put_copy(editor, &editor.other, patch, patch_size, depth)
    if depth < 1:
        return REJECT
    answer = open_container(&theirs, patch, patch_size, editor.other.names)
    if answer < 0:
        return answer
    mine.count = 0
    mine.ordered = NULL
    if data != NULL and data[0] & 3 == OBJECT:
        answer = open_container(&mine, data, size, editor.own.names)
    if answer == OK:
        answer = merge_fields(editor, &mine, &theirs, depth)
    close(&mine, OK)
    return close(&theirs, answer)


cdef int merge_fields(Editor editor, Opened* mine, Opened* theirs, int depth) noexcept nogil:
    """The fields of both, which are sorted by name."""
    cdef int64_t i = 0, j = 0, start, base = editor.writer.out.size, first = editor.writer.entries.size
    cdef int64_t size = 0, patch_size = 0
    cdef const uint8_t* child
    cdef const uint8_t* patch
    cdef int order, answer = OK
    while answer == OK and (i < mine.count or j < theirs.count):
        order = compare_fields(editor, mine, i, theirs, j)
        start = editor.writer.out.size
        child = span_of(mine, i, &size) if order <= 0 else NULL
        if order < 0:
            answer = copy_field(editor, &editor.own, mine, i, child, size, depth)
        else:
            patch = span_of(theirs, j, &patch_size)
            if patch_size != 1 or patch[0] != 0:
                answer = put_merged(editor, child, size, patch, patch_size, depth - 1)
                if answer == OK:
                    answer = add_field(editor, &editor.other, theirs, j, start)
            j += 1
        if order <= 0:
            i += 1
    return wrap_entries(&editor.writer, base, first, True) if answer == OK else answer


cdef inline int compare_fields(Editor editor, Opened* mine, int64_t i, Opened* theirs, int64_t j) noexcept nogil:
    """Which name comes first; behind its last field, an object has none."""
    cdef int64_t a_size = 0, b_size = 0
    cdef const uint8_t* a
    cdef const uint8_t* b
    if j == theirs.count:
        return -1
    if i == mine.count:
        return 1
    a = name_of(mine, editor.own.names, i, &a_size)
    b = name_of(theirs, editor.other.names, j, &b_size)
    return compare(a, a_size, b, b_size)
