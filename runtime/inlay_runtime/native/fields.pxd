# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The header of a field, and the fields of a struct by their ids, where they lie in validated bytes; all inline, to be cimported.

Every function gives NULL for what is not plain: bytes that are not a struct, an id twice, or another type than declared.
"""

from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memset

from inlay_runtime.native.cursor cimport EXTENSION_ID, FALSE, STOP, TRUE, WIRE_LIST, WIRE_STRUCT, Bytes, Cursor, read_integer, skip
from inlay_runtime.native.list_index cimport Index, ListSpan, span_at

cdef struct Field:
    Bytes at  # its value; NULL where there is none
    Bytes end
    int wire


cdef inline Bytes read_field_header(Cursor* c, Bytes p, int* wire, int64_t* field_id) noexcept nogil:
    """Passes over the header of a field behind that with the id `field_id`, or over a stop byte, whose wire type is `STOP`:
    `dddd tttt`, or `0000 tttt` and the id. As `Cursor.field_header`, it refuses an id that no field can have."""
    if p >= c.end:
        return NULL
    wire[0] = p[0] & 0x0F
    if wire[0] == STOP:
        return p + 1
    if p[0] > 0x0F:
        field_id[0] += p[0] >> 4
        return p + 1 if field_id[0] <= EXTENSION_ID else NULL
    return read_integer(c, p + 1, 3, 16, field_id)


cdef inline Bytes locate(
    Cursor* c, const int* wires, int most, Bytes p, Field* fields, bint skips_unknown
) noexcept nogil:
    """Fills `fields`, one for each id up to `most`; returns where the struct ends. `wires` are the wire types by id, 0 for
    what is unknown, which is not plain unless it is skipped."""
    return locate_by(c, wires, most, p, fields, skips_unknown, NULL)


cdef inline Bytes locate_by(
    Cursor* c, const int* wires, int most, Bytes p, Field* fields, bint skips_unknown, Index* lists
) noexcept nogil:
    """The same; a list of structs that the pass has written down is not walked."""
    return locate_behind(c, wires, most, p, fields, skips_unknown, lists, 0)


cdef inline Bytes locate_behind(
    Cursor* c, const int* wires, int most, Bytes p, Field* fields, bint skips_unknown, Index* lists, int64_t field_id
) noexcept nogil:
    """The same of the fields behind the one with this id."""
    cdef int wire = 0
    memset(fields, 0, (most + 1) * sizeof(Field))
    while True:
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL or wire == STOP:
            return p
        if not 0 < field_id <= most or wires[field_id] == 0:
            if not skips_unknown:
                return NULL
            p = skip(c, p, wire)
        else:
            if fields[field_id].at != NULL:
                return NULL
            if wire != wires[field_id] and not (wire == FALSE and wires[field_id] == TRUE):
                return NULL
            fields[field_id].at = p
            fields[field_id].wire = wire
            p = skip_by(c, p, wire, lists)
            fields[field_id].end = p
        if p == NULL:
            return NULL


cdef inline Bytes skip_by(Cursor* c, Bytes p, int wire, Index* lists) noexcept nogil:
    """Passes over a value."""
    cdef ListSpan* span = NULL
    if lists != NULL and wire == WIRE_LIST and p < c.end and p[0] & 0x0F == WIRE_STRUCT:
        span = span_at(lists, <uint32_t>(p - c.begin))
    return c.begin + span.end if span != NULL else skip(c, p, wire)


cdef inline Bytes member_of(Cursor* c, Bytes p, int most, int64_t* field_id) noexcept nogil:
    """The field id of a union's first member, a struct, and where that begins."""
    cdef int wire = 0
    field_id[0] = 0
    p = read_field_header(c, p, &wire, field_id)
    return p if p != NULL and wire == WIRE_STRUCT and 0 < field_id[0] < most else NULL
