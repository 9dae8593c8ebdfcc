# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A row group with other paths of its columns, as bytes: all else is copied.

`inlay.verbs.set.renames` is the specification. A row group that is spelt as nobody here would, or whose columns are elsewhere or
encrypted, is left to it.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from inlay_runtime.native.compact_output cimport Output, end_of, make_output, make_room, take_up_to
from inlay_runtime.native.cursor cimport (
    STOP, WIRE_BINARY, WIRE_I16, WIRE_I32, WIRE_I64, WIRE_LIST, WIRE_STRUCT, Bytes, Cursor, enter, list_header, make_cursor, skip,
)  # fmt: skip

cdef enum:
    DEEPEST = 64
    COLUMNS = 1  # of RowGroup
    META = 3  # of ColumnChunk
    PATH = 3  # of ColumnMetaData
    LAST_OF_GROUP = 7
    LAST_OF_CHUNK = 7
    LAST_OF_META = 17

cdef int OF_GROUP[LAST_OF_GROUP + 1]
OF_GROUP[:] = [0, WIRE_LIST, WIRE_I64, WIRE_I64, WIRE_LIST, WIRE_I64, WIRE_I64, WIRE_I16]
cdef int OF_CHUNK[LAST_OF_CHUNK + 1]
OF_CHUNK[:] = [0, 0, WIRE_I64, WIRE_STRUCT, WIRE_I64, WIRE_I32, WIRE_I64, WIRE_I32]  # those in other files are not plain
cdef int OF_META[LAST_OF_META + 1]
OF_META[:] = [
    0, WIRE_I32, WIRE_LIST, WIRE_LIST, WIRE_I32, WIRE_I64, WIRE_I64, WIRE_I64, WIRE_LIST, WIRE_I64, WIRE_I64, WIRE_I64,
    WIRE_STRUCT, WIRE_LIST, WIRE_I64, WIRE_I32, WIRE_STRUCT, WIRE_STRUCT,
]  # fmt: skip
cdef int ELEMENTS[LAST_OF_META + 1]  # of the lists of a ColumnMetaData
ELEMENTS[:] = [0, 0, WIRE_I32, WIRE_BINARY, 0, 0, 0, 0, WIRE_STRUCT, 0, 0, 0, 0, WIRE_STRUCT, 0, 0, 0, 0]


def replace_paths(bytes data not None, list paths not None):
    """The row group `data` with these paths, each a list in the compact protocol; None for what is not plain."""
    cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, 0, 0, 0)
    cdef Output out = make_output()
    cdef Bytes p = c.begin
    cdef Bytes copied = p  # up to here
    cdef Bytes at = NULL
    cdef Bytes behind = NULL
    cdef int64_t count = 0
    cdef int64_t number
    cdef int element = 0
    cdef bytes path
    c.container = c.binary = PyBytes_GET_SIZE(data)
    for path in paths:
        count += PyBytes_GET_SIZE(path)
    try:
        if not make_room(&out, PyBytes_GET_SIZE(data) + count):
            raise MemoryError
        if read_plainly(&c, p, OF_GROUP, LAST_OF_GROUP, COLUMNS, &at, &behind) != c.end or at == NULL:
            return None
        p = list_header(&c, at, &count, &element)
        if p == NULL or count != len(paths) or element != WIRE_STRUCT:
            return None
        for number in range(count):
            path = paths[number]
            p = find_path(&c, p, &at, &behind)
            if p == NULL:
                return None
            copy(&out, copied, at)
            copy(&out, <Bytes>PyBytes_AS_STRING(path), <Bytes>PyBytes_AS_STRING(path) + PyBytes_GET_SIZE(path))
            copied = behind
        if not c.canonical:
            return None
        copy(&out, copied, c.end)
        return (<char*>out.data)[:out.size]
    finally:
        free(out.data)


cdef inline void copy(Output* out, Bytes begin, Bytes end) noexcept nogil:
    """Room is made for all."""
    memcpy(end_of(out), begin, end - begin)
    take_up_to(out, end_of(out) + (end - begin))


cdef inline Bytes find_path(Cursor* c, Bytes p, Bytes* at, Bytes* behind) noexcept nogil:
    """Where the chunk ends whose path is from `at` to `behind`; NULL for one that is not plain."""
    cdef Bytes meta = NULL
    cdef Bytes end = NULL
    p = read_plainly(c, p, OF_CHUNK, LAST_OF_CHUNK, META, &meta, &end)
    if p == NULL or meta == NULL:
        return NULL
    if read_plainly(c, meta, OF_META, LAST_OF_META, PATH, at, behind) != end or at[0] == NULL:
        return NULL
    return p


cdef inline Bytes read_plainly(
    Cursor* c, Bytes p, const int* wires, int last, int wanted, Bytes* at, Bytes* behind
) noexcept nogil:
    """Where a struct ends whose fields are known, in their order, with short headers; one of them is from `at` to `behind`."""
    cdef Bytes value
    cdef int64_t field_id = 0
    cdef int wire
    at[0] = behind[0] = NULL
    if enter(c, p) == NULL:
        return NULL
    while True:
        if p >= c.end:
            return NULL
        wire = p[0] & 0x0F
        if p[0] == STOP:
            c.depth -= 1
            return p + 1
        field_id += p[0] >> 4
        if p[0] <= 0x0F or field_id > last or wires[field_id] != wire:
            return NULL
        value = p + 1
        if wire == WIRE_LIST and wires == OF_META and (value >= c.end or value[0] & 0x0F != ELEMENTS[field_id]):
            return NULL
        p = skip(c, value, wire)
        if p == NULL:
            return NULL
        if field_id == wanted:
            at[0], behind[0] = value, p
