# What the rows of a ledger add up to: `purposes`, `totals` and `bar` are the specifications.


def find_purposes(array.array start not None, array.array length not None, array.array kind not None, of_kind, wholes, int other):
    """The purpose of each row. `of_kind` has that of each kind; `wholes`, of kinds that all inside of them belong to, or -1."""
    cdef Py_ssize_t rows = len(kind)
    cdef array.array purposes = array.clone(kind, rows, zero=False)
    cdef int[128] by_kind
    cdef int[128] by_whole
    cdef int64_t until = 0
    cdef int64_t at
    cdef int whole = other
    cdef int purpose, number
    cdef Py_ssize_t row
    for row in range(len(of_kind)):
        by_kind[row], by_whole[row] = of_kind[row], wholes[row]
    for row in range(rows):
        at = start.data.as_longlongs[row]
        number = kind.data.as_schars[row]
        if at >= until and by_whole[number] >= 0:
            until, whole = at + length.data.as_longlongs[row], by_whole[number]
        purpose = by_kind[number]
        purposes.data.as_schars[row] = <signed char>(whole if at < until and purpose != other else purpose)
    return purposes


cdef struct Group:
    int column
    int kind
    int encoding
    int purpose
    int64_t size
    int64_t owners


cdef class GroupTable:
    """Groups in the order in which they were first met, and a table that finds them by hash."""

    cdef Group* groups
    cdef int* places
    cdef Py_ssize_t count
    cdef Py_ssize_t room  # of the table: a power of two, twice that of the groups

    def __cinit__(self):
        self.groups = NULL
        self.places = NULL
        self.count = self.room = 0
        self.grow(1024)

    def __dealloc__(self):
        free(self.groups)
        free(self.places)

    cdef int grow(self, Py_ssize_t room) except -1:
        cdef Py_ssize_t at
        cdef void* groups = realloc(self.groups, room // 2 * sizeof(Group))
        if groups == NULL:
            raise MemoryError
        self.groups = <Group*>groups
        cdef void* places = realloc(self.places, room * sizeof(int))
        if places == NULL:
            raise MemoryError
        self.places = <int*>places
        self.room = room
        memset(self.places, 0xFF, room * sizeof(int))
        for at in range(self.count):
            self.places[self.slot_of(&self.groups[at])] = <int>at
        return 0

    cdef inline Py_ssize_t slot_of(self, const Group* key) noexcept:
        cdef uint32_t rest = <uint32_t>key.encoding ^ <uint32_t>(key.kind * 64 + key.purpose) << 8
        cdef uint32_t mixed = (<uint32_t>key.column * <uint32_t>2654435769 ^ rest) * <uint32_t>2246822519
        cdef Py_ssize_t slot = <Py_ssize_t>(mixed ^ mixed >> 15) & (self.room - 1)
        while self.places[slot] >= 0 and not is_alike(&self.groups[self.places[slot]], key):
            slot = (slot + 1) & (self.room - 1)
        return slot

    cdef inline Py_ssize_t place_of(self, const Group* key) except -1:
        """Where the group is, which is new where it was not met before."""
        cdef Py_ssize_t slot = self.slot_of(key)
        if self.places[slot] < 0:
            if 2 * (self.count + 1) > self.room:
                self.grow(2 * self.room)
                slot = self.slot_of(key)
            self.groups[self.count] = key[0]
            self.groups[self.count].size = self.groups[self.count].owners = 0
            self.places[slot] = <int>self.count
            self.count += 1
        return self.places[slot]


cdef inline bint is_alike(const Group* one, const Group* other) noexcept:
    return (
        one.column == other.column and one.kind == other.kind and one.encoding == other.encoding
        and one.purpose == other.purpose
    )


def group_owners(
    array.array column not None, array.array kind not None, array.array encoding not None, array.array purpose not None,
    array.array own not None, array.array parent not None, parts,
):
    """Column, kind, encoding, purpose, bytes and number of the owners that are alike, as six arrays of the types of `totals`. `parts`
    are the kinds of parts of modules, which count as the module."""
    cdef GroupTable table = GroupTable()
    cdef Py_ssize_t row, place
    cdef Py_ssize_t last = -1
    cdef Group key
    cdef bint[128] is_part
    cdef Group* group
    memset(is_part, 0, sizeof(is_part))
    for row in parts:
        is_part[row] = True
    for row in range(len(own)):
        key.size = own.data.as_longlongs[row]
        if not key.size:
            continue
        key.column, key.encoding = column.data.as_ints[row], encoding.data.as_ints[row]
        key.kind, key.purpose = kind.data.as_schars[row], purpose.data.as_schars[row]
        if is_part[key.kind]:
            key.kind = kind.data.as_schars[parent.data.as_ints[row]]
        if last < 0 or not is_alike(&table.groups[last], &key):
            last = table.place_of(&key)
        table.groups[last].size += key.size
        table.groups[last].owners += 1
    cdef list made = [array.clone(array.array(code), table.count, zero=False) for code in "ibibqq"]
    for row in range(table.count):
        group = &table.groups[row]
        (<array.array>made[0]).data.as_ints[row] = group.column
        (<array.array>made[1]).data.as_schars[row] = <signed char>group.kind
        (<array.array>made[2]).data.as_ints[row] = group.encoding
        (<array.array>made[3]).data.as_schars[row] = <signed char>group.purpose
        (<array.array>made[4]).data.as_longlongs[row] = group.size
        (<array.array>made[5]).data.as_longlongs[row] = group.owners
    return made


def list_stretches(array.array start not None, array.array own not None, array.array purpose not None, int first, int64_t size):
    """Where a purpose begins, where it ends, and which one that is: three arrays, from the first byte of the file to its last."""
    cdef Py_ssize_t rows = len(own)
    cdef Py_ssize_t row
    cdef Py_ssize_t count = 0
    cdef Py_ssize_t room = 0
    cdef int64_t begin = 0
    cdef int last = first
    cdef array.array begins = array.array("q")
    cdef array.array ends = array.array("q")
    cdef array.array purposes = array.array("b")
    for row in range(rows + 1):
        if row < rows and (not own.data.as_longlongs[row] or purpose.data.as_schars[row] == last):
            continue
        if count == room:
            room += ROWS_AT_ONCE
            array.resize_smart(begins, room)
            array.resize_smart(ends, room)
            array.resize_smart(purposes, room)
        begins.data.as_longlongs[count] = begin
        ends.data.as_longlongs[count] = start.data.as_longlongs[row] if row < rows else size
        purposes.data.as_schars[count] = <signed char>last
        count += ends.data.as_longlongs[count] > begin
        if row < rows:
            begin, last = start.data.as_longlongs[row], purpose.data.as_schars[row]
    array.resize_smart(begins, count)
    array.resize_smart(ends, count)
    array.resize_smart(purposes, count)
    return begins, ends, purposes
