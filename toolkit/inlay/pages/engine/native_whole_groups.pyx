# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Row groups that move whole, as bytes: where their pages lie, whether these are what the footer says, and the row group as it is
in the new footer.

`body`, `agreement`, `checked_chunk` and `offsets` are the specification. What is not plain is left to them, and so is all that
is wrong: no error is worded here.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport INT64_MAX, int32_t, int64_t, uint32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from inlay_runtime.native.compact_output cimport store_list_header, store_varint, to_zigzag
from inlay_runtime.native.cursor cimport (
    STOP, WIRE_I16, WIRE_I32, WIRE_I64, WIRE_LIST, WIRE_STRUCT, Bytes, Cursor, list_header, make_cursor, read_integer,
    skip,
)  # fmt: skip
from inlay_runtime.native.fields cimport Field, locate, locate_behind, read_field_header
from inlay_runtime.native.packed cimport Lent, compute_crc
from inlay_runtime.native.plan cimport Plan, plan_of
from inlay_runtime.native.validate cimport DEEPEST, Pass, release_pass, validate

cdef enum:
    FIRST = 4  # where data begins: behind the magic
    HEADER = 512  # bytes in which `walk` looks for the header of a page first
    LONGEST = 10  # bytes of a varint

cdef enum:  # of RowGroup
    COLUMNS = 1
    TOTAL = 2
    ROWS = 3
    SORTING = 4
    GROUP_OFFSET = 5
    TOTAL_PACKED = 6
    ORDINAL = 7

cdef enum:  # of ColumnChunk
    CHUNK_OFFSET = 2
    META = 3
    OFFSET_INDEX = 4
    COLUMN_INDEX = 6
    COLUMN_INDEX_LENGTH = 7

cdef enum:  # of ColumnMetaData
    ENCODINGS = 2
    PATH = 3
    VALUES = 5
    UNPACKED = 6
    PACKED = 7
    DATA_PAGE = 9
    INDEX_PAGE = 10
    DICTIONARY_PAGE = 11
    FILTER = 14
    GEOSPATIAL = 17

cdef enum:  # of PageHeader
    KIND = 1
    BODY = 3
    CRC = 4
    VERSION_1 = 5
    VERSION_2 = 8

cdef enum:  # of DataPageHeader, and of DataPageHeaderV2
    VALUES_OF = 1
    NULLS_OF = 2  # an encoding in a header of version 1
    ROWS_OF = 3

cdef enum:  # PageType
    IS_DATA = 0
    IS_INDEX = 1
    IS_DICTIONARY = 2
    IS_DATA_2 = 3

cdef int OF_GROUP[ORDINAL + 1]
OF_GROUP[:] = [0, WIRE_LIST, WIRE_I64, WIRE_I64, 0, WIRE_I64, WIRE_I64, WIRE_I16]  # sorted ones are not plain
cdef int OF_CHUNK[COLUMN_INDEX_LENGTH + 1]
OF_CHUNK[:] = [0, 0, WIRE_I64, WIRE_STRUCT, WIRE_I64, WIRE_I32, WIRE_I64, WIRE_I32]
cdef int OF_META[GEOSPATIAL + 1]
OF_META[:] = [
    0, WIRE_I32, WIRE_LIST, WIRE_LIST, WIRE_I32, WIRE_I64, WIRE_I64, WIRE_I64, WIRE_LIST, WIRE_I64, WIRE_I64, WIRE_I64,
    WIRE_STRUCT, WIRE_LIST, WIRE_I64, WIRE_I32, WIRE_STRUCT, WIRE_STRUCT,
]  # fmt: skip
cdef int OF_PAGE[VERSION_2 + 1]
OF_PAGE[:] = [0, WIRE_I32, WIRE_I32, WIRE_I32, WIRE_I32, WIRE_STRUCT, WIRE_STRUCT, WIRE_STRUCT, WIRE_STRUCT]
cdef int OF_VALUES[ROWS_OF + 1]
OF_VALUES[:] = [0, WIRE_I32, WIRE_I32, WIRE_I32]

