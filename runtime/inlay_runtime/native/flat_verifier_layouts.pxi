# Part of flat_verifier.pyx: tables that are laid out as others before them, of which only what lies out of line is checked.
#
# Tables of one kind share their vtables. What a vtable says of a table (how long it is, which slots are there, that
# numbers lie within it and are aligned) is the same for each table that has it and is aligned alike. So it is checked
# once, and noted with the slots that have to be checked in every table. Short vectors of tables that many tables share
# are checked once, too; what they cost is charged for each. Only time depends on either.

cdef enum:
    WORTH_LAYOUTS = 1 << 12  # bytes of a buffer from which it is worth to make room for them
    PLACES = 256  # that a layout may have, by its key
    MOST_DESIGNS = 128
    MOST_CHECKED = 1024  # slots, of all layouts
    MOST_PROBES = 8
    ALIGNED_ALIKE = 7  # the bits of a position on which a layout may depend
    MOST_SHARED = 64  # a power of two
    LONGEST_SHARED = 16  # tables in a vector; writers share no longer ones

cdef struct Checked:
    Kind kind  # BOOLEAN, TABLE, VECTOR, STRING, UTF8 and BINARY are followed here; anything else is left to `field`
    uint16_t slot
    uint16_t offset  # in the table
    const Slot* row
    const Type* element
    const TableRow* table
    bint is_bytes

cdef struct Layout:
    const TableRow* row
    int64_t vtable
    int64_t phase
    uint16_t vtable_size
    uint16_t table_size
    int32_t first  # of the slots to check
    int32_t behind  # the last of them

cdef struct SharedTables:
    int64_t position  # 0 for none
    const Type* element
    int64_t depth_left  # at which it was accepted
    int64_t visits
    int64_t price

cdef struct Layouts:
    int32_t count
    int32_t checked_count
    Layout* places[PLACES]  # by key
    SharedTables shared[MOST_SHARED]
    Layout rows[MOST_DESIGNS]
    Checked checked[MOST_CHECKED]


cdef Layouts* make_designs(int64_t size) noexcept:
    """Room for them, or NULL: every table is then checked as the first."""
    if size < WORTH_LAYOUTS:
        return NULL
    cdef Layouts* layouts = <Layouts*>malloc(sizeof(Layouts))
    if layouts != NULL:
        layouts.count = layouts.checked_count = 0
        memset(layouts.places, 0, sizeof(layouts.places))
        memset(layouts.shared, 0, sizeof(layouts.shared))
    return layouts


cdef inline SharedTables* find_shared_tables(const Pass* s, const Type* element, int64_t length, int64_t at) noexcept nogil:
    """What is known of the vector at a position, or where to note it: then without a position. NULL if it is not noted."""
    cdef SharedTables* shared
    if s.layouts == NULL or length > LONGEST_SHARED:
        return NULL
    shared = &s.layouts.shared[(at >> 2) & (MOST_SHARED - 1)]
    if shared.position != at or shared.element != element or shared.depth_left > s.depth_left:
        shared.position = 0
    return shared


cdef inline uint32_t key_of(int64_t position, int64_t vtable, const TableRow* row) noexcept nogil:
    cdef uint32_t key = <uint32_t>vtable + (<uint32_t>(position & ALIGNED_ALIKE) << 20) + (<uint32_t>row.first << 24)
    return (key * <uint32_t>2654435761) >> 24


cdef inline const Layout* layout_of(const Pass* s, int64_t position, int64_t vtable, const TableRow* row) noexcept nogil:
    """The layout of a table, or NULL if none is known."""
    cdef const Layout* layout
    cdef uint32_t key
    cdef int probe
    if s.layouts == NULL:
        return NULL
    key = key_of(position, vtable, row)
    for probe in range(MOST_PROBES):
        layout = s.layouts.places[key]
        if layout == NULL:
            return NULL
        if layout.vtable == vtable and layout.row == row and layout.phase == position & ALIGNED_ALIKE:
            return layout
        key = (key + 1) & (PLACES - 1)
    return NULL


