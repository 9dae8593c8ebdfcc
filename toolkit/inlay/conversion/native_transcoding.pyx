# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Row groups, from the bytes of a FlatBuffer to those of Thrift, with no objects between.

It executes what `inlay.conversion.transcoding` makes of the declarations, and takes what is plain. Whatever is not
(an extension, encryption, a slot that is missing, a length that its type does not have) is left to the records: they
raise, or know better. Somebody may have vouched for a buffer wrongly, so every read is compared with its end.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy

from inlay_runtime.native.little_endian cimport u16, u32, u64

cdef enum:
    DONE = 0
    IRREGULAR = -1
    NO_MEMORY = -2
    MOST_PARTS = 4
    BOUND_SLOTS = 13
    LONGEST_SUFFIX = 16
    NO_TYPE = -1000
    LARGEST = 1 << 30  # bytes to write
    WIRE_STRUCT = 12

cdef enum:  # `Kind` of the pure side
    K_BYTE
    K_INTEGER
    K_BOOL
    K_DOUBLE
    K_BYTES
    K_STRUCT
    K_UNION
    K_INTEGERS
    K_TEXTS
    K_STRUCTS
    K_COLUMNS
    K_TYPE
    K_PATH
    K_NUM_VALUES
    K_MAX
    K_MIN
    K_MAX_VALUE
    K_MIN_VALUE
    K_MAX_EXACT
    K_MIN_EXACT

cdef enum:  # the slots of packed bounds: those of a minimum, then those of a maximum
    LO4
    LO8
    HI8
    LENGTH
    PREFIX = 8
    MAX_EQUALS
    MIN_EQUALS
    WHOLE_MAX
    WHOLE_MIN

cdef enum:
    T_INT32 = 1
    T_INT64
    T_INT96
    T_FLOAT
    T_DOUBLE
    T_BYTE_ARRAY
    T_FIXED


cdef struct Steps


cdef struct Step:
    int field_id
    int wire
    int element  # the wire type of elements
    int kind
    int slot
    int part  # the number of the part that the slot is in, or -1
    int size  # of a scalar, or of an element
    bint has_default
    int64_t default
    bint is_required
    bint is_filled  # absent is an empty list
    bint zero_is_absent
    int explicit  # a slot, or -1
    int beside  # of the columns: the slot of the number of rows
    Steps* below


cdef struct Steps:
    int count
    Step* steps  # by ascending field id
    int refused_count
    int refused[4]  # slots that are left to the records: unknown fields, extensions
    int part_count
    int parts[MOST_PARTS]
    int part_refused[MOST_PARTS]
    bint has_bounds
    int bounds[BOUND_SLOTS]


cdef class StructPlan:
    """The steps of one struct."""

    cdef Steps plan
    cdef list kept

    def __init__(self, steps, refused, parts, bounds):
        """`steps` are dicts by the names above, ascending; `parts` pairs of a slot and of one that is refused in it."""
        cdef Step* step
        self.kept = [step_["below"] for step_ in steps]
        self.plan.count = len(steps)
        self.plan.steps = <Step*>calloc(len(steps) + 1, sizeof(Step))
        if self.plan.steps == NULL:
            raise MemoryError
        self.plan.refused_count = len(refused)
        for at, slot in enumerate(refused):
            self.plan.refused[<int>at] = slot
        self.plan.part_count = len(parts)
        for at, (slot, refused_slot) in enumerate(parts):
            self.plan.parts[<int>at], self.plan.part_refused[<int>at] = slot, refused_slot
        self.plan.has_bounds = bounds is not None
        for at, slot in enumerate(bounds or ()):
            self.plan.bounds[<int>at] = slot
        for at, made in enumerate(steps):
            step = &self.plan.steps[<int>at]
            step.field_id, step.wire, step.element = made["field_id"], made["wire"], made["element"]
            step.kind, step.slot, step.part, step.size = made["kind"], made["slot"], made["part"], made["size"]
            step.has_default, step.default = made["default"] is not None, made["default"] or 0
            step.is_required, step.is_filled = made["is_required"], made["is_filled"]
            step.zero_is_absent, step.explicit = made["zero_is_absent"], made["explicit"]
            step.beside = made["beside"]
            if made["below"] is not None:
                step.below = &(<StructPlan>made["below"]).plan

    def __dealloc__(self):
        free(self.plan.steps)


cdef struct Leaf:
    int type
    const uint8_t* path  # as Thrift has it, or NULL
    size_t size
    int64_t characters
    int64_t depth


