# Part of native_owners.pyx: the owners of a FlatBuffer. `inlay.verbs.layout.flat_rows` is the specification.

from libc.stdint cimport int32_t
from libc.stdlib cimport malloc

from inlay_runtime.native.flat_plan cimport DEEPEST as DEEPEST_TABLES
from inlay_runtime.native.flat_walk cimport P_TABLE, P_VTABLE, FlatPieces, Piece


cdef struct FlatPlace:
    # whose a piece is
    int32_t path  # its number among those of the buffer
    int32_t row_group
    int32_t column


cdef struct OpenTable:
    uint32_t start
    FlatPlace place


cdef class FlatPaths:
    """The paths of pieces; each is a name of the ledger once a row has it."""

    cdef OwnerColumns columns
    cdef list paths
    cdef dict numbers
    cdef array.array of_ledger

    def __init__(self, OwnerColumns columns):
        self.columns, self.paths, self.numbers, self.of_ledger = columns, [], {}, array.array("i")

    cdef int32_t add(self, int32_t holder, int name, str text) except -1:
        """The number of the path to a field of a holder, or to a root of its own below -1."""
        cdef object key = (holder, name)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.paths)
            self.paths.append(text if holder < 0 else f"{self.paths[holder]}.{text}")
            self.of_ledger.append(NOTHING)
        return number

    cdef int find(self, int32_t path) except -2:
        cdef int* known = &self.of_ledger.data.as_ints[path]
        if known[0] == NOTHING:
            known[0] = self.columns.number(self.paths[path])
        return known[0]


def add_flat_owners(OwnerColumns columns not None, FlatPieces pieces not None, int64_t offset, int64_t parent):
    """Rows for the pieces of a FlatBuffer that lies at `offset` of the file, inside of the row `parent`; slots are not among them. How many
    bytes are theirs, and where the last one ends."""
    cdef FlatPaths paths = FlatPaths(columns)
    cdef FlatPlace* places = <FlatPlace*>malloc((pieces.count + 1) * sizeof(FlatPlace))
    cdef uint32_t* order = NULL
    cdef const Piece* piece
    cdef FlatPlace* place
    cdef int64_t begin, end = 0, inside = 0
    cdef Py_ssize_t at
    if places == NULL:
        raise MemoryError
    columns.begin()
    try:
        place_pieces(pieces, paths, places)
        order = pieces.sort()
        for at in range(pieces.count):
            piece = &pieces.pieces[order[at]]
            if at and pieces.pieces[order[at - 1]].start == piece.start:
                continue  # shared: it belongs to what led to it first
            begin = max(<int64_t>piece.start, end)
            if piece.end <= begin:
                continue
            end = piece.end
            place = &places[order[at]]
            columns.add(
                columns.field_kind, offset + begin, end - begin, paths.find(place.path), place.row_group, place.column, parent
            )
            inside += end - begin
    finally:
        free(order)
        free(places)
        columns.resize(columns.count)
    return inside, offset + end


cdef int place_pieces(FlatPieces pieces, FlatPaths paths, FlatPlace* places) except -1:
    """Whose each piece is. What a table leads to follows it, so the tables that are open are a stack."""
    cdef OpenTable[DEEPEST_TABLES] tables
    cdef const Piece* piece
    cdef FlatPlace* holder
    cdef FlatPlace here
    cdef int depth = 0
    cdef int row_groups = find_name(pieces, "row_groups"), chunks = find_name(pieces, "columns")
    cdef int32_t vtables = paths.add(-2, 0, "vtables")
    cdef Py_ssize_t at
    for at in range(pieces.count):
        piece = &pieces.pieces[at]
        if piece.kind == P_VTABLE:
            places[at] = FlatPlace(vtables, NOTHING, NOTHING)
            continue
        if not piece.holder:
            here = FlatPlace(paths.add(-1, piece.name, pieces.names[piece.name]), NOTHING, NOTHING)
        else:
            while tables[depth - 1].start != piece.holder:
                depth -= 1
            holder = &tables[depth - 1].place
            here = FlatPlace(paths.add(holder.path, piece.name, pieces.names[piece.name]), holder.row_group, holder.column)
            if piece.kind == P_TABLE and piece.number >= 0:
                if piece.name == row_groups:
                    here.row_group = piece.number
                elif piece.name == chunks:
                    here.column = piece.number
        places[at] = here
        if piece.kind == P_TABLE:
            tables[depth] = OpenTable(piece.start, here)
            depth += 1
    return 0


cdef int find_name(FlatPieces pieces, str name) except -2:
    return pieces.names.index(name) if name in pieces.names else -1