cdef struct Chunk:
    Field own[COLUMN_INDEX_LENGTH + 1]
    Field meta[GEOSPATIAL + 1]
    int64_t start
    int64_t size
    int64_t unpacked
    int64_t values
    int64_t offset  # of ColumnChunk
    int64_t data
    int64_t index
    int64_t dictionary
    int64_t others  # bytes of its indexes and its Bloom filter
    int64_t column_index
    int64_t column_index_length
    int64_t offset_index
    int64_t offset_index_length

cdef struct Group:
    Field fields[ORDINAL + 1]  # but for its column chunks, which come first
    Bytes list  # of these
    Bytes first  # of them
    int64_t columns


def find_groups(bytes data not None, int64_t at, int64_t footer, list paths not None, bytes repeated not None, bytes behind):
    """The row groups of the list that begins at `at`; None unless all are plain, and `behind` is what comes behind the list.
    For each: where it begins and ends in `data`, its rows, where its pages begin, how far from there they reach, their
    bytes, those of all that is to move, and whether it has an ordinal.

    `footer` is where the pages end at the latest. `paths` has the path of each leaf, as a list in the compact protocol, and
    `repeated` a byte that is not 0 where a leaf may have more values than rows.
    """
    cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, footer, footer, 0)
    cdef Bytes p = c.begin + at
    cdef Bytes begin
    cdef Group group
    cdef Chunk chunk
    cdef int64_t count = 0
    cdef int64_t end = FIRST
    cdef int64_t number, leaf, rows, flat, least, start, pages, moving
    cdef int element = 0
    cdef bytes path
    cdef list groups = []
    c.container = c.binary = PyBytes_GET_SIZE(data)
    p = list_header(&c, p, &count, &element)
    if p == NULL or element != WIRE_STRUCT:
        return None
    for number in range(count):
        begin = p
        if not open_group(&c, p, &group) or group.columns != len(paths) or group.columns != PyBytes_GET_SIZE(repeated):
            return None
        if not group.columns:
            return None
        start, pages, moving = -1, 0, 0
        flat, least = -1, INT64_MAX  # values of all that are not repeated, and the least of any
        at = group.first - c.begin
        for leaf in range(group.columns):
            at = read_chunk(&c, c.begin + at, &chunk)
            if at < 0:
                return None
            path = paths[leaf]
            if chunk.meta[PATH].end - chunk.meta[PATH].at != PyBytes_GET_SIZE(path):
                return None
            if memcmp(chunk.meta[PATH].at, PyBytes_AS_STRING(path), PyBytes_GET_SIZE(path)):
                return None
            least = min(least, chunk.values)
            if not PyBytes_AS_STRING(repeated)[leaf]:
                if flat >= 0 and chunk.values != flat:
                    return None
                flat = chunk.values
            if chunk.start < end or chunk.size > footer - chunk.start:
                return None
            start = chunk.start if start < 0 else start
            end = chunk.start + chunk.size
            pages += chunk.size
            moving += chunk.size + chunk.others
        p = read_rest(&c, c.begin + at, &group)
        if p == NULL:
            return None
        rows = number_in(&c, &group.fields[ROWS], -1)
        if not 0 <= rows <= least or (flat >= 0 and flat != rows):
            return None
        groups.append((
            begin - c.begin, p - c.begin, rows, start, end - start, pages, moving, group.fields[ORDINAL].at != NULL
        ))  # fmt: skip
    if behind is not None:
        if c.end - p != PyBytes_GET_SIZE(behind) or memcmp(p, PyBytes_AS_STRING(behind), PyBytes_GET_SIZE(behind)):
            return None
    return groups


cdef bint open_group(Cursor* c, Bytes p, Group* group) noexcept nogil:
    """Whether its column chunks come first, as everybody writes them: nothing has to pass over them to find them."""
    cdef int64_t field_id = 0
    cdef int wire = 0
    cdef int element = 0
    group.columns = 0
    group.list = read_field_header(c, p, &wire, &field_id)
    if group.list == NULL or wire != WIRE_LIST or field_id != COLUMNS:
        return False
    group.first = list_header(c, group.list, &group.columns, &element)
    return group.first != NULL and element == WIRE_STRUCT