cdef struct Here:
    # the table that is read
    Py_ssize_t position
    Py_ssize_t entries  # of its vtable
    int slots


cdef struct Bound:
    bint is_there
    bint is_exact
    bint is_old_equal  # to the deprecated one, which is there
    const uint8_t* head
    Py_ssize_t head_size
    uint8_t tail[LONGEST_SUFFIX]
    int tail_size


cdef struct Run:
    const uint8_t* data
    Py_ssize_t size
    uint8_t* out
    size_t written
    size_t room
    int64_t container
    int64_t binary
    Leaf* leaves
    Py_ssize_t leaf_count
    const Leaf* leaf  # of the column, or NULL
    int64_t num_rows
    int64_t paths_left
    int64_t paths_in_all
    int64_t for_each_path
    Bound minimum
    Bound maximum


def with_row_groups(
    bytes buffer not None, int slot, StructPlan group, list leaves, limits, paths, bytes before not None, bytes behind not None
):
    """The list of row groups, its header included, between two other pieces; None for what is left to the records.

    `leaves` are tuples of type, path in Thrift's bytes, characters and names in it; `limits` those of lists and binaries;
    `paths` what the paths may take: to begin with, for each of them, and in all.
    """
    cdef Run r
    cdef int state
    cdef Leaf* leaf
    cdef const char* start_of_before = PyBytes_AS_STRING(before)
    cdef const char* start_of_behind = PyBytes_AS_STRING(behind)
    cdef Py_ssize_t size_of_before = PyBytes_GET_SIZE(before)
    cdef Py_ssize_t size_of_behind = PyBytes_GET_SIZE(behind)
    r.data = <const uint8_t*>PyBytes_AS_STRING(buffer)
    r.size = PyBytes_GET_SIZE(buffer)
    r.out = NULL
    r.written = r.room = 0
    r.container, r.binary = limits
    r.paths_left, r.for_each_path, r.paths_in_all = paths
    r.leaf = NULL
    r.num_rows = 0
    r.leaf_count = len(leaves)
    r.leaves = <Leaf*>calloc(len(leaves) + 1, sizeof(Leaf))
    if r.leaves == NULL:
        raise MemoryError
    try:
        for at, (type_, path, characters, depth) in enumerate(leaves):
            leaf = &r.leaves[<Py_ssize_t>at]
            leaf.type = NO_TYPE if type_ is None else type_
            leaf.characters, leaf.depth = characters, depth
            if path is not None:  # `leaves` keeps it
                leaf.path, leaf.size = <const uint8_t*>PyBytes_AS_STRING(path), PyBytes_GET_SIZE(path)
        with nogil:
            state = grow(&r, r.size)  # most of what it takes
            if state == DONE:
                state = raw(&r, start_of_before, size_of_before)
            if state == DONE:
                state = write_groups(&r, slot, &group.plan)
            if state == DONE:
                state = raw(&r, start_of_behind, size_of_behind)
        if state == NO_MEMORY:
            raise MemoryError
        return PyBytes_FromStringAndSize(<char*>r.out, r.written) if state == DONE else None
    finally:
        free(r.leaves)
        free(r.out)


cdef int write_groups(Run* r, int slot, const Steps* plan) noexcept nogil:
    cdef Here root
    cdef Py_ssize_t at
    if not lies(r, 0, 4) or not find(r, u32(r.data), &root):
        return IRREGULAR
    at = place_of(r, &root, slot)
    return empty(r, WIRE_STRUCT) if at == 0 else write_structs(r, at, WIRE_STRUCT, plan, False)


# Reading


