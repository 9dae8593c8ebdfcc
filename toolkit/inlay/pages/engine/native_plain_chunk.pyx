# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Chunks of numbers of one width outside of lists, if nothing about them is rare: whether all holds that the footer and the page headers
say of their values. See `inlay.pages.engine.plain_chunks`.

It words nothing, and finds nothing: what is not said to hold here is left to the checks. Pages are PLAIN or indexes into a dictionary,
headers have no CRC, and the codec is one that is native here.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from inlay.ground.values.native_extremes cimport DOUBLE, FLOAT, TOTAL, UNSIGNED, Found, find_among
from inlay_runtime.native.compact_output cimport (
    LONGEST_VARINT,
    Output,
    end_of,
    make_output,
    make_room,
    store_field_header,
    store_list_header,
    store_varint,
    take_up_to,
    to_zigzag,
)
from inlay_runtime.native.cursor cimport (
    FALSE,
    STOP,
    TRUE,
    WIRE_BINARY,
    WIRE_I32,
    WIRE_I64,
    WIRE_LIST,
    WIRE_STRUCT,
    Cursor,
    make_cursor,
    read_integer,
    read_size,
)
from inlay_runtime.native.packed cimport Lent

cdef enum:
    LONGEST_HEADER = 5
    MOST_OF_A_PAGE = 1 << 20  # values: for each, decoding takes 12 bytes of room
    MOST_BYTES = 1 << 26  # of a chunk that is decompressed: room that is asked for before a page is looked at
    MOST_LEVELS = 16

cdef enum:  # CompressionCodec of the format
    UNCOMPRESSED = 0
    SNAPPY = 1
    LZ4_RAW = 7

include "blocks.pxi"
include "snappy.pxi"
include "lz4_blocks.pxi"
include "leaf_runs.pxi"
include "level_counts.pxi"
include "plain_headers.pxi"
include "plain_statements.pxi"
include "single_page_indexes.pxi"
include "said_fields.pxi"


cdef struct Room:  # memory that grows, and holds nothing that has to be kept
    uint8_t* begin
    int64_t size

cdef struct Rooms:  # one after the other, chunks use the same
    Room dictionary, page, indexes, values

cdef struct Chunk:
    Statements* said
    Rooms* rooms
    const uint8_t* entries  # of the dictionary; NULL without one
    int64_t entry_count
    int64_t counts[MOST_LEVELS]
    int64_t encodings[MOST_ENCODINGS]  # the pages of each
    int64_t pages  # with that of the dictionary
    int64_t data_pages
    Ends ends
    uint8_t* kept  # values go here, too; NULL where nobody asks for them
    int64_t kept_size, kept_room


cdef bint _make_room(Room* room, int64_t size) noexcept nogil:
    if room.begin != NULL and size <= room.size:
        return True
    free(room.begin)
    room.begin = <uint8_t*> malloc(max(size, 1))  # so that there is a place for nothing, too
    room.size = size if room.begin != NULL else 0
    return room.begin != NULL


cdef bint _unpack(Chunk* chunk, const uint8_t* body, int64_t packed, int64_t size, bint is_packed, Room* room, const uint8_t** out) noexcept nogil:
    """`size` bytes, where they lie or in the room."""
    if size < 0:
        return False
    if not is_packed or chunk.said.codec == UNCOMPRESSED:
        out[0] = body
        return packed == size
    if size > chunk.said.size or not _make_room(room, size):
        return False
    out[0] = room.begin
    if chunk.said.codec == SNAPPY:
        return _decompress_snappy(body, body + packed, room.begin, size, size)
    return _decompress_lz4(body, body + packed, room.begin, size, size)


cdef bint _take_dictionary(Chunk* chunk, Header* header) noexcept nogil:
    if header.entries > header.size // chunk.said.width:
        return False
    chunk.entry_count = header.entries
    return _unpack(chunk, header.body, header.packed, header.size, True, &chunk.rooms.dictionary, &chunk.entries)


