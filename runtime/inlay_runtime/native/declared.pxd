# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Whether a field holds what its table declares, as `inlay_runtime.compact.declared` has it.

What one look tells is inline, to be cimported; the rest is behind a call, so that the code of the usual case stays small.
"""

from libc.stdint cimport int64_t

from inlay_runtime.native.cursor cimport ANOTHER_TYPE, FALSE, TRUE, Bytes, Cursor
from inlay_runtime.native.plan cimport K_LIST, Row, Type

cdef bint is_container_declared(Cursor* c, Bytes p, Type* type_) noexcept nogil


cdef inline bint is_declared(Cursor* c, Bytes p, Type* type_, int found) noexcept nogil:
    """Whether a value of the wire type `found` has the declared type; so have bytes that are not a value at all."""
    if found != type_.wire and not (type_.wire == TRUE and found == FALSE):
        return False
    if type_.kind < K_LIST:
        return True
    return has_declared_elements(c, p, type_)


cdef inline bint has_declared_elements(Cursor* c, Bytes p, Type* type_) noexcept nogil:
    """Of a list, set or map, and of what a hook reads, if the IDL says that it is one."""
    if type_.is_flat_list and p < c.end and p[0] & 0x0F == type_.element.wire:
        return True
    return is_container_declared(c, p, type_)


cdef inline int64_t key_of(Cursor* c, Bytes p, Row* row, int64_t field_id, int wire_type) noexcept nogil:
    """By what a field is told from others: its id, unless it is of another type."""
    if row == NULL or is_declared(c, p, row.type, wire_type):
        return field_id
    return field_id + ANOTHER_TYPE
