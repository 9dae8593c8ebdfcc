# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_variant.arrow.pure.parse_json`, natively: a column of JSON text to metadata and value columns.

A document is read once into a tape, one slot for each value with the number of the slot behind it, while its
keys are looked up in a table that lives as long as the column. Documents of one shape have the same keys in the same
order; what belongs to such a list of keys (the dictionary, and each key's place in it) is made once.
"""

cimport cython
from libc.stdint cimport int64_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from inlay_runtime.native.utf8 cimport is_utf8
from inlay_variant.native.buffers cimport (
    NO_MEMORY, OK, REJECT, Bits, Bytes, Column, bytes_at, is_valid, put, put_bit, put_byte,
    put_i32,
)
from inlay_variant.native.memory cimport as_buffer, as_validity, fail, open_column
from inlay_variant.native.scalars cimport int128, sizes
from inlay_variant.native.tables cimport Entries, push, put_text, sort_entries, wrap_values

import pyarrow as pa

from inlay_variant.storage.shape import Group, storage_of
from inlay_variant.value.metadata import write_metadata

cdef extern from "<math.h>":
    bint isinf(double) nogil

cdef enum:
    TEXT = 16
    FROM_SCRATCH = 64  # the text of a string stands in the scratch buffer, for it had escapes
    OF_OBJECT = 65
    OF_ARRAY = 66
    MAX_KEYS = 65536
    SHAPES = 512

ctypedef struct Slot:
    int kind  # a primitive type, TEXT, OF_OBJECT, ...
    uint32_t key
    uint32_t behind  # the slot behind it and all that is in it
    uint32_t size
    int64_t at  # in the text, or in scratch

ctypedef struct Key:
    int64_t at  # in `key_texts`
    int64_t size
    uint64_t hash
    int64_t document  # that had it last
    uint32_t rank  # its place in the dictionary of that document

# What documents with the same keys in the same order have in common.
ctypedef struct Shape:
    uint32_t* keys
    uint32_t* ranks
    int64_t count
    uint8_t* metadata
    int64_t metadata_size


@cython.final
cdef class Parser:
    """What is kept from document to document. The functions on it are in the parts that are included below."""

    cdef const uint8_t* text
    cdef int64_t size
    cdef int64_t at
    cdef int depth
    cdef int64_t document
    cdef Slot* slots
    cdef int64_t slot_count, slot_room
    cdef Bytes scratch
    cdef Key* keys
    cdef int64_t key_count, key_room
    cdef uint32_t* table
    cdef int64_t table_size
    cdef Bytes key_texts
    cdef Bytes document_keys  # uint32_t each
    cdef Entries entries
    cdef Shape shapes[SHAPES]
    cdef Shape* shape
    cdef uint32_t open_slots[1001]

    def __cinit__(self):
        memset(self.shapes, 0, sizeof(self.shapes))
        self.table_size = 1024
        self.table = <uint32_t*> calloc(self.table_size, sizeof(uint32_t))
        if self.table == NULL:
            raise MemoryError

    def __dealloc__(self):
        self.forget()
        free(self.slots)
        free(self.scratch.data)
        free(self.keys)
        free(self.table)
        free(self.key_texts.data)
        free(self.document_keys.data)
        free(self.entries.data)

    cdef void forget(self) noexcept:
        """Empties the table of keys, which a hostile column could fill without end."""
        cdef int i
        for i in range(SHAPES):
            free(self.shapes[i].keys)
            free(self.shapes[i].ranks)
            free(self.shapes[i].metadata)
        memset(self.shapes, 0, sizeof(self.shapes))
        memset(self.table, 0, self.table_size * sizeof(uint32_t))
        self.key_count = 0
        self.key_texts.size = 0


include "json_keys.pxi"
include "json_strings.pxi"
include "json_numbers.pxi"
include "json_scanner.pxi"
include "json_writer.pxi"


def parse_json(text, limits):
    """Unshredded storage, or the first row that is not taken."""
    cdef Parser parser = Parser()
    cdef Column column
    cdef list alive = []
    cdef Bytes metadata_offsets, metadata, value_offsets, value
    cdef Bits validity
    cdef int64_t row = -1, size = 0, before, metadata_before, limit = limits.size
    cdef const uint8_t* data
    cdef bytes empty = write_metadata([])
    cdef int answer
    memset(&metadata_offsets, 0, sizeof(Bytes))
    memset(&metadata, 0, sizeof(Bytes))
    memset(&value_offsets, 0, sizeof(Bytes))
    memset(&value, 0, sizeof(Bytes))
    memset(&validity, 0, sizeof(Bits))
    parser.depth = limits.depth
    open_column(&column, text, alive)
    try:
        answer = put_i32(&metadata_offsets, 0)
        if answer == OK:
            answer = put_i32(&value_offsets, 0)
        if answer == OK:
            for row in range(column.length):
                if not is_valid(&column, row):
                    answer = put(&metadata, <const uint8_t*> <const char*> empty, len(empty))
                    if answer == OK:
                        answer = put_bit(&validity, False)
                else:
                    data = bytes_at(&column, row, &size)
                    before = value.size
                    metadata_before = metadata.size
                    answer = REJECT if data == NULL or size > limit else read_document(parser, data, size)
                    if answer == OK:
                        answer = write_document(parser, &metadata, &value)
                    if answer == OK and (
                        value.size - before > limit or metadata.size - metadata_before > limit
                    ):
                        answer = REJECT
                    if answer == OK:
                        answer = put_bit(&validity, True)
                if answer == OK:
                    answer = put_i32(&metadata_offsets, metadata.size)
                if answer == OK:
                    answer = put_i32(&value_offsets, value.size)
                if answer < 0:
                    break
        if answer == REJECT:
            return row
        if answer < 0:
            fail(answer)
        nulls = validity.nulls
        bits = as_validity(&validity)
        names = pa.Array.from_buffers(
            pa.binary(), column.length, [None, as_buffer(&metadata_offsets), as_buffer(&metadata)], 0
        )
        values = pa.Array.from_buffers(
            pa.binary(), column.length, [bits, as_buffer(&value_offsets), as_buffer(&value)], nulls
        )
        return pa.Array.from_buffers(
            storage_of(Group(True, None)), column.length, [bits], nulls, 0, [names, values]
        )
    finally:
        free(metadata_offsets.data)
        free(metadata.data)
        free(value_offsets.data)
        free(value.data)
        free(validity.bytes.data)
