# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A whole chunk of values of one width outside of lists, if nothing about it is rare: see `inlay.pages.engine.plain_chunk`.

It words nothing, and finds nothing: what is not read here is left to `dense_values`, whose answer for what is read is the same.
"""

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from inlay_runtime.native.cursor cimport (
    FALSE,
    STOP,
    TRUE,
    WIRE_BINARY,
    WIRE_I32,
    WIRE_I64,
    WIRE_STRUCT,
    Cursor,
    make_cursor,
    read_integer,
    read_size,
)
from inlay_runtime.native.packed cimport Lent

cdef enum:
    LONGEST_HEADER = 5
    MOST_OF_A_PAGE = 1 << 20  # values: for each, decoding takes 4 bytes of room
    MOST_LEVELS = 16
    SMALL = 1 << 17  # bytes of a chunk that takes less time than it may take to get Python's lock back

cdef enum:  # PageType, Encoding and CompressionCodec of the format
    DATA_PAGE = 0
    DICTIONARY_PAGE = 2
    DATA_PAGE_V2 = 3
    PLAIN = 0
    PLAIN_DICTIONARY = 2
    RLE = 3
    RLE_DICTIONARY = 8
    UNCOMPRESSED = 0
    SNAPPY = 1
    LZ4_RAW = 7

include "blocks.pxi"
include "snappy.pxi"
include "lz4_blocks.pxi"
include "leaf_runs.pxi"
include "level_counts.pxi"
include "plain_headers.pxi"


cdef struct Chunk:
    int codec, width, most
    uint8_t* values
    int64_t room  # values that there is memory for
    uint8_t* scratch
    int64_t scratch_room
    const uint8_t* entries  # of the dictionary; NULL without one
    int64_t entry_count
    int64_t data_at  # where the first data page begins
    int64_t counts[MOST_LEVELS]


cdef bint _unpack(Chunk* chunk, const uint8_t* body, int64_t packed, int64_t size, bint is_packed, const uint8_t** out) noexcept nogil:
    """`size` bytes, where they lie or behind the dictionary in the scratch."""
    if size < 0:
        return False
    if not is_packed or chunk.codec == UNCOMPRESSED:
        out[0] = body
        return packed == size
    if size > chunk.scratch_room:
        return False
    out[0] = chunk.scratch
    if chunk.codec == SNAPPY:
        return _decompress_snappy(body, body + packed, chunk.scratch, size)
    return _decompress_lz4(body, body + packed, chunk.scratch, size)


cdef bint _take_dictionary(Chunk* chunk, Header* header) noexcept nogil:
    """It stays in the scratch, and pages are decompressed behind it."""
    cdef const uint8_t* at
    if not _unpack(chunk, header.body, header.packed, header.size, True, &at):
        return False
    if header.entries < 0 or header.entries > header.size // chunk.width:
        return False
    if at == chunk.scratch:
        chunk.scratch += header.size
        chunk.scratch_room -= header.size
    chunk.entries = at
    chunk.entry_count = header.entries
    return True


cdef int64_t _take_page(Chunk* chunk, Header* header, int64_t done) noexcept nogil:
    """How many values it has that are there; -1 where it is left alone."""
    cdef const uint8_t* at = header.body
    cdef const uint8_t* end
    cdef const uint8_t* levels = NULL
    cdef int64_t present, size = header.size, before
    cdef int64_t[MOST_LEVELS] counts
    cdef uint32_t length = 0
    if header.type == DATA_PAGE_V2:
        before = header.level_bytes
        if header.packed != size and (chunk.codec == UNCOMPRESSED or not header.is_packed):
            return -1
        if before < 0 or before > header.packed or before > size or header.repetition_bytes != 0:
            return -1
        levels, length = at, <uint32_t> before
        present = _count_present(chunk, levels, length, header.entries, counts)
        if present > 0 and not _unpack(chunk, at + before, header.packed - before, size - before, header.is_packed, &at):
            return -1
        end = at + (size - before if present > 0 else 0)
    else:
        if not _unpack(chunk, at, header.packed, size, True, &at):
            return -1
        end = at + size
        if chunk.most:
            if header.level_encoding != RLE or size < 4:
                return -1
            memcpy(&length, at, 4)
            if <int64_t> length > size - 4:
                return -1
            levels = at + 4
            at = levels + length
        present = _count_present(chunk, levels, length, header.entries, counts)
    if present < 0 or present > chunk.room - done:
        return -1
    for before in range(chunk.most + 1):
        chunk.counts[before] += counts[before]
    if present == 0:
        return 0
    return present if _take_values(chunk, header.encoding, at, end, present, done) else -1


cdef int64_t _count_present(Chunk* chunk, const uint8_t* levels, int64_t length, int64_t entries, int64_t* counts) noexcept nogil:
    cdef int width = 0
    if chunk.most == 0:
        counts[0] = entries
        return entries
    while chunk.most >> width:
        width += 1
    memset(counts, 0, MOST_LEVELS * sizeof(int64_t))
    if not _count_levels(levels, levels + length, entries, width, chunk.most, counts):
        return -1
    return counts[chunk.most]


cdef bint _take_values(Chunk* chunk, int encoding, const uint8_t* at, const uint8_t* end, int64_t present, int64_t done) noexcept nogil:
    cdef uint8_t* out = chunk.values + done * chunk.width
    cdef Hybrid runs
    cdef uint32_t* indexes
    cdef int64_t highest
    if encoding == PLAIN:
        if present * chunk.width > end - at:
            return False
        memcpy(out, at, present * chunk.width)
        return True
    if encoding not in (PLAIN_DICTIONARY, RLE_DICTIONARY) or chunk.entries == NULL or at == end:
        return False
    if not 1 <= at[0] <= 32:  # runs of indexes of no bits may be missing
        return False
    runs.at, runs.end, runs.width = at + 1, end, at[0]
    indexes = <uint32_t*> malloc(present * sizeof(uint32_t))
    if indexes == NULL:
        return False
    highest = _decode(&runs, indexes, present)
    if 0 <= highest < chunk.entry_count:
        _gather(out, chunk.entries, chunk.width, indexes, present)
    free(indexes)
    return 0 <= highest < chunk.entry_count


cdef void _gather(uint8_t* out, const uint8_t* entries, int width, const uint32_t* indexes, int64_t count) noexcept nogil:
    cdef int64_t at
    if width == 8:
        for at in range(count):
            memcpy(out + 8 * at, entries + 8 * <int64_t> indexes[at], 8)
    elif width == 4:
        for at in range(count):
            memcpy(out + 4 * at, entries + 4 * <int64_t> indexes[at], 4)
    else:
        for at in range(count):
            memcpy(out + width * at, entries + width * <int64_t> indexes[at], width)


def read_plain_chunk(chunk, int codec, int width, int most, values, scratch):
    """The pages as tuples of what their headers say, how often each level is there, and where the first data page begins; None where
    something is left alone.

    `values` are filled with those that are there, and `scratch` with what is decompressed: both are writable buffers.
    """
    cdef Lent lent = Lent(chunk)
    cdef const uint8_t* at = <const uint8_t*> lent.view.buf
    cdef const uint8_t* end = at + lent.view.len
    cdef Py_buffer of_values, of_scratch
    cdef Chunk taken
    cdef list pages = []
    cdef bint is_plain
    if width <= 0 or not 0 <= most < MOST_LEVELS or codec not in (UNCOMPRESSED, SNAPPY, LZ4_RAW):
        return None
    PyObject_GetBuffer(values, &of_values, PyBUF_WRITABLE)
    try:
        PyObject_GetBuffer(scratch, &of_scratch, PyBUF_WRITABLE)
    except BaseException:
        PyBuffer_Release(&of_values)
        raise
    memset(&taken, 0, sizeof(taken))
    taken.codec, taken.width, taken.most = codec, width, most
    taken.values, taken.room = <uint8_t*> of_values.buf, of_values.len // width
    taken.scratch, taken.scratch_room = <uint8_t*> of_scratch.buf, of_scratch.len
    try:
        is_plain = _take_pages(&taken, at, end, pages)
    finally:
        PyBuffer_Release(&of_values)
        PyBuffer_Release(&of_scratch)
    return (pages, [taken.counts[level] for level in range(most + 1)], taken.data_at) if is_plain else None


cdef bint _take_pages(Chunk* chunk, const uint8_t* at, const uint8_t* end, list pages) except -1:
    cdef Header header
    cdef int64_t present, done = 0
    cdef bint is_first = True, is_small = end - at < SMALL
    cdef const uint8_t* begin = at
    while at < end:
        if is_small:
            present = _take(chunk, at, end, &header, done, is_first)
        else:
            with nogil:
                present = _take(chunk, at, end, &header, done, is_first)
        if present < 0:
            return False
        if header.type != DICTIONARY_PAGE:
            pages.append(_tell(&header, done, present))
            done += present
        if is_first and header.type == DICTIONARY_PAGE:
            chunk.data_at = header.body + header.packed - begin
        is_first = False
        at = header.body + header.packed
    return True


cdef int64_t _take(Chunk* chunk, const uint8_t* at, const uint8_t* end, Header* header, int64_t done, bint is_first) noexcept nogil:
    """The values of a page that are there; -1 where it is left alone."""
    if not _read_header(at, end, header):
        return -1
    if header.type == DICTIONARY_PAGE:
        return 0 if is_first and _take_dictionary(chunk, header) else -1
    return _take_page(chunk, header, done) if header.entries <= MOST_OF_A_PAGE else -1


cdef object _tell(Header* header, int64_t first, int64_t present):
    return (
        header.entries,
        first,
        present,
        header.encoding,
        header.nulls if header.has_nulls else None,
        header.said_nulls if header.has_said_nulls else None,
        header.rows if header.type == DATA_PAGE_V2 else None,
        _bytes_of(&header.low),
        _bytes_of(&header.high),
        _bytes_of(&header.old_low),
        _bytes_of(&header.old_high),
    )


cdef object _bytes_of(Raw* raw):
    return PyBytes_FromStringAndSize(<const char*> raw.at, raw.size) if raw.at != NULL else None
