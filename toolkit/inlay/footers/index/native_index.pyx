# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The walk that makes an index of a footer, and the hash table of its paths.

`inlay.footers.index.offsets` and `names` are the specification. Where bytes are not a struct, the walk is left to Python, which
raises.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

from inlay.footers.index.arrow_batch cimport Batch, hand_over, make_batch, room_in, set_bytes, set_column, set_nulls
from inlay.footers.index.placement_batch cimport Rows, allocate_rows, import_rows
from inlay_runtime.native.compact_output cimport LONGEST_VARINT, store_list_header, store_varint
from inlay_runtime.native.cursor cimport (
    EXTENSION_ID,
    SPEC_WIRE_ID,
    STOP,
    TRUE,
    WIRE_BINARY,
    WIRE_I32,
    WIRE_I64,
    WIRE_LIST,
    WIRE_MAP,
    WIRE_STRUCT,
    Bytes,
    Cursor,
    make_cursor,
    enter,
    read_integer,
    is_varint,
    list_header,
    map_header,
    read_size,
    skip,
    skip_element,
    skip_struct,
    read_varint,
)
from inlay_runtime.native.fields cimport Field, read_field_header, locate
from inlay_runtime.native.packed cimport Lent
from inlay_runtime.native.plan cimport Plan, plan_of
from inlay_runtime.native.validate cimport DEEPEST, Pass, release_pass, validate

cdef enum:
    SCHEMA = 2
    ROW_GROUPS = 4
    COLUMNS = 1
    TYPE = 1  # of SchemaElement
    NAME = 4
    CHILDREN = 5

cdef int ELEMENT_WIRES[CHILDREN + 1]
ELEMENT_WIRES[:] = [0, WIRE_I32, 0, 0, WIRE_BINARY, WIRE_I32]


def find_offsets(bytes data not None, int depth, int64_t container, int64_t binary, dict fields not None, tuple starts not None):
    """Fills the dictionary and the arrays; False for what is left to Python."""
    cdef Bytes begin = <Bytes>PyBytes_AS_STRING(data)
    cdef Cursor c = make_cursor(begin, PyBytes_GET_SIZE(data), depth, container, binary, 0)
    cdef Bytes p = enter(&c, begin)
    cdef Bytes start
    cdef int64_t field_id = 0
    cdef int wire = 0
    elements, chunks, group_sizes = starts
    while p != NULL:
        start = p
        p = read_field_header(&c, p, &wire, &field_id)
        if p == NULL or wire == STOP:
            break
        if wire == WIRE_BINARY and (field_id == EXTENSION_ID or field_id == SPEC_WIRE_ID):
            p = skip(&c, p, wire)
            continue
        fields[field_id] = start - begin
        if field_id == SCHEMA and wire == WIRE_LIST:
            p = _structs(&c, p, elements.append)
        elif field_id == ROW_GROUPS and wire == WIRE_LIST:
            p = _row_groups(&c, p, chunks, group_sizes.append)
        else:
            p = skip(&c, p, wire)
    if p != NULL:
        return True
    fields.clear()
    for array in starts:
        del array[:]
    return False


cdef Bytes _row_groups(Cursor* c, Bytes p, chunks, count) except? NULL:
    cdef int64_t size = 0
    cdef int64_t at, field_id, before
    cdef int element_type = 0
    cdef int wire = 0
    p = list_header(c, p, &size, &element_type)
    if p == NULL or enter(c, p) == NULL:
        return NULL
    append = chunks.append
    for at in range(size):
        if element_type != WIRE_STRUCT:
            p = skip_element(c, p, element_type)
            if p == NULL:
                return NULL
            continue
        if enter(c, p) == NULL:
            return NULL
        field_id = 0
        while True:
            p = read_field_header(c, p, &wire, &field_id)
            if p == NULL:
                return NULL
            if wire == STOP:
                break
            if field_id == COLUMNS and wire == WIRE_LIST:
                before = len(chunks)
                p = _structs(c, p, append)
                if p == NULL:
                    return NULL
                count(len(chunks) - before)
                append(p - c.begin)
            else:
                p = skip(c, p, wire)
                if p == NULL:
                    return NULL
        c.depth -= 1
    c.depth -= 1
    return p


cdef Bytes _structs(Cursor* c, Bytes p, append) except? NULL:
    cdef int64_t size = 0
    cdef int64_t at
    cdef int element_type = 0
    p = list_header(c, p, &size, &element_type)
    if p == NULL or enter(c, p) == NULL:
        return NULL
    for at in range(size):
        if element_type == WIRE_STRUCT:
            append(p - c.begin)
            p = skip_struct(c, p)
        else:
            p = skip_element(c, p, element_type)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p


