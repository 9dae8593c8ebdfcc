# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Packed arrays: `inlay_runtime.packed`, which has the rules, and runs where these functions give None."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from inlay_runtime.native.cursor cimport (
    FALSE,
    STOP,
    TRUE,
    WIRE_BINARY,
    WIRE_I8,
    WIRE_I16,
    WIRE_I32,
    WIRE_I64,
    WIRE_STRUCT,
    Bytes,
    Cursor,
    make_cursor,
    enter,
    read_integer,
    read_size,
    skip,
)
from inlay_runtime.native.fields cimport read_field_header
from inlay_runtime.native.packed_deltas cimport Deltas, deltas_into, open_deltas
from inlay_runtime.native.packed_stream cimport Stream, unpack_at, put, stream_over

include "packed_bits.pxi"
include "packed_crc.pxi"
include "packed_present.pxi"
include "packed_deltas.pxi"
include "packed_names.pxi"
include "packed_fields.pxi"
