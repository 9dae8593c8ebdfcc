# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_variant.arrow.pure.parse_json`, natively: a column of JSON text to metadata and value columns.

A document is read once into a tape, one slot for each value with the number of the slot behind it, while its
keys are looked up in a table that lives as long as the column. Documents of one shape have the same keys in the same
order; what belongs to such a list of keys (the dictionary, and each key's place in it) is made once.
"""

cimport cython
from libc.stdint cimport int64_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from inlay_runtime.native.utf8 cimport is_utf8
from inlay_variant.native.buffers cimport (
    NO_MEMORY, OK, REJECT, Bytes, Column, bytes_at, grow_rows, is_valid, put, put_byte,
)
from inlay_variant.native.memory cimport as_storage, fail, open_column
from inlay_variant.native.scalars cimport int128, sizes
from inlay_variant.native.tables cimport Entries, push, put_text, sort_entries, wrap_values
from inlay_variant.native.unshredded cimport (
    Unshredded, close_unshredded, end_row, fits_limit, open_unshredded,
)

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
    cdef Unshredded output
    cdef list alive = []
    cdef int64_t row = -1, size = 0, limit = limits.size
    cdef const uint8_t* data
    cdef bint is_there
    cdef int answer
    parser.depth = limits.depth
    open_column(&column, text, alive)
    answer = open_unshredded(&output)
    try:
        if answer == OK:
            for row in range(column.length):
                is_there = is_valid(&column, row)
                if is_there:
                    data = bytes_at(&column, row, &size)
                    answer = REJECT if data == NULL or size > limit else read_document(parser, data, size)
                    if answer == OK:
                        answer = write_document(parser, &output.metadata, &output.value)
                    if answer == OK and not fits_limit(&output, limit):
                        answer = REJECT
                if answer == OK:
                    answer = end_row(&output, is_there)
                if answer < 0:
                    break
        if answer == REJECT:
            return row
        if answer < 0:
            fail(answer)
        return as_storage(&output)
    finally:
        close_unshredded(&output)
