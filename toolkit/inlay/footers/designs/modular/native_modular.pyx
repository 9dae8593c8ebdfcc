# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A modular footer: its root, where the chunks lie, as one record batch, the arrays of bounds, all of it as Thrift, and statistics as
they are packed.

`root`, `placement`, `bounds`, `as_thrift` and `statistics` beside it are the specification, and run where these functions
give None: for all that breaks a rule, and for what the published writers do not write.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from inlay.footers.index.placement_batch cimport Batch, Rows, allocate_rows, import_rows, set_ordinals
from inlay_runtime.native.compact_output cimport (
    Output,
    end_of,
    make_output,
    make_room,
    store_field_header,
    store_varint,
    take_up_to,
    to_zigzag,
)
from inlay_runtime.native.cursor cimport (
    WIRE_BINARY,
    WIRE_I8,
    WIRE_I32,
    WIRE_I64,
    WIRE_LIST,
    WIRE_STRUCT,
    Bytes,
    Cursor,
    make_cursor,
    read_integer,
    list_header,
    read_size,
)
from inlay_runtime.native.fields cimport Field, locate, member_of
from inlay_runtime.native.packed cimport Lent, compute_crc
from inlay_runtime.native.packed_stream cimport Stream, unpack_at, is_padded, put, size_of, stream_over

include "modular_pages.pxi"
include "modular_root.pxi"
include "modular_placement.pxi"
include "modular_bounds.pxi"
include "modular_answers.pxi"
include "modular_thrift.pxi"
include "modular_statistics.pxi"