cdef bint _take_page(Chunk* chunk, Header* header) noexcept nogil:
    """Whether it is read here, and all holds that its header says."""
    cdef const uint8_t* at = header.body
    cdef const uint8_t* end
    cdef const uint8_t* levels = NULL
    cdef int64_t present, size = header.size, before, left
    cdef int64_t[MOST_LEVELS] counts
    cdef uint32_t length = 0
    cdef Ends ends
    if header.entries > MOST_OF_A_PAGE or not 0 <= header.encoding < MOST_ENCODINGS:
        return False
    if header.type == DATA_PAGE_V2:
        before = header.level_bytes
        if header.packed != size and (chunk.said.codec == UNCOMPRESSED or not header.is_packed):
            return False
        if before < 0 or before > header.packed or before > size or header.repetition_bytes != 0:
            return False
        levels, length = at, <uint32_t> before
        present = _count_present(chunk.said.most, levels, length, header.entries, counts)
        if present > 0 and not _unpack(
            chunk, at + before, header.packed - before, size - before, header.is_packed, &chunk.rooms.page, &at
        ):
            return False
        left = size - before
        end = at + (left if present > 0 else 0)
    else:
        if not _unpack(chunk, at, header.packed, size, True, &chunk.rooms.page, &at):
            return False
        end = at + size
        if chunk.said.most:
            if header.level_encoding != RLE or size < 4:
                return False
            memcpy(&length, at, 4)
            if <int64_t> length > size - 4:
                return False
            levels = at + 4
            at = levels + length
        left = end - at
        present = _count_present(chunk.said.most, levels, length, header.entries, counts)
    if present < 0:
        return False
    if header.encoding == PLAIN and present * chunk.said.width != left:
        return False
    for before in range(chunk.said.most + 1):
        chunk.counts[before] += counts[before]
    chunk.encodings[header.encoding] += 1
    memset(&ends, 0, sizeof(Ends))
    if present > 0 and not _find_ends(chunk, header.encoding, at, end, present, &ends):
        return False
    _merge_ends(chunk.said, &chunk.ends, &ends)
    return _holds_of_page(chunk.said, header, present, &ends)


cdef int64_t _count_present(int most, const uint8_t* levels, int64_t length, int64_t entries, int64_t* counts) noexcept nogil:
    """How many values there are, and how often each definition level is; -1 for levels that are damaged."""
    cdef int width = 0
    if most == 0:
        counts[0] = entries
        return entries
    while most >> width:
        width += 1
    memset(counts, 0, MOST_LEVELS * sizeof(int64_t))
    if not _count_levels(levels, levels + length, entries, width, most, counts):
        return -1
    return counts[most]


cdef bint _find_ends(Chunk* chunk, int encoding, const uint8_t* at, const uint8_t* end, int64_t present, Ends* ends) noexcept nogil:
    cdef int width = chunk.said.width
    cdef const uint8_t* values = at
    cdef Found found
    if encoding != PLAIN or <uint64_t> at % width:  # numbers lie at multiples of their width
        if not _make_room(&chunk.rooms.values, present * width):
            return False
        values = chunk.rooms.values.begin
    if encoding == PLAIN:
        if values != at:
            memcpy(chunk.rooms.values.begin, at, present * width)
    elif not _look_up(chunk, encoding, at, end, present):
        return False
    if chunk.kept != NULL:
        if present * width > chunk.kept_room - chunk.kept_size:
            return False
        memcpy(chunk.kept + chunk.kept_size, values, present * width)
        chunk.kept_size += present * width
    found = find_among(values, width, 0, present, chunk.said.order)
    if chunk.said.order == TOTAL and found.nans:  # they may be ends, in some pages and not in others
        return False
    ends.nans = found.nans
    ends.are_there = found.low >= 0
    if ends.are_there:
        memcpy(ends.low, values + found.low * width, width)
        memcpy(ends.high, values + found.high * width, width)
    return True


cdef bint _look_up(Chunk* chunk, int encoding, const uint8_t* at, const uint8_t* end, int64_t present) noexcept nogil:
    """Fills the room for values with those of the dictionary."""
    cdef Hybrid runs
    cdef int64_t highest
    cdef uint32_t* indexes
    if encoding not in (PLAIN_DICTIONARY, RLE_DICTIONARY) or chunk.entries == NULL or at == end:
        return False
    if not 1 <= at[0] <= 32:  # runs of indexes of no bits may be missing
        return False
    if not _make_room(&chunk.rooms.indexes, present * sizeof(uint32_t)):
        return False
    indexes = <uint32_t*> chunk.rooms.indexes.begin
    runs.at, runs.end, runs.width = at + 1, end, at[0]
    highest = _decode(&runs, indexes, present)
    if not 0 <= highest < chunk.entry_count:
        return False
    _gather(chunk.rooms.values.begin, chunk.entries, chunk.said.width, indexes, present)
    return True


cdef void _gather(uint8_t* out, const uint8_t* entries, int width, const uint32_t* indexes, int64_t count) noexcept nogil:
    cdef int64_t at
    if width == 8:
        for at in range(count):
            memcpy(out + 8 * at, entries + 8 * <int64_t> indexes[at], 8)
    else:
        for at in range(count):
            memcpy(out + 4 * at, entries + 4 * <int64_t> indexes[at], 4)


