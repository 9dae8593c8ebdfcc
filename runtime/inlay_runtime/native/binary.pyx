# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Binary protocol to compact protocol and back, as `inlay_runtime.binary` has it; what that refuses is None here."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from inlay_runtime.native.binary_parts cimport (
    NO_WIRE, least_of, number_of, read_2, read_4, read_8, store_2, store_4, store_8, store_binary_header, wire_of,
)  # fmt: skip
from inlay_runtime.native.compact_output cimport (
    LONGEST_HEADER, LONGEST_VARINT, Output, end_of, make_output, make_room, store_field_header, store_list_header, store_varint,
    take_up_to, to_zigzag,
)  # fmt: skip
from inlay_runtime.native.cursor cimport (
    EXTENSION_ID, FALSE, SPEC_WIRE_ID, STOP, TRUE, WIRE_BINARY, WIRE_DOUBLE, WIRE_I8, WIRE_I16, WIRE_I32, WIRE_I64, WIRE_LIST,
    WIRE_MAP, WIRE_SET, WIRE_STRUCT, WIRE_UUID, Bytes, Cursor, enter, list_header, make_cursor, map_header,
    read_integer, read_size,
)  # fmt: skip
from inlay_runtime.native.fields cimport read_field_header
from inlay_runtime.native.plan cimport K_HOOKED, K_LIST, K_MAP, Plan, Row, Type, plan_of, row_of
from inlay_runtime.native.validate cimport DEEPEST

cdef enum:
    SHORT = 32  # bytes of a binary for which there is room beside its header
    LONGEST_FIELD = 64
    WITH_GIL = 2048  # bytes for which giving up the GIL costs more than it gains


cdef struct Translation:
    Cursor cursor
    Output out
    bint marks  # what is translated now is noted:
    Bytes place  # where it began
    size_t placed  # and where in `out`
    int placed_wire  # the type of the value, STOP for a field
    int placed_depth
    int64_t placed_id  # of the field before it
    bint is_payload
    size_t until  # an offset in `out`: the translation ends behind what stands there
    bint is_placed  # that was its end


include "binary_to_compact.pxi"
include "binary_from_compact.pxi"
