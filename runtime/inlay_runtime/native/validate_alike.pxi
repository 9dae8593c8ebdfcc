# Part of validate.pyx: structs in a list that are laid out as others before them, which need not be walked.
#
# Column chunks have the same fields, and numbers of the same lengths, from row group to row group or from column to
# column. A shape is what one of them was: its bytes, and which bits of them matter. The walk would accept bytes that
# agree with a shape as it accepted those, at the same length and price: only time depends on shapes.

cdef enum:
    MOST_SHAPES = 128
    NEWEST = 8  # shapes that every struct is held against
    SHAPE_BYTES = 512  # of a larger struct there is no shape
    TRUST = 8  # so many more structs without a shape than with one, and the rest of the list is walked
    TRUST_AGAIN = 2  # of each list after that
    MOST_TRUST = 128

cdef struct Shape:
    int64_t size  # in bytes
    uint32_t serial  # that no other shape of the pass has
    int64_t price  # what the walk has charged
    uint8_t fixed[SHAPE_BYTES]  # the bits that matter
    uint8_t mask[SHAPE_BYTES]  # where these are: all of a header, a size or a member; of a number, what ends it
    uint8_t others[SHAPE_BYTES]  # 0 for the last byte of a number of several, 255 elsewhere

cdef struct Shapes:
    Plan* plan  # whose shapes these are, and how deep they lie
    int depth
    bint is_busy  # with a list: those below it are walked
    int trust
    int count
    int turn  # the next to be replaced
    uint32_t serial  # of the newest
    int64_t room
    uint8_t* predicted  # by position: the shape that was there in the list before, and 1; or 0
    Shape shapes[MOST_SHAPES]


cdef Shapes* shapes_for(Pass* v, Plan* plan, int64_t size) noexcept nogil:
    """The shapes to hold the elements of a list against, or NULL to walk them."""
    cdef Shapes* shapes = <Shapes*>v.shapes
    cdef void* grown
    if plan.is_heavy:
        return NULL
    if shapes == NULL:
        v.shapes = malloc(sizeof(Shapes))
        shapes = <Shapes*>v.shapes
        if shapes == NULL:
            return NULL
        shapes.is_busy = False
        shapes.plan = NULL
        shapes.predicted = NULL
        shapes.room = 0
        shapes.serial = 0
    if shapes.is_busy:
        return NULL
    if size > shapes.room:
        grown = realloc(shapes.predicted, size)
        if grown == NULL:
            return NULL
        shapes.predicted = <uint8_t*>grown
        memset(shapes.predicted + shapes.room, 0, size - shapes.room)
        shapes.room = size
    if shapes.plan != plan or shapes.depth != v.cursor.depth:
        shapes.plan = plan
        shapes.depth = v.cursor.depth
        shapes.turn = shapes.count = 0
        shapes.trust = TRUST
        memset(shapes.predicted, 0, shapes.room)
    return shapes


cdef Bytes check_alike(Pass* v, Bytes p, Plan* plan, int64_t size, size_t first, Shapes* shapes) noexcept nogil:
    """The structs of a list; where they start goes into the index from `first` on."""
    cdef Cursor* c = &v.cursor
    cdef Shape* shape
    cdef Bytes start
    cdef int64_t at
    cdef int64_t budget
    cdef int trust = shapes.trust if shapes.trust > TRUST_AGAIN else TRUST_AGAIN
    cdef int number
    cdef int64_t before
    cdef bint is_noted = first != NO_STARTS and v.index.has_shapes
    shapes.is_busy = True
    for at in range(size):
        if first != NO_STARTS:
            v.index.starts[first + at] = <uint32_t>(p - c.begin)
        begin_element(v, p)
        if trust > 0:
            number = match_shape(c, p, shapes, shapes.predicted[at])
            if number:
                shape = &shapes.shapes[number - 1]
                shapes.predicted[at] = number
                if is_noted:
                    v.index.shapes[first + at] = shape.serial
                trust += trust < MOST_TRUST
                p += shape.size
                c.budget -= shape.price
                if c.budget < 0:
                    return NULL
                continue
            trust -= 1
        start = p
        budget = c.budget
        before = sum_side_effects(v)
        p = check_struct(v, p, plan, NULL)
        if p == NULL:
            return NULL
        if trust > 0 and sum_side_effects(v) == before and note_shape(v, &shapes.shapes[shapes.turn], start, p, plan):
            shapes.shapes[shapes.turn].price = budget - c.budget
            shapes.serial += 1
            shapes.shapes[shapes.turn].serial = shapes.serial
            if is_noted:
                v.index.shapes[first + at] = shapes.serial
            shapes.turn += 1
            shapes.predicted[at] = shapes.turn
            if shapes.count < shapes.turn:
                shapes.count = shapes.turn
            shapes.turn %= MOST_SHAPES
    shapes.is_busy = False
    shapes.trust = trust
    return p


