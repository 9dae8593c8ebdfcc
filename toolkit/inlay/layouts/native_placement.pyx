# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Where chunks lie, from the bytes of their ColumnChunks to one record batch.

`inlay.layouts.jump_table` does the same by extraction, which is the specification. What is not as writers spell it, or not
whole, is left to that.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memset

from inlay.layouts.placement_batch cimport Batch, Rows, allocate_rows, import_rows
from inlay_runtime.native.cursor cimport (
    WIRE_I32,
    WIRE_I64,
    WIRE_LIST,
    WIRE_STRUCT,
    Bytes,
    Cursor,
    cursor_over,
    integer,
)
from inlay_runtime.native.fields cimport Field, locate
from inlay_runtime.native.plan cimport Plan, plan_of
from inlay_runtime.native.validate cimport DEEPEST, Pass, release_pass, validate

cdef enum:
    META_DATA = 3  # of ColumnChunk
    PATH = 3  # and these of ColumnMetaData
    CODEC = 4
    NUM_VALUES = 5
    UNCOMPRESSED = 6
    COMPRESSED = 7
    DATA_PAGE = 9
    DICTIONARY_PAGE = 11

cdef int CHUNK_WIRES[META_DATA + 1]
cdef int META_WIRES[DICTIONARY_PAGE + 1]
CHUNK_WIRES[:] = [0, 0, 0, WIRE_STRUCT]
META_WIRES[:] = [
    0, 0, 0, WIRE_LIST, WIRE_I32, WIRE_I64, WIRE_I64, WIRE_I64, 0, WIRE_I64, 0, WIRE_I64,
]


def place_chunks(cls, list pieces not None, list paths not None, columns, groups, limits, batch_type, schema):
    """A batch with a row for each piece, or None for what is left to Python. `paths` has for each column its path as a list in
    the compact protocol; the pieces of a column, one for each of `groups`, come together."""
    cdef int64_t count = len(pieces)
    cdef int64_t height = len(groups)
    cdef int64_t at = 0
    cdef Plan* plan = plan_of(cls)
    cdef Pass v
    cdef Rows rows
    cdef bytes piece, path
    cdef Batch* batch
    cdef Batch* whole
    if plan == NULL or not plan.is_native or plan.has_hooks or not 0 < limits.depth <= DEEPEST:
        return None
    if count != len(columns) * height or len(paths) != len(columns):
        return None
    batch = allocate_rows(count, &rows)
    memset(&v, 0, sizeof(Pass))
    try:
        for position, column in enumerate(columns):
            path = paths[position]
            for group in groups:
                piece = pieces[at]
                v.cursor = cursor_over(
                    <Bytes>PyBytes_AS_STRING(piece), PyBytes_GET_SIZE(piece), limits.depth, limits.container,
                    limits.binary, limits.memory(PyBytes_GET_SIZE(piece)),
                )
                if not _place(&v, plan, path, &rows, at):
                    return None
                rows.column[at] = column
                rows.row_group[at] = group
                at += 1
        whole, batch = batch, NULL
        return import_rows(whole, &rows, batch_type, schema)
    finally:
        release_pass(&v)
        free(batch)


cdef bint _place(Pass* v, Plan* plan, bytes path, Rows* rows, int64_t at) noexcept:
    """One more row; False for what is left to Python."""
    cdef Field chunk[META_DATA + 1]
    cdef Field meta[DICTIONARY_PAGE + 1]
    cdef Cursor* c = &v.cursor
    cdef int64_t value = 0
    cdef Bytes begin = c.begin
    v.has_frame = False
    v.greatest_depth = 0
    if validate(v, begin, plan) != c.end or v.irregular or v.is_root_irregular or v.has_maps or not c.canonical:
        return False
    c.depth = 0
    if locate(c, CHUNK_WIRES, META_DATA, begin, chunk, True) == NULL or chunk[META_DATA].at == NULL:
        return False
    if locate(c, META_WIRES, DICTIONARY_PAGE, chunk[META_DATA].at, meta, True) == NULL:
        return False
    if meta[PATH].end - meta[PATH].at != PyBytes_GET_SIZE(path):
        return False
    if memcmp(meta[PATH].at, PyBytes_AS_STRING(path), PyBytes_GET_SIZE(path)) != 0:
        return False
    rows.data_page[at] = _number(c, &meta[DATA_PAGE])
    rows.compressed[at] = _number(c, &meta[COMPRESSED])
    rows.uncompressed[at] = _number(c, &meta[UNCOMPRESSED])
    rows.num_values[at] = _number(c, &meta[NUM_VALUES])
    rows.codec[at] = <int32_t>_number(c, &meta[CODEC])
    rows.dictionary_page[at] = 0
    if meta[DICTIONARY_PAGE].at != NULL:
        rows.dictionary_page[at] = _number(c, &meta[DICTIONARY_PAGE])
        rows.has_dictionary[at >> 3] |= 1 << (at & 7)
        rows.dictionaries += 1
    return True


cdef int64_t _number(Cursor* c, Field* field) noexcept nogil:
    """Of a field that validation has found whole."""
    cdef int64_t value = 0
    integer(c, field.at, 10, 64, &value)
    return value