cdef inline bint verify_known_table(Pass* s, int64_t position, const Layout* layout) noexcept nogil:
    """The slots of a table that differ from table to table."""
    cdef const Checked* checked = s.layouts.checked + layout.first
    cdef const Checked* behind = s.layouts.checked + layout.behind
    cdef int64_t at
    while checked < behind:
        at = position + checked.offset
        if checked.kind == TABLE:
            at = follow(s, at)
            if at == 0 or not verify_table(s, at, checked.table):
                return False
        elif checked.kind == VECTOR:
            at = follow(s, at)
            if at == 0:
                return False
            if checked.element.kind == SCALAR:
                if length_of(s, checked.element, checked.is_bytes, at) < 0:
                    return False
            elif not verify_vector(s, checked.element, checked.is_bytes, at):
                return False
        elif checked.kind == STRING or checked.kind == UTF8 or checked.kind == BINARY:
            at = follow(s, at)
            if at == 0 or not verify_string(s, checked.kind, at):
                return False
        elif checked.kind == BOOLEAN:
            if s.buffer[at] > 1:
                return False
        elif not verify_known_field(s, position, layout, checked):
            return False
        checked += 1
    return True


cdef bint verify_known_field(Pass* s, int64_t position, const Layout* layout, const Checked* checked) noexcept nogil:
    cdef const uint8_t* entry = s.buffer + layout.vtable + 4
    cdef int32_t entries = (layout.vtable_size - 4) >> 1
    return verify_field(s, position, layout.table_size, checked.offset, entry, checked.slot, entries, checked.row)


cdef void note_layout(Pass* s, int64_t position, int64_t vtable, const TableRow* row) noexcept nogil:
    """Of a table that was accepted, if there is room."""
    cdef Layouts* layouts = s.layouts
    cdef const uint8_t* entry = s.buffer + vtable
    cdef int32_t slot, entries = (load_u16(entry) - 4) >> 1
    cdef uint32_t key = key_of(position, vtable, row)
    cdef int probes = 0
    cdef Layout* layout
    cdef const Type* type_
    if entries > row.slots:
        entries = row.slots
    if layouts == NULL or layouts.count == MOST_DESIGNS or layouts.checked_count + entries > MOST_CHECKED:
        return
    while layouts.places[key] != NULL:
        key = (key + 1) & (PLACES - 1)
        probes += 1
        if probes == MOST_PROBES:
            return
    layout = &layouts.rows[layouts.count]
    layout.row = row
    layout.vtable = vtable
    layout.phase = position & ALIGNED_ALIKE
    layout.vtable_size = load_u16(entry)
    layout.table_size = load_u16(entry + 2)
    layout.first = layouts.checked_count
    entry += 4
    for slot in range(entries):
        if load_u16(entry + 2 * slot) == 0:
            continue
        type_ = &s.types[s.slots[row.first + slot].type]
        if type_.alignment > ALIGNED_ALIKE + 1:
            layouts.checked_count = layout.first
            return
        if not is_settled(type_, entry, slot, entries):
            note_checked(s, &layouts.checked[layouts.checked_count], type_, slot, &s.slots[row.first + slot], entry)
            layouts.checked_count += 1
    layout.behind = layouts.checked_count
    layouts.count += 1
    layouts.places[key] = layout


cdef inline void note_checked(
    Pass* s, Checked* checked, const Type* type_, int32_t slot, const Slot* row, const uint8_t* entry
) noexcept nogil:
    checked.kind = type_.kind
    checked.slot = slot
    checked.offset = load_u16(entry + 2 * slot)
    checked.row = row
    checked.element = &s.types[type_.other] if type_.kind == VECTOR else NULL
    checked.table = &s.tables[type_.other] if type_.kind == TABLE else NULL
    checked.is_bytes = type_.is_bytes


cdef inline bint is_settled(const Type* type_, const uint8_t* entry, int32_t slot, int32_t entries) noexcept nogil:
    """Whether a slot that was accepted in a table is so in every other with its vtable."""
    if type_.kind == TAG:
        return slot + 1 < entries and load_u16(entry + 2 * (slot + 1)) != 0
    if type_.kind == FIXED:
        return type_.count == 0
    return type_.kind == NOTHING or type_.kind == SCALAR or type_.kind == TAGS
