# Part of native_modular.pyx: the root, with its frame behind it and its seal before it.

cdef enum:
    FRAME_SIZE = 20
    SEAL_SIZE = 34
    MOST_MODULES = 64
    CHUNKS_A_BYTE = 64

cdef int ROOT_WIRES[7]
cdef int ENTRY_WIRES[3]
cdef int LOCATION_WIRES[3]
ROOT_WIRES[:] = [0, WIRE_I32, WIRE_I32, WIRE_I32, WIRE_I64, WIRE_LIST, WIRE_LIST]
ENTRY_WIRES[:] = [0, WIRE_I32, WIRE_STRUCT]
LOCATION_WIRES[:] = [0, WIRE_I64, WIRE_I64]

cdef struct Module:
    int64_t kind
    int64_t offset
    int64_t length


cdef inline int64_t long_at(Bytes p) noexcept nogil:
    cdef int64_t value
    memcpy(&value, p, 8)
    return value


cdef inline uint32_t word_at(Bytes p) noexcept nogil:
    cdef uint32_t value
    memcpy(&value, p, 4)
    return value


def read_root(tail, int64_t begin, int64_t end):
    """The root of the footer from `begin` to `end` of the file, whose last bytes are `tail`: the numbers of version, row groups,
    columns and rows; the rows of each row group; where the root begins; modules as (kind, offset, length) and what offsets
    count from; the seal's numbers or None. None for what is left to Python."""
    cdef Lent lent = Lent(tail)
    cdef Bytes data = <Bytes>lent.view.buf
    cdef int64_t size = lent.view.len
    cdef int64_t footer = end - begin
    cdef int64_t root, start, index
    cdef int64_t groups = 0
    cdef int64_t count = 0
    cdef int64_t base, last
    cdef int64_t numbers[5]
    cdef int64_t rows = 0
    cdef int element = 0
    cdef bint has_seal, has_supplement
    cdef Cursor c
    cdef Bytes p
    cdef Bytes row_list
    cdef Bytes seal
    cdef Field fields[7]
    cdef Module modules[MOST_MODULES]
    cdef uint64_t script
    if size < FRAME_SIZE or memcmp(data + size - 4, b"MFP1", 4) != 0 or long_at(data + size - FRAME_SIZE) != begin:
        return None
    root = long_at(data + size - FRAME_SIZE + 8)
    if not 0 <= root < footer - FRAME_SIZE:
        return None
    start = size - footer + root  # in the tail
    if start < (SEAL_SIZE if root >= SEAL_SIZE else root):
        return None
    c = make_cursor(data, size - FRAME_SIZE, 16, size, size, 0)
    p = locate(&c, ROOT_WIRES, 6, data + start, fields, False)
    if p != c.end:
        return None
    for index in range(1, 7):
        if fields[index].at == NULL:
            return None
    for index in range(1, 5):
        if read_integer(&c, fields[index].at, 10, 64 if index == 4 else 32, &numbers[index]) == NULL or numbers[index] < (-1 << 31 if index == 1 else 0):
            return None
    row_list = list_header(&c, fields[5].at, &groups, &element)
    if row_list == NULL or groups != numbers[2] or groups and element != WIRE_I64:
        return None
    if numbers[3] > CHUNKS_A_BYTE * footer or numbers[3] * groups > CHUNKS_A_BYTE * footer:
        return None
    p = list_header(&c, fields[6].at, &count, &element)
    if p == NULL or count > MOST_MODULES or count and element != WIRE_STRUCT:
        return None
    for index in range(count):
        p = _module_at(&c, p, &modules[index])
        if p == NULL:
            return None
    base = _base_of(modules, count, begin, begin + root)
    if not _check_modules(modules, count, base, begin, begin + root, &has_supplement):
        return None
    seal = data + start - SEAL_SIZE
    has_seal = root >= SEAL_SIZE and memcmp(data + start - 4, b"INLs", 4) == 0
    if has_seal != has_supplement:
        return None
    sealed = None
    if has_seal:
        if compute_crc(data + start, size - start, compute_crc(seal, SEAL_SIZE - 8, 0)) != word_at(seal + SEAL_SIZE - 8):
            return None
        memcpy(&script, seal, 8)
        sealed = (
            script, word_at(seal + 8), word_at(seal + 12), word_at(seal + 16), word_at(seal + 20), seal[24] | seal[25] << 8,
        )
    row_counts = []
    for index in range(groups):
        row_list = read_integer(&c, row_list, 10, 64, &rows)
        if row_list == NULL or rows < 0:
            return None
        row_counts.append(rows)
    listed = [(modules[index].kind, base + modules[index].offset, modules[index].length) for index in range(count)]
    return (numbers[1], numbers[2], numbers[3], numbers[4]), row_counts, begin + root, listed, base, sealed


cdef Bytes _module_at(Cursor* c, Bytes p, Module* module) noexcept nogil:
    """An entry of the directory; where it ends."""
    cdef Field entry[3]
    cdef Field place[3]
    cdef Bytes end = locate(c, ENTRY_WIRES, 2, p, entry, False)
    if end == NULL or entry[1].at == NULL or entry[2].at == NULL:
        return NULL
    if read_integer(c, entry[1].at, 5, 32, &module.kind) == NULL:
        return NULL
    if locate(c, LOCATION_WIRES, 2, entry[2].at, place, False) == NULL or place[1].at == NULL or place[2].at == NULL:
        return NULL
    if read_integer(c, place[1].at, 10, 64, &module.offset) == NULL or read_integer(c, place[2].at, 10, 64, &module.length) == NULL:
        return NULL
    return end


cdef int64_t _base_of(const Module* modules, int64_t count, int64_t begin, int64_t end) noexcept nogil:
    """What offsets count from: the start of the file where all of them are right so, else the start of the footer."""
    cdef int64_t index
    for index in range(count):
        if modules[index].offset < begin or modules[index].length > end - modules[index].offset:
            return begin
    return 0


cdef bint _check_modules(
    const Module* modules, int64_t count, int64_t base, int64_t begin, int64_t end, bint* has_supplement
) noexcept nogil:
    """Whether each kind comes once, SCHEMA and PLACEMENT are there, and none reaches into another or outside."""
    cdef int64_t index, other, first, behind
    cdef bint has_schema = False
    cdef bint has_placement = False
    has_supplement[0] = False
    for index in range(count):
        if not 0 <= modules[index].offset <= end - base or not 0 < modules[index].length <= end - base - modules[index].offset:
            return False
        first = base + modules[index].offset
        behind = first + modules[index].length
        if first < begin:
            return False
        has_schema |= modules[index].kind == 0
        has_placement |= modules[index].kind == 1
        has_supplement[0] |= modules[index].kind == 32767
        for other in range(index):
            if modules[other].kind == modules[index].kind:
                return False
            if base + modules[other].offset < behind and first < base + modules[other].offset + modules[other].length:
                return False
    return has_schema and has_placement
