# Part of columnar.pyx: structs in a list that are laid out as others before them, from which values are taken without a walk.
#
# The pass says which structs have the same shape (`validate_alike.pxi`): their fields are the same and lie at the same places,
# and so do their lists and variants. The walk over the first of them writes down what it did, and that is done to the others.


cdef inline void write_step(Run* run, StepKind kind, int column, Bytes p, int64_t value) noexcept nogil:
    cdef Script* script = run.written
    cdef Step* step
    if script.count == MOST_STEPS:
        run.written = NULL
        return
    step = &script.steps[script.count]
    step.kind = kind
    step.column = column
    step.offset = p - run.origin if p != NULL else 0
    step.value = value
    script.count += 1


cdef inline void give_up_script(Run* run) noexcept nogil:
    """There is no step for what the walk does now."""
    run.written = NULL


cdef void forget_scripts(Run* run) noexcept nogil:
    """Another pass counts its shapes from the first again."""
    cdef int at
    if run.scripts != NULL:
        for at in range(SCRIPTS):
            run.scripts[at].shape = 0


cdef uint32_t* shapes_of_list(Run* run, Bytes p, int64_t size, Want* want) noexcept nogil:
    """The shapes of the elements of the list whose header is at `p`; NULL where they are to be walked."""
    cdef ListSpan* span
    if run.written != NULL or want.element.kind != K_STRUCT or want.element.place == NULL or size < INDEXED:
        return NULL
    span = span_at(&run.index, <uint32_t>(p - run.cursor.begin))
    if span == NULL or span.first == NO_STARTS:
        return NULL
    if run.scripts == NULL:
        run.scripts = <Script*>calloc(SCRIPTS, sizeof(Script))
    return run.index.shapes + span.first if run.scripts != NULL else NULL


cdef Bytes walk_alike(Run* run, Bytes p, Want* want, uint32_t shape) noexcept nogil:
    """As `walk_value` of an element of a list."""
    cdef Script* script
    cdef Bytes end
    if shape == 0:
        return walk_value(run, p, want.element)
    script = &run.scripts[shape % SCRIPTS]
    if script.shape == shape and script.want == want:
        if script.is_whole:
            return p + script.size if follow(run, script, p) else NULL
        return walk_value(run, p, want.element)
    script.shape = shape
    script.want = want
    script.count = 0
    run.written = script
    run.origin = p
    end = walk_value(run, p, want.element)
    script.is_whole = run.written != NULL
    script.size = end - p
    run.written = NULL
    return end


cdef bint follow(Run* run, Script* script, Bytes p) noexcept nogil:
    """Does the steps to the struct at `p`; False without memory."""
    cdef Step* step = script.steps
    cdef Step* last = script.steps + script.count
    cdef int64_t value = 0
    while step < last:
        if step.kind == PUT_INTEGER:
            read_integer(&run.cursor, p + step.offset, 10, 64, &value)
            put(run, step.column, value)
        elif step.kind == PUT_CONSTANT:
            put(run, step.column, step.value)
        elif step.kind == PUT_TEXT:
            if not append(run, step.column, p + step.offset, step.value):
                return False
        elif step.kind == BEGIN_ROW:
            if not reserve(run, step.column, 1):
                return False
            run.levels[step.column].position = step.value
            begin_row(run, step.column)
        elif step.kind == PUT_SIZE:
            (<int32_t*>claim_cell(run, step.column))[0] = <int32_t>step.value
        else:
            memcpy(&value, p + step.offset, 8)
            put(run, step.column, value)
        step += 1
    return True