cdef inline bint lies(const Run* r, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    return 0 <= at <= r.size and 0 <= size <= r.size - at


cdef inline Py_ssize_t follow(const Run* r, Py_ssize_t at) noexcept nogil:
    """Where an offset leads; -1 beyond the end."""
    return at + u32(r.data + at) if lies(r, at, 4) else -1


cdef bint find(const Run* r, Py_ssize_t position, Here* here) noexcept nogil:
    cdef Py_ssize_t vtable
    cdef uint16_t size
    if not lies(r, position, 4):
        return False
    vtable = position - <int32_t>u32(r.data + position)
    if not lies(r, vtable, 4):
        return False
    size = u16(r.data + vtable)
    if size < 4 or not lies(r, vtable, size):
        return False
    here.position = position
    here.entries = vtable + 4
    here.slots = (size - 4) >> 1
    return True


cdef inline Py_ssize_t place_of(const Run* r, const Here* here, int slot) noexcept nogil:
    """Where the value in a slot is, or 0 where it is absent."""
    cdef uint16_t offset = u16(r.data + here.entries + 2 * slot) if slot < here.slots else 0
    return here.position + offset if offset else 0


cdef inline int64_t number_at(const uint8_t* at, int size) noexcept nogil:
    if size == 8:
        return <int64_t>u64(at)
    if size == 4:
        return <int32_t>u32(at)
    if size == 1:
        return <int8_t>at[0]
    return <int16_t>u16(at)


cdef inline bint is_true(const Run* r, const Here* here, int slot) noexcept nogil:
    cdef Py_ssize_t at = place_of(r, here, slot)
    return at != 0 and lies(r, at, 1) and r.data[at] != 0


# Writing


cdef int grow(Run* r, size_t size) noexcept nogil:
    cdef size_t room = r.room + r.room // 2 + size + 4096
    cdef void* grown
    if room > LARGEST:
        return IRREGULAR
    grown = realloc(r.out, room)
    if grown == NULL:
        return NO_MEMORY
    r.out = <uint8_t*>grown
    r.room = room
    return DONE


cdef inline int have(Run* r, size_t size) noexcept nogil:
    return grow(r, size) if r.room - r.written < size else DONE


cdef int raw(Run* r, const char* data, Py_ssize_t size) noexcept nogil:
    cdef int state = have(r, size)
    if state == DONE:
        memcpy(r.out + r.written, data, size)
        r.written += size
    return state


cdef inline void byte(Run* r, uint8_t value) noexcept nogil:
    r.out[r.written] = value
    r.written += 1


cdef inline void varint(Run* r, uint64_t value) noexcept nogil:
    while value > 0x7F:
        byte(r, <uint8_t>(value & 0x7F | 0x80))
        value >>= 7
    byte(r, <uint8_t>value)


cdef inline void integer(Run* r, int64_t value) noexcept nogil:
    varint(r, (<uint64_t>value << 1) ^ <uint64_t>(value >> 63))


cdef inline void header(Run* r, int field_id, int wire, int* last) noexcept nogil:
    """There is room for it."""
    cdef int delta = field_id - last[0]
    if 0 < delta < 16:
        byte(r, <uint8_t>(delta << 4 | wire))
    else:
        byte(r, <uint8_t>wire)
        integer(r, field_id)
    last[0] = field_id


cdef int list_header(Run* r, Py_ssize_t count, int element) noexcept nogil:
    cdef int state
    if count > r.container:
        return IRREGULAR
    state = have(r, 10)
    if state == DONE:
        if count < 15:
            byte(r, <uint8_t>(count << 4 | element))
        else:
            byte(r, <uint8_t>(0xF0 | element))
            varint(r, count)
    return state


cdef int empty(Run* r, int element) noexcept nogil:
    return list_header(r, 0, element)


cdef int sized(Run* r, Py_ssize_t at) noexcept nogil:
    """A binary: what the offset leads to."""
    cdef Py_ssize_t size
    cdef int state
    at = follow(r, at)
    if not lies(r, at, 4):
        return IRREGULAR
    size = u32(r.data + at)
    if not lies(r, at + 4, size) or size > r.binary:
        return IRREGULAR
    state = have(r, size + 10)
    if state == DONE:
        varint(r, size)
        memcpy(r.out + r.written, r.data + at + 4, size)
        r.written += size
    return state


# Structs


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
        byte(r, 0)
    return state


cdef int write_field(Run* r, const Here* here, const Step* step, int* last) noexcept nogil:
    cdef Py_ssize_t at = place_of(r, here, step.slot)
    cdef int64_t value
    cdef int state = have(r, 24)
    if state != DONE:
        return state
    if step.kind <= K_BOOL:
        if at:
            if not lies(r, at, step.size):
                return IRREGULAR
            value = number_at(r.data + at, step.size)
        elif step.has_default:
            value = step.default
        else:
            return IRREGULAR if step.is_required else DONE
        if value == 0 and step.zero_is_absent and (step.explicit < 0 or not is_true(r, here, step.explicit)):
            return DONE
        if step.kind == K_BOOL:
            header(r, step.field_id, 1 if value else 2, last)
            return DONE
        header(r, step.field_id, step.wire, last)
        if step.kind == K_BYTE:
            byte(r, <uint8_t>value)
        else:
            integer(r, value)
        return DONE
    if step.kind >= K_TYPE:
        return write_computed(r, at, step, last)
    if at == 0 and step.kind != K_DOUBLE:
        if step.is_filled:
            header(r, step.field_id, step.wire, last)
            return empty(r, step.element)
        return IRREGULAR if step.is_required else DONE
    if step.kind == K_DOUBLE:
        if at == 0:
            if not step.has_default:
                return IRREGULAR if step.is_required else DONE
            header(r, step.field_id, step.wire, last)
            value = step.default  # its bits
            memcpy(r.out + r.written, &value, 8)
        else:
            if not lies(r, at, 8):
                return IRREGULAR
            header(r, step.field_id, step.wire, last)
            memcpy(r.out + r.written, r.data + at, 8)
        r.written += 8
        return DONE
    if step.kind == K_UNION:
        return IRREGULAR
    header(r, step.field_id, step.wire, last)
    if step.kind == K_BYTES:
        return sized(r, at)
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


cdef bint read_rows(Run* r, const Here* here, int slot) noexcept nogil:
    cdef Py_ssize_t at = place_of(r, here, slot)
    r.num_rows = 0
    if at:
        if not lies(r, at, 8):
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
    if not lies(r, at, 4):
        return IRREGULAR
    count = u32(r.data + at)
    if not lies(r, at + 4, 4 * count):
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
    if not lies(r, at, 4):
        return IRREGULAR
    count = u32(r.data + at)
    if not lies(r, at + 4, step.size * count):
        return IRREGULAR
    state = list_header(r, count, step.element)
    if state == DONE:
        state = have(r, 10 * count)
    if state == DONE:
        for number in range(count):
            integer(r, number_at(r.data + at + 4 + step.size * number, step.size))
    return state


cdef int write_texts(Run* r, Py_ssize_t at, int element) noexcept nogil:
    cdef Py_ssize_t count, number
    cdef int state
    at = follow(r, at)
    if not lies(r, at, 4):
        return IRREGULAR
    count = u32(r.data + at)
    if not lies(r, at + 4, 4 * count):
        return IRREGULAR
    state = list_header(r, count, element)
    for number in range(count):
        if state != DONE:
            return state
        state = sized(r, at + 4 + 4 * number)
    return state


# What code fills: see `from_flat.py` and `chunk_statistics.py`, which say the same of records


cdef int write_computed(Run* r, Py_ssize_t at, const Step* step, int* last) noexcept nogil:
    if step.kind == K_NUM_VALUES:
        if at and not lies(r, at, 8):
            return IRREGULAR
        header(r, step.field_id, step.wire, last)
        integer(r, number_at(r.data + at, 8) if at else r.num_rows)
        return DONE
    if step.kind == K_TYPE:
        return write_type(r, at, step, last)
    if step.kind == K_PATH:
        return write_path(r, at, step, last)
    if step.kind == K_MAX_EXACT or step.kind == K_MIN_EXACT:
        if (r.maximum if step.kind == K_MAX_EXACT else r.minimum).is_exact:
            header(r, step.field_id, 1, last)
        return DONE
    if step.kind == K_MAX_VALUE or step.kind == K_MAX:
        return write_bound(r, &r.maximum, at, step, last)
    return write_bound(r, &r.minimum, at, step, last)


cdef int write_type(Run* r, Py_ssize_t at, const Step* step, int* last) noexcept nogil:
    if at == 0 and (r.leaf == NULL or r.leaf.type == NO_TYPE):
        return IRREGULAR
    if at and not lies(r, at, 1):
        return IRREGULAR
    header(r, step.field_id, step.wire, last)
    integer(r, number_at(r.data + at, 1) if at else r.leaf.type)
    return DONE


cdef int write_path(Run* r, Py_ssize_t at, const Step* step, int* last) noexcept nogil:
    cdef int state
    header(r, step.field_id, step.wire, last)
    if at:
        return write_texts(r, at, step.element)
    if r.leaf == NULL or r.leaf.path == NULL:
        return IRREGULAR
    r.paths_left += r.for_each_path - r.leaf.depth
    if r.paths_left < 0:
        return IRREGULAR
    r.paths_left -= r.leaf.characters
    r.paths_in_all -= r.leaf.characters + r.leaf.depth
    if r.paths_left < 0 or r.paths_in_all < 0:
        return IRREGULAR
    state = have(r, r.leaf.size)
    if state == DONE:
        memcpy(r.out + r.written, r.leaf.path, r.leaf.size)
        r.written += r.leaf.size
    return state


cdef int write_bound(Run* r, const Bound* bound, Py_ssize_t at, const Step* step, int* last) noexcept nogil:
    """A deprecated one equals the other, or is in a slot of its own."""
    cdef Py_ssize_t size = bound.head_size + bound.tail_size
    cdef int state
    if step.kind == K_MAX or step.kind == K_MIN:
        if not bound.is_old_equal:
            if at == 0:
                return DONE
            header(r, step.field_id, step.wire, last)
            return sized(r, at)
        if at or not bound.is_there:
            return IRREGULAR
    if not bound.is_there:
        return DONE
    if size > r.binary:
        return IRREGULAR
    header(r, step.field_id, step.wire, last)
    state = have(r, size + 10)
    if state == DONE:
        varint(r, size)
        memcpy(r.out + r.written, bound.head, bound.head_size)
        r.written += bound.head_size
        memcpy(r.out + r.written, bound.tail, bound.tail_size)
        r.written += bound.tail_size
    return state


cdef bint read_bounds(Run* r, const Here* here, const int* slots) noexcept nogil:
    """Minimum and maximum of the statistics: whole ones before packed ones."""
    cdef const uint8_t* prefix = r.data
    cdef Py_ssize_t prefix_size = 0
    cdef Py_ssize_t at = place_of(r, here, slots[PREFIX])
    if at and not find_bytes(r, at, &prefix, &prefix_size):
        return False
    if not unpack(r, here, slots, &r.minimum, prefix, prefix_size):
        return False
    if not unpack(r, here, slots + 4, &r.maximum, prefix, prefix_size):
        return False
    r.minimum.is_old_equal = is_true(r, here, slots[MIN_EQUALS])
    r.maximum.is_old_equal = is_true(r, here, slots[MAX_EQUALS])
    return take_whole(r, here, slots[WHOLE_MIN], &r.minimum) and take_whole(r, here, slots[WHOLE_MAX], &r.maximum)


cdef bint find_bytes(const Run* r, Py_ssize_t at, const uint8_t** data, Py_ssize_t* size) noexcept nogil:
    at = follow(r, at)
    if not lies(r, at, 4):
        return False
    size[0] = u32(r.data + at)
    data[0] = r.data + at + 4
    return lies(r, at + 4, size[0])


cdef bint take_whole(const Run* r, const Here* here, int slot, Bound* bound) noexcept nogil:
    cdef Py_ssize_t at = place_of(r, here, slot)
    if at == 0:
        return True
    bound.is_there = True
    bound.tail_size = 0
    return find_bytes(r, at, &bound.head, &bound.head_size)


cdef bint unpack(
    const Run* r, const Here* here, const int* slots, Bound* bound, const uint8_t* prefix, Py_ssize_t prefix_size
) noexcept nogil:
    """A packed bound; False for a length that the type does not have."""
    cdef Py_ssize_t at = place_of(r, here, slots[LENGTH])
    cdef int type_ = NO_TYPE if r.leaf == NULL else r.leaf.type
    cdef uint64_t lo4, lo8, hi8
    cdef int length, size
    bound.is_there = bound.is_exact = False
    bound.head, bound.head_size, bound.tail_size = r.data, 0, 0
    if at == 0 or not T_INT32 <= type_ <= T_FIXED:
        return True
    if not lies(r, at, 1):
        return False
    length = <int8_t>r.data[at]
    bound.is_exact = length >= 0
    length = length if length >= 0 else -length
    if not part_of(r, here, slots[LO4], 4, &lo4) or not part_of(r, here, slots[LO8], 8, &lo8):
        return False
    if not part_of(r, here, slots[HI8], 8, &hi8):
        return False
    bound.is_there = True
    bound.tail_size = length
    if type_ == T_BYTE_ARRAY or type_ == T_FIXED:
        bound.head, bound.head_size = prefix, prefix_size
        put_big(bound.tail, lo8)
        put_big(bound.tail + 8, hi8)
        return length <= LONGEST_SUFFIX
    size = 4 if type_ == T_INT32 or type_ == T_FLOAT else 12 if type_ == T_INT96 else 8
    if size != 8:
        memcpy(bound.tail, &lo4, 4)
    if size != 4:
        memcpy(bound.tail + (size - 8), &lo8, 8)
    return length == size


cdef bint part_of(const Run* r, const Here* here, int slot, int size, uint64_t* value) noexcept nogil:
    cdef Py_ssize_t at = place_of(r, here, slot)
    value[0] = 0
    if at:
        if not lies(r, at, size):
            return False
        memcpy(value, r.data + at, size)
    return True


cdef void put_big(uint8_t* to, uint64_t value) noexcept nogil:
    cdef int at
    for at in range(8):
        to[at] = <uint8_t>(value >> (56 - 8 * at))