cdef Bytes read_rest(Cursor* c, Bytes p, Group* group) noexcept nogil:
    """The fields behind its column chunks; where it ends, or NULL."""
    p = locate_behind(c, OF_GROUP, ORDINAL, p, group.fields, False, NULL, COLUMNS)
    return p if p != NULL and group.fields[TOTAL].at != NULL and group.fields[COLUMNS].at == NULL else NULL


cdef int64_t read_chunk(Cursor* c, Bytes p, Chunk* chunk) noexcept nogil:
    """Where it ends, from the beginning of the bytes; -1 unless its offsets lead to its own pages."""
    cdef int64_t start
    p = locate_both(c, p, chunk)
    if p == NULL or chunk.own[META].at == NULL or chunk.meta[PATH].at == NULL:
        return -1
    chunk.offset = number_in(c, &chunk.own[CHUNK_OFFSET], 0)
    chunk.values = number_in(c, &chunk.meta[VALUES], -1)
    chunk.unpacked = number_in(c, &chunk.meta[UNPACKED], -1)
    chunk.size = number_in(c, &chunk.meta[PACKED], -1)
    chunk.data = number_in(c, &chunk.meta[DATA_PAGE], -1)
    chunk.index = number_in(c, &chunk.meta[INDEX_PAGE], 0)
    chunk.dictionary = number_in(c, &chunk.meta[DICTIONARY_PAGE], 0)
    if chunk.values < 0 or chunk.unpacked < 0 or chunk.size <= 0 or chunk.data < 0:
        return -1
    chunk.start = chunk.dictionary if chunk.dictionary and (not chunk.data or chunk.dictionary < chunk.data) else chunk.data
    if not is_inside(chunk, chunk.data) or not is_inside(chunk, chunk.index) or not is_inside(chunk, chunk.dictionary):
        return -1
    if not read_place(c, &chunk.own[OFFSET_INDEX], &chunk.offset_index, &chunk.offset_index_length):
        return -1
    if not read_place(c, &chunk.own[COLUMN_INDEX], &chunk.column_index, &chunk.column_index_length):
        return -1
    if not read_place(c, &chunk.meta[FILTER], &start, &chunk.others):
        return -1
    chunk.others += chunk.offset_index_length + chunk.column_index_length
    return p - c.begin


cdef Bytes locate_both(Cursor* c, Bytes p, Chunk* chunk) noexcept nogil:
    """As `locate` does, the fields of a chunk and those of its metadata, which is nearly all of it: each byte is walked once. Where
    the chunk ends, or NULL."""
    cdef int64_t field_id = 0
    cdef int wire = 0
    memset(chunk.own, 0, sizeof(chunk.own))
    while True:
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL or wire == STOP:
            return p
        if not 0 < field_id <= COLUMN_INDEX_LENGTH or wire != OF_CHUNK[field_id] or chunk.own[field_id].at != NULL:
            return NULL
        chunk.own[field_id].at, chunk.own[field_id].wire = p, wire
        p = locate(c, OF_META, GEOSPATIAL, p, chunk.meta, False) if field_id == META else skip(c, p, wire)
        if p == NULL:
            return NULL
        chunk.own[field_id].end = p


cdef int64_t number_in(Cursor* c, const Field* field, int64_t absent) noexcept nogil:
    """A number that is no less than 0; -1 for any other."""
    cdef int64_t value = 0
    if field.at == NULL:
        return absent
    return value if read_integer(c, field.at, LONGEST, 64, &value) != NULL and value >= 0 else -1


cdef bint is_inside(const Chunk* chunk, int64_t offset) noexcept nogil:
    """Writers say 0 for a kind of page that there is not."""
    return offset == 0 or chunk.start <= offset < chunk.start + chunk.size


cdef bint read_place(Cursor* c, const Field* fields, int64_t* offset, int64_t* length) noexcept nogil:
    """An offset, and the length of what it leads to, which is the field behind; neither is fine, and one alone is not."""
    offset[0], length[0] = number_in(c, &fields[0], 0), number_in(c, &fields[1], 0)
    if fields[0].at == NULL or fields[1].at == NULL:
        return fields[0].at == NULL and fields[1].at == NULL
    return offset[0] > 0 and length[0] > 0


