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
from inlay_runtime.native.packed_stream cimport Stream, unpack_at, put, stream_over

cdef enum:
    DEEPEST = 16  # of small structs

include "packed_bits.pxi"
include "packed_crc.pxi"
include "packed_present.pxi"


# Names by their hash


def name_hash(bytes name not None):
    cdef const uint8_t* p = <const uint8_t*>PyBytes_AS_STRING(name)
    cdef uint64_t value = <uint64_t>0xCBF29CE484222325
    cdef Py_ssize_t index
    cdef uint8_t byte
    for index in range(len(name)):
        byte = p[index]
        if c'A' <= byte <= c'Z':
            byte |= 0x20
        value = (value ^ byte) * <uint64_t>0x100000001B3
    return value


def probe(buffer, table, uint64_t value, int discriminator_bits, int ordinal_bits):
    cdef Lent lent = Lent(buffer)
    cdef Stream stream
    cdef uint64_t slot, ordinal
    cdef uint64_t discriminator
    cdef uint64_t step, mask
    cdef list ordinals = []
    if not 0 <= discriminator_bits <= 64 or not 0 <= ordinal_bits < 64 or not stream_in(lent, table, &stream):
        return None
    if stream.count <= 0 or stream.count & (stream.count - 1):
        return None
    discriminator = value >> (64 - discriminator_bits) if discriminator_bits else 0
    mask = (<uint64_t>1 << ordinal_bits) - 1
    for step in range(<uint64_t>stream.count):
        slot = unpack_at(&stream, <int64_t>((value + step) & <uint64_t>(stream.count - 1)))
        if slot == 0:
            break
        ordinal = slot & mask
        if slot >> ordinal_bits == discriminator and ordinal:
            ordinals.append(ordinal - 1)
    return ordinals


# Small structs of the compact protocol by their fields


cdef Bytes fields_into(Cursor* c, Bytes p, dict fields) except? NULL:
    """Where the struct ends; NULL for what is left to Python."""
    cdef int64_t field_id = 0
    cdef int64_t value = 0
    cdef int wire = 0
    cdef dict inner
    p = enter(c, p)
    while p != NULL:
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL:
            return NULL
        if wire == STOP:
            c.depth -= 1
            return p
        if wire == TRUE or wire == FALSE:
            held = 1 if wire == TRUE else 0
        elif wire == WIRE_I8:
            if p >= c.end:
                return NULL
            held = <signed char>p[0]
            p += 1
        elif wire == WIRE_I16 or wire == WIRE_I32 or wire == WIRE_I64:
            if wire == WIRE_I16:
                p = read_integer(c, p, 3, 16, &value)
            elif wire == WIRE_I32:
                p = read_integer(c, p, 5, 32, &value)
            else:
                p = read_integer(c, p, 10, 64, &value)
            if p == NULL:
                return NULL
            held = value
        elif wire == WIRE_BINARY:
            p = read_size(c, p, &value)
            if p == NULL:
                return NULL
            held = (p - c.begin, p - c.begin + value)
            p += value
        elif wire == WIRE_STRUCT:
            inner = {}
            p = fields_into(c, p, inner)
            if p == NULL:
                return NULL
            held = inner
        else:
            p = skip(c, p, wire)
            continue
        if field_id in fields:
            return NULL
        fields[field_id] = held
    return NULL


def read_small_fields(buffer, int64_t start, int64_t end):
    cdef Lent lent = Lent(buffer)
    cdef Cursor c
    cdef Bytes p
    cdef dict fields = {}
    if not 0 <= start <= end <= lent.view.len:
        return None
    c = make_cursor(<Bytes>lent.view.buf, end, DEEPEST, end, end, 0)
    p = fields_into(&c, c.begin + start, fields)
    return fields if p == c.end and p != NULL else None