cdef uint64_t _hash(const uint8_t* key, Py_ssize_t size) noexcept nogil:
    cdef uint64_t value = <uint64_t>0xCBF29CE484222325
    cdef Py_ssize_t at
    cdef uint8_t byte
    for at in range(size):
        byte = key[at]
        if 65 <= byte <= 90:
            byte += 32
        value = (value ^ byte) * <uint64_t>0x100000001B3
    return value


cdef uint64_t _slot(const uint8_t* at, int width) noexcept nogil:
    cdef uint64_t value = 0
    cdef int byte
    for byte in range(width):
        value |= <uint64_t>at[byte] << 8 * byte
    return value


cdef uint64_t _top(uint64_t hashed, int bits) noexcept nogil:
    return hashed >> (64 - bits) if bits else 0


def fill_slots(keys, int64_t count, int width, int discriminator_bits):
    cdef bytes table = PyBytes_FromStringAndSize(NULL, count * width)
    cdef uint8_t* slots = <uint8_t*>PyBytes_AS_STRING(table)
    cdef uint64_t hashed, slot
    cdef int64_t at
    cdef uint64_t ordinal = 1
    cdef int byte
    cdef int ordinal_bits = width * 8 - discriminator_bits
    cdef bytes key
    if len(keys) >= count:
        raise ValueError("more keys than slots")
    memset(slots, 0, count * width)
    for key in keys:
        ordinal += 1
        hashed = _hash(<const uint8_t*>PyBytes_AS_STRING(key), PyBytes_GET_SIZE(key))
        at = <int64_t>(hashed % <uint64_t>count)
        while _slot(slots + at * width, width):
            at = at + 1 if at + 1 < count else 0
        slot = _top(hashed, discriminator_bits) << ordinal_bits | ordinal
        for byte in range(width):
            slots[at * width + byte] = slot >> 8 * byte & 0xFF
    return table


def find_candidates(table, int64_t count, int width, int discriminator_bits, bytes key not None):
    cdef Lent lent = Lent(table)
    if not 0 < width <= 8 or not 0 <= discriminator_bits < width * 8 or count <= 0 or count != lent.view.len // width:
        raise ValueError("the slots are not as they were checked")
    return _candidates(<const uint8_t*>lent.view.buf, count, width, discriminator_bits, key)


cdef list _candidates(const uint8_t* table, int64_t count, int width, int discriminator_bits, bytes key):
    cdef uint64_t hashed = _hash(<const uint8_t*>PyBytes_AS_STRING(key), PyBytes_GET_SIZE(key))
    cdef uint64_t top = _top(hashed, discriminator_bits)
    cdef uint64_t slot, mask
    cdef int ordinal_bits = width * 8 - discriminator_bits
    cdef int64_t at, step
    cdef list ordinals = []
    mask = <uint64_t>-1 if ordinal_bits == 64 else (<uint64_t>1 << ordinal_bits) - 1
    at = <int64_t>(hashed % <uint64_t>count)
    for step in range(count):
        slot = _slot(table + at * width, width)
        if not slot:
            break
        if (slot >> ordinal_bits if ordinal_bits < 64 else 0) == top:
            slot &= mask
            ordinals.append(slot - 1 if slot else -1)
        at = at + 1 if at + 1 < count else 0
    return ordinals


def find_parts(data, int width, int64_t first, int64_t stride, int64_t count, int64_t size):
    """As `IndexView.chunks_of`; None where Python has to tell."""
    cdef Lent lent = Lent(data)
    cdef const uint8_t* slots = <const uint8_t*>lent.view.buf
    cdef list parts = []
    cdef int64_t at, start, end
    cdef int64_t last = 0
    if not 0 < width <= 8 or first < 0 or count < 0 or stride < first + 2 or stride * count > lent.view.len // width:
        return None
    for at in range(count):
        start = <int64_t>_slot(slots + (at * stride + first) * width, width)
        end = <int64_t>_slot(slots + (at * stride + first + 1) * width, width)
        if not last <= start < end <= size:
            return None
        last = end
        parts.append((start, end))
    return parts


cdef bytes _varint(int64_t value):
    cdef uint8_t data[LONGEST_VARINT]
    return PyBytes_FromStringAndSize(<char*>data, store_varint(data, value) - data)


cdef bytes _list_header_of(int64_t size, int wire):
    cdef uint8_t header[1 + LONGEST_VARINT]
    return PyBytes_FromStringAndSize(<char*>header, store_list_header(header, size, wire) - header)


include "index_chunks.pxi"
include "index_excerpt.pxi"
include "index_reader.pxi"
include "index_answers.pxi"
include "index_bounds.pxi"