cdef inline int match_shape(Cursor* c, Bytes p, Shapes* shapes, int predicted) noexcept nogil:
    """Which shape a struct has, and 1; 0 if it has none of those that are likely."""
    cdef int number = shapes.turn
    cdef int tried
    if predicted and is_alike(c, p, &shapes.shapes[predicted - 1]):
        return predicted
    for tried in range(NEWEST if shapes.count > NEWEST else shapes.count):
        if number == 0:
            number = shapes.count
        if is_alike(c, p, &shapes.shapes[number - 1]):
            return number
        number -= 1
    return 0


cdef inline int64_t sum_side_effects(Pass* v) noexcept nogil:
    """What changes where a struct is more than its fields, or is to be found in the index."""
    cdef int64_t lists = <int64_t>v.index.list_count if v.index != NULL else 0
    return lists + v.irregular + v.has_maps + (not v.cursor.canonical)


cdef inline bint is_alike(Cursor* c, Bytes p, Shape* shape) noexcept nogil:
    """Whether what matters is the same, and no number is longer than it has to be."""
    cdef uint64_t word, mask, fixed, others
    cdef int64_t at = 0
    if c.end - p < shape.size + 8:
        return False
    while at < shape.size:
        memcpy(&word, p + at, 8)
        memcpy(&mask, shape.mask + at, 8)
        memcpy(&fixed, shape.fixed + at, 8)
        if word & mask != fixed:
            return False
        memcpy(&others, shape.others + at, 8)
        word |= others
        if (word - <uint64_t>0x0101010101010101) & ~word & <uint64_t>0x8080808080808080:
            return False  # a byte is 0
        at += 8
    return True


cdef bint note_shape(Pass* v, Shape* shape, Bytes start, Bytes end, Plan* plan) noexcept nogil:
    """Makes the shape of a struct that the walk has accepted; False if it has none."""
    cdef Cursor c = v.cursor
    cdef int64_t room
    cdef int64_t at
    shape.size = end - start
    room = (shape.size + 7) & ~7
    if room > SHAPE_BYTES:
        return False
    c.is_validated = True
    memset(shape.mask, 0xFF, shape.size)
    memset(shape.mask + shape.size, 0, room - shape.size)
    memset(shape.others, 0xFF, room)
    if note_struct(v, &c, shape, start, start, plan) != end:
        return False
    for at in range(shape.size):
        shape.fixed[at] = start[at] & shape.mask[at]
    memset(shape.fixed + shape.size, 0, room - shape.size)
    return True


cdef Bytes note_struct(Pass* v, Cursor* c, Shape* shape, Bytes start, Bytes p, Plan* plan) noexcept nogil:
    """Where the values of a struct need not be the same."""
    cdef int64_t wire_id = 0
    cdef int64_t field_id
    cdef int wire_type = 0
    cdef Row* row
    while p != NULL:
        p = read_field_header(c, p, &wire_type, &wire_id)
        if p == NULL or wire_type == STOP:
            return p
        field_id = fold_extension(wire_id, wire_type)
        row = row_of(plan, <int>field_id) if field_id < EXTENSION_ID else NULL
        if row != NULL and row.kind != K_BOOL and row.wire == wire_type:
            p = note_value(v, c, shape, start, p, row.type)
        else:
            p = skip(c, p, wire_type)
    return NULL


cdef Bytes note_value(Pass* v, Cursor* c, Shape* shape, Bytes start, Bytes p, Type* type_) noexcept nogil:
    cdef Kind kind = type_.kind
    cdef int64_t size = 0
    cdef int64_t at
    cdef int found = 0
    if kind == K_STRUCT:
        return note_struct(v, c, shape, start, p, type_.plan)
    if kind == K_I64 or kind == K_I32 or kind == K_I16:
        return note_number(shape, start, p, kind)
    if kind == K_LIST:
        p = list_header(c, p, &size, &found)
        for at in range(size):
            if p == NULL or found != type_.element.wire:
                return NULL
            p = note_value(v, c, shape, start, p, type_.element)
        return p
    if kind == K_BINARY or kind == K_BORROWED or (kind == K_STRING and not type_.is_strict and not v.strict):
        p = read_size(c, p, &size)
        if p != NULL:
            memset(shape.mask + (p - start), 0, size)
            p += size
        return p
    return skip_element(c, p, type_.wire)


cdef inline Bytes note_number(Shape* shape, Bytes start, Bytes p, Kind kind) noexcept nogil:
    """It has to end where it did; a longest one may not become larger than its type."""
    cdef int64_t at = p - start
    cdef int64_t last = at
    while start[last] > 0x7F:
        last += 1
    memset(shape.mask + at, 0x80, last - at + 1)
    if last > at:
        shape.others[last] = 0
    if kind == K_I16 and last - at == 2:
        shape.mask[last] = 0xFC
    elif kind == K_I32 and last - at == 4:
        shape.mask[last] = 0xF0
    elif kind == K_I64 and last - at == 9:
        shape.mask[last] = 0xFE
    return start + last + 1