cdef bint _holds(Chunk* chunk, const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef Header header
    cdef const uint8_t* begin = at
    cdef int64_t first_data = -1
    if not 0 <= chunk.said.size <= MOST_BYTES:
        return False
    while at < end:
        if not _read_header(at, end, &header) or header.packed > end - header.body:
            return False
        if header.type == DICTIONARY_PAGE:
            if at != begin or not _take_dictionary(chunk, &header):
                return False
        else:
            if first_data < 0:
                first_data = at - begin
            if not _take_page(chunk, &header):
                return False
            chunk.data_pages += 1
        chunk.pages += 1
        at = header.body + header.packed
    return (
        first_data == chunk.said.data_at
        and _has_encodings(chunk.said, chunk.encodings)
        and (chunk.entries == NULL or chunk.encodings[PLAIN_DICTIONARY] + chunk.encodings[RLE_DICTIONARY] > 0)
        and _has_levels(chunk.said, chunk.counts)
        and _holds_of_chunk(chunk.said, &chunk.ends)
    )


cdef object _end_of(Chunk* chunk, const uint8_t* end):
    return PyBytes_FromStringAndSize(<const char*> end, chunk.said.width) if chunk.ends.are_there else None


def hold_plain_chunks(data, int64_t start, chunks, extents, int64_t keep):
    """Of each chunk how many values are there, their bytes, how many pages there are, and how many of data, NaNs, the least and the
    largest value, how often each level is there, the values, and its column; None where it is not sure that all holds.

    `chunks` are pairs of a `ChunkInGroup` and its `PlainColumn`, None for a chunk that is left alone. `extents` are where the pages of each
    begin and end, `data` the bytes of the file from `start` on. Values are kept of the first chunks that may have `keep` bytes of them together; those of others are None.
    """
    cdef Lent lent = Lent(data)
    cdef const uint8_t* begin = <const uint8_t*> lent.view.buf
    cdef int64_t count = len(chunks), at, first, last, present, size, room = lent.view.len
    cdef int level
    cdef list kept = [], answers = [], values = [None] * count
    cdef Statements* said = <Statements*> malloc((count + 1) * sizeof(Statements))
    cdef Chunk* taken = <Chunk*> malloc((count + 1) * sizeof(Chunk))
    cdef int64_t* places = <int64_t*> malloc((2 * count + 1) * sizeof(int64_t))
    cdef Rooms rooms
    cdef Statements of_column
    known = None
    memset(&rooms, 0, sizeof(Rooms))
    try:
        if said == NULL or taken == NULL or places == NULL:
            raise MemoryError
        memset(taken, 0, count * sizeof(Chunk))
        for at, ((placed, column), (first, last)) in enumerate(zip(chunks, extents)):
            if column is None:
                continue
            if column is not known:
                _take_column(&of_column, column)
                known = column
            said[at] = of_column
            if start <= first <= last <= start + room and _take_statements(&said[at], placed, first, kept):
                taken[at].said, taken[at].rooms = &said[at], &rooms
                places[2 * at], places[2 * at + 1] = first - start, last - start
                if 0 < said[at].entries <= keep // said[at].width:
                    size = said[at].entries * said[at].width
                    values[at] = PyBytes_FromStringAndSize(NULL, size)
                    taken[at].kept, taken[at].kept_room = <uint8_t*> PyBytes_AS_STRING(values[at]), size
                    keep -= size
        with nogil:
            for at in range(count):
                if taken[at].said != NULL and not _holds(&taken[at], begin + places[2 * at], begin + places[2 * at + 1]):
                    taken[at].said = NULL
        for at in range(count):
            if taken[at].said == NULL:
                answers.append(None)
            else:
                present = taken[at].counts[said[at].most]
                answers.append((
                    present,
                    present * said[at].width,
                    taken[at].pages,
                    taken[at].data_pages,
                    taken[at].ends.nans,
                    _end_of(&taken[at], taken[at].ends.low),
                    _end_of(&taken[at], taken[at].ends.high),
                    tuple([taken[at].counts[level] for level in range(said[at].most + 1)]),
                    values[at] if taken[at].kept_size == taken[at].kept_room else values[at][:taken[at].kept_size],
                    chunks[at][1],
                ))
    finally:
        free(rooms.dictionary.begin)
        free(rooms.page.begin)
        free(rooms.indexes.begin)
        free(rooms.values.begin)
        free(said)
        free(taken)
        free(places)
    return answers


def count_pages(data):
    """How many pages these bytes are, if each has a plain header; -1 for any other."""
    cdef Lent lent = Lent(data)
    cdef const uint8_t* at = <const uint8_t*> lent.view.buf
    cdef const uint8_t* end = at + lent.view.len
    cdef Header header
    cdef int64_t pages = 0
    while at < end:
        if not _read_header(at, end, &header) or header.packed > end - header.body:
            return -1
        at = header.body + header.packed
        pages += 1
    return pages
