# cython: language_level=3
"""What lies where in a FlatBuffer, as C structs."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum PieceKind:
    P_TABLE
    P_VTABLE
    P_SLOT
    P_TAG
    P_STRING
    P_VECTOR
    P_STRUCT

cdef struct Piece:
    uint32_t start
    uint32_t end
    uint32_t target
    uint32_t holder
    int32_t number
    uint16_t name  # its number
    uint16_t type  # its number
    uint8_t kind

cdef struct TypeRow:
    uint8_t kind
    uint32_t size  # in line
    int32_t first  # of its fields or variants; the type of the elements
    int32_t count

cdef struct FieldRow:
    int32_t slot
    uint16_t name
    uint16_t type

cdef class FlatPieces:
    cdef bytes buffer
    cdef const uint8_t* data
    cdef uint64_t size
    cdef Piece* pieces
    cdef Py_ssize_t count
    cdef Py_ssize_t room
    cdef readonly list names
    cdef readonly list types
    cdef TypeRow* rows
    cdef FieldRow* fields
    cdef uint8_t* seen  # a bit for each byte: a table that was walked begins there
    cdef uint32_t* vtables  # of each type, that of the table before, and 1; or 0
    cdef int type_count
    cdef bint with_slots
    cdef int depth
    cdef int root
    cdef uint64_t first, stop  # pieces that begin there are kept
    cdef uint64_t met  # pieces, kept or not
    cdef bint gather(self, uint64_t first, uint64_t stop) noexcept nogil
    cdef uint32_t* sort(self) except NULL
    cdef bint add(self, PieceKind kind, uint32_t start, uint32_t end, int name, int32_t number, int type_, uint32_t holder, uint32_t target) noexcept nogil
    cdef bint has(self, uint32_t at, uint32_t size) noexcept nogil
    cdef bint walk_table(self, uint32_t at, int type_, int name, int32_t number, uint32_t holder) noexcept nogil
    cdef bint walk_field(self, uint32_t table, const FieldRow* field, uint32_t at, uint32_t tag) noexcept nogil
    cdef bint walk_in_line(self, uint32_t at, int type_, int name, uint32_t holder) noexcept nogil
    cdef bint walk_offset(self, uint32_t at, int type_, int name, int32_t number, uint32_t holder) noexcept nogil
    cdef bint walk_vector(self, uint32_t at, int element, int name, uint32_t holder) noexcept nogil
    cdef bint walk_unions(self, uint32_t types, uint32_t values, int union_, int name, uint32_t holder) noexcept nogil
    cdef bint walk_variant(self, uint8_t tag, uint32_t at, int union_, int name, int32_t number, uint32_t holder) noexcept nogil