def find_chunks(bytes data not None, int64_t at):
    """Of each chunk of the row group at `at` where its pages begin, and their bytes; the same of its column index and its offset
    index; the bytes of its Bloom filter. 0 for what it has not. And its values."""
    cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, 0, 0, 0)
    cdef Group group
    cdef Chunk chunk
    cdef int64_t leaf
    cdef list chunks = []
    c.container = c.binary = PyBytes_GET_SIZE(data)
    if not open_group(&c, c.begin + at, &group):
        return None
    at = group.first - c.begin
    for leaf in range(group.columns):
        at = read_chunk(&c, c.begin + at, &chunk)
        if at < 0:
            return None
        chunks.append((
            chunk.start, chunk.size, chunk.column_index, chunk.column_index_length, chunk.offset_index,
            chunk.offset_index_length, chunk.others - chunk.column_index_length - chunk.offset_index_length,
            chunk.values,
        ))  # fmt: skip
    return chunks


def find_runs(bytes data not None, int64_t at):
    """Where the pages of the row group at `at` lie: begin and size of each run of chunks with nothing between them."""
    cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, 0, 0, 0)
    cdef Group group
    cdef Chunk chunk
    cdef int64_t leaf
    cdef int64_t start = 0
    cdef int64_t end = 0
    cdef list runs = []
    c.container = c.binary = PyBytes_GET_SIZE(data)
    if not open_group(&c, c.begin + at, &group):
        return None
    at = group.first - c.begin
    for leaf in range(group.columns):
        at = read_chunk(&c, c.begin + at, &chunk)
        if at < 0:
            return None
        if chunk.start != end:
            if end:
                runs.append((start, end - start))
            start = chunk.start
        end = chunk.start + chunk.size
    if end:
        runs.append((start, end - start))
    return runs


def keep_chunks(bytes data not None, int64_t at, int64_t end, bytes kept not None):
    """The row group from `at` to `end`, which is plain, without the chunks for which `kept` has 0; all else is as it was. And of what is
    left: where its pages begin, how far from there they reach, their bytes, and those of all that is to move. None if nothing is."""
    cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, 0, 0, 0)
    cdef Group group
    cdef Chunk chunk
    cdef Bytes p
    cdef uint8_t* room
    cdef uint8_t* out
    cdef int64_t leaf, begin
    cdef int64_t count = 0
    cdef int64_t start = -1
    cdef int64_t reach = 0
    cdef int64_t pages = 0
    cdef int64_t moving = 0
    c.container = c.binary = PyBytes_GET_SIZE(data)
    if not open_group(&c, c.begin + at, &group) or group.columns != PyBytes_GET_SIZE(kept):
        return None
    for leaf in range(group.columns):
        count += PyBytes_AS_STRING(kept)[leaf] != 0
    room = <uint8_t*>malloc(end - at + LONGEST)
    if room == NULL:
        raise MemoryError
    try:
        p = group.list
        memcpy(room, c.begin + at, p - (c.begin + at))
        out = store_list_header(room + (p - (c.begin + at)), count, WIRE_STRUCT)
        at = group.first - c.begin
        for leaf in range(group.columns):
            begin = at
            at = read_chunk(&c, c.begin + begin, &chunk)
            if at < 0:
                return None
            if not PyBytes_AS_STRING(kept)[leaf]:
                continue
            memcpy(out, c.begin + begin, at - begin)
            out += at - begin
            start = chunk.start if start < 0 else start
            reach = chunk.start + chunk.size
            pages += chunk.size
            moving += chunk.size + chunk.others
        if start < 0:
            return None
        memcpy(out, c.begin + at, end - at)
        out += end - at
        return PyBytes_FromStringAndSize(<char*>room, out - room), start, reach - start, pages, moving
    finally:
        free(room)


include "whole_pages.pxi"
include "whole_placing.pxi"
include "whole_indexes.pxi"
include "moved_offsets.pxi"
include "group_paths.pxi"
include "moved_locations.pxi"
include "listed_encodings.pxi"
