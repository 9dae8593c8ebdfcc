# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Where chunks lie, from the bytes of their ColumnChunks to one record batch.

`inlay.layouts.jump_table` does the same by extraction, which is the specification. What is not as writers spell it, or not
whole, is left to that. The batch is handed over in Arrow's C data interface: eight arrays one by one take longer than all else.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t, uintptr_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

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

cdef struct ArrowArray:
    int64_t length
    int64_t null_count
    int64_t offset
    int64_t n_buffers
    int64_t n_children
    const void** buffers
    ArrowArray** children
    ArrowArray* dictionary
    void (*release)(ArrowArray*) noexcept nogil
    void* private_data

cdef enum:
    COLUMNS = 8
    META_DATA = 3  # of ColumnChunk
    PATH = 3  # and these of ColumnMetaData
    CODEC = 4
    NUM_VALUES = 5
    UNCOMPRESSED = 6
    COMPRESSED = 7
    DATA_PAGE = 9
    DICTIONARY_PAGE = 11

cdef struct Batch:
    # everything that the batch points to, in one block
    ArrowArray children[COLUMNS]
    ArrowArray* child_at[COLUMNS]
    const void* buffers[COLUMNS][2]
    const void* no_buffer

cdef struct Rows:
    int64_t* data_page
    int64_t* dictionary_page
    int64_t* compressed
    int64_t* uncompressed
    int64_t* num_values
    int32_t* column
    int32_t* row_group
    int32_t* codec
    uint8_t* has_dictionary
    int64_t dictionaries

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
    cdef int64_t inner
    cdef Plan* plan = plan_of(cls)
    cdef Pass v
    cdef Rows rows
    cdef ArrowArray top
    cdef bytes piece, path
    cdef Batch* batch
    if plan == NULL or not plan.is_native or plan.has_hooks or not 0 < limits.depth <= DEEPEST:
        return None
    if count != len(columns) * height or len(paths) != len(columns):
        return None
    batch = _allocate(count, &rows)
    if batch == NULL:
        raise MemoryError
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
        _lay_out(batch, &top, &rows, count)
        batch = NULL
        try:
            return batch_type._import_from_c(<uintptr_t>&top, schema)
        finally:
            if top.release != NULL:
                top.release(&top)
    finally:
        release_pass(&v)
        free(batch)


def place_taken(list values not None, bytes dictionaries not None, validity, columns, groups, batch_type, schema):
    """A batch of what packed arrays say (`modular_placement.Taken`), for each column and then for each of `groups`; None for
    buffers of another length."""
    cdef int64_t height = len(groups)
    cdef int64_t count = len(columns) * height
    cdef int64_t at = 0
    cdef int64_t size
    cdef int index
    cdef Rows rows
    cdef ArrowArray top
    cdef Batch* batch = _allocate(count, &rows)
    cdef char* places[6]
    if batch == NULL:
        raise MemoryError
    try:
        places[:] = [
            <char*>rows.data_page, <char*>rows.compressed, <char*>rows.uncompressed, <char*>rows.num_values,
            <char*>rows.codec, <char*>rows.dictionary_page,
        ]
        for index, buffer in enumerate((*values, dictionaries)):
            size = count * (4 if index == 4 else 8)
            if index > 5 or len(buffer) != size:
                return None
            memcpy(places[index], PyBytes_AS_STRING(buffer), size)
        rows.dictionaries = count
        if validity is not None:
            if len(validity) != (count + 7) // 8:
                return None
            memcpy(rows.has_dictionary, PyBytes_AS_STRING(validity), len(validity))
            rows.dictionaries = 0
            for at in range(count):
                rows.dictionaries += rows.has_dictionary[at >> 3] >> (at & 7) & 1
        at = 0
        for column in columns:
            for group in groups:
                rows.column[at] = column
                rows.row_group[at] = group
                at += 1
        _lay_out(batch, &top, &rows, count)
        batch = NULL
        try:
            return batch_type._import_from_c(<uintptr_t>&top, schema)
        finally:
            if top.release != NULL:
                top.release(&top)
    finally:
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


cdef Batch* _allocate(int64_t count, Rows* rows) noexcept nogil:
    cdef int64_t longs = sizeof(Batch) + 7 & ~7
    cdef Batch* batch = <Batch*>malloc(longs + count * (5 * 8 + 3 * 4) + count // 8 + 1)
    cdef char* data = <char*>batch + longs
    if batch == NULL:
        return NULL
    rows.data_page = <int64_t*>data
    rows.dictionary_page = rows.data_page + count
    rows.compressed = rows.dictionary_page + count
    rows.uncompressed = rows.compressed + count
    rows.num_values = rows.uncompressed + count
    rows.column = <int32_t*>(rows.num_values + count)
    rows.row_group = rows.column + count
    rows.codec = rows.row_group + count
    rows.has_dictionary = <uint8_t*>(rows.codec + count)
    rows.dictionaries = 0
    memset(rows.has_dictionary, 0, count // 8 + 1)
    return batch


cdef void _lay_out(Batch* batch, ArrowArray* top, Rows* rows, int64_t count) noexcept nogil:
    """In the order of `PLACEMENT`. The block is freed with the batch; its children own nothing."""
    cdef const void* values[COLUMNS]
    cdef ArrowArray* child
    cdef int at
    values[:] = [
        rows.column, rows.row_group, rows.data_page, rows.dictionary_page, rows.compressed, rows.uncompressed,
        rows.num_values, rows.codec,
    ]
    memset(top, 0, sizeof(ArrowArray))
    memset(batch, 0, sizeof(Batch))
    for at in range(COLUMNS):
        child = &batch.children[at]
        child.length = count
        child.n_buffers = 2
        child.buffers = batch.buffers[at]
        child.release = _release_child
        batch.buffers[at][1] = values[at]
        batch.child_at[at] = child
    if rows.dictionaries < count:
        batch.children[3].null_count = count - rows.dictionaries
        batch.buffers[3][0] = rows.has_dictionary
    top.length = count
    top.n_buffers = 1
    top.buffers = &batch.no_buffer
    top.n_children = COLUMNS
    top.children = batch.child_at
    top.release = _release_batch
    top.private_data = batch


cdef void _release_child(ArrowArray* array) noexcept nogil:
    array.release = NULL


cdef void _release_batch(ArrowArray* array) noexcept nogil:
    free(array.private_data)
    array.release = NULL
