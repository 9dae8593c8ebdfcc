# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""How often each level is in a page, natively: see `inlay.pages.engine.page_levels`, whose slow count is the specification. And in all pages
of a chunk, whose bytes are read and decompressed by Python: see `inlay.pages.engine.chunk_levels`.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
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
    MOST_LEVELS = 1024
    USUAL_HEAD = 64  # bytes of a page header
    LONGEST_HEAD = 4096
    MORE = 64  # bytes of levels that are taken beyond those that are expected: one look is enough for nearly all pages
    MOST_AT_FIRST = 1 << 20
    LARGEST_PAGE = 1 << 28  # as in `inlay.pages.engine.codecs`

include "level_counts.pxi"
include "plain_headers.pxi"


def count_levels(levels, int64_t count, uint32_t most):
    """As a list by level; None for bytes that are no levels, and for more levels than a schema has."""
    cdef Lent lent = Lent(levels)
    cdef int64_t[MOST_LEVELS] counts
    cdef bint is_whole
    cdef const uint8_t* at = <const uint8_t*> lent.view.buf
    if most == 0 or most >= MOST_LEVELS:
        return None
    memset(counts, 0, sizeof(counts))
    with nogil:
        is_whole = _count_levels(at, at + lent.view.len, count, _width_of(most), most, counts)
    return _list_counts(counts, most) if is_whole else None


cdef inline int _width_of(uint32_t most) noexcept nogil:
    cdef int width = 0
    while most >> width:
        width += 1
    return width


cdef list _list_counts(const int64_t* counts, uint32_t most):
    cdef uint32_t level
    return [counts[level] for level in range(most + 1)]


cdef class ChunkLevels:
    """What the pages of a chunk have in them so far."""

    cdef uint32_t most_repetition, most_definition
    cdef int64_t pages, entries
    cdef int64_t[MOST_LEVELS] repetitions, definitions

    cdef bint add(
        self, const uint8_t* repetition, int64_t repetition_size, const uint8_t* definition, int64_t definition_size, int64_t entries
    ) noexcept nogil:
        """A page. False for bytes that are no levels."""
        self.pages += 1
        self.entries += entries
        return (
            _count_some(repetition, repetition + repetition_size, entries, self.most_repetition, self.repetitions)
            and _count_some(definition, definition + definition_size, entries, self.most_definition, self.definitions)
        )


cdef bint _count_some(const uint8_t* at, const uint8_t* end, int64_t entries, uint32_t most, int64_t* counts) noexcept nogil:
    if most == 0:
        counts[0] += entries
        return True
    return _count_levels(at, end, entries, _width_of(most), most, counts)


cdef int64_t _measure_levels(const uint8_t* at, int64_t size, uint32_t most, int64_t* place) noexcept nogil:
    """Bytes of levels behind `place`, which goes behind their length; 0 where there are none. -1 where the length itself is not there."""
    cdef uint32_t length = 0
    if most == 0:
        return 0
    if size - place[0] < 4:
        return -1
    memcpy(&length, at + place[0], 4)
    place[0] += 4
    return length


cdef int64_t _add_version_1(ChunkLevels levels, Lent lent, int64_t entries) noexcept nogil:
    """Bytes of the levels at the beginning of a page; more than there are where these are not all. -1 for what are no levels."""
    cdef const uint8_t* at = <const uint8_t*> lent.view.buf
    cdef int64_t size = lent.view.len, place = 0, repetition_at, definition_at, first, second
    first = _measure_levels(at, size, levels.most_repetition, &place)
    if first < 0:
        return size + 4
    repetition_at = place
    place += first
    second = _measure_levels(at, size, levels.most_definition, &place)
    if second < 0:
        return max(place, size) + 4
    definition_at = place
    place += second
    if place > size:
        return place
    return place if levels.add(at + repetition_at, first, at + definition_at, second, entries) else -1


cdef class PackedPage:
    """The bytes of a page as they lie in a file, of which some may have come with its header."""

    cdef object read, data
    cdef int64_t at, body, size
    cdef int64_t begun  # of those, how many were asked for at once from the first on

    def __call__(self, int64_t offset, int64_t size):
        """So many of them, fewer where it ends."""
        if offset < 0 or offset > self.size or size < 0:
            return b""
        size = min(size, self.size - offset)
        if offset == 0:
            self.begun = max(self.begun, size)
        offset += self.body
        if offset + size <= len(self.data):
            return memoryview(self.data)[offset : offset + size]
        return self.read(self.at + offset, size)


def count_chunk(read, begin, int64_t start, int64_t end, uint32_t most_repetition, uint32_t most_definition):
    """How many data pages there are between two offsets, their entries, and how often each repetition and each definition level is in them.

    `begin` is a BeginPage, None where pages are not compressed. None for what is not counted here.
    """
    cdef ChunkLevels levels = ChunkLevels()
    cdef PackedPage page
    cdef Header header
    cdef Lent lent
    cdef int64_t at = start, ahead = USUAL_HEAD, body, wanted = -1, used
    cdef int bits = _width_of(most_repetition) + _width_of(most_definition)
    cdef bint is_read
    if most_repetition >= MOST_LEVELS or most_definition >= MOST_LEVELS:
        return None
    levels.most_repetition, levels.most_definition = most_repetition, most_definition
    while at < end:
        data = read(at, min(ahead, end - at))
        lent = Lent(data)
        is_read = _read_header(<const uint8_t*> lent.view.buf, <const uint8_t*> lent.view.buf + lent.view.len, &header)
        if not is_read and ahead < LONGEST_HEAD:
            data = read(at, min(<int64_t> LONGEST_HEAD, end - at))
            lent = Lent(data)
            is_read = _read_header(<const uint8_t*> lent.view.buf, <const uint8_t*> lent.view.buf + lent.view.len, &header)
        if not is_read:
            return None
        body = header.body - <const uint8_t*> lent.view.buf
        if header.packed > end - at - body:
            return None
        ahead = USUAL_HEAD
        page = PackedPage.__new__(PackedPage)
        page.read, page.data, page.at, page.body, page.size = read, data, at, body, header.packed
        if header.type != DICTIONARY_PAGE and bits == 0:
            levels.add(NULL, 0, NULL, 0, header.entries)
        elif header.type == DATA_PAGE:
            if wanted < 0:
                wanted = min(header.entries * bits // 8 + MORE, <int64_t> MOST_AT_FIRST)
            used = _take_version_1(levels, page, begin, &header, wanted)
            if used < 0:
                return None
            wanted = used + used // 32 + MORE
            ahead += page.begun + page.begun // 64 + MORE
        elif header.type == DATA_PAGE_V2 and not _take_version_2(levels, page, &header):
            return None
        at += body + header.packed
    return (
        levels.pages,
        levels.entries,
        _list_counts(levels.repetitions, most_repetition),
        _list_counts(levels.definitions, most_definition),
    )


cdef int64_t _take_version_1(ChunkLevels levels, PackedPage page, begin, Header* header, int64_t wanted) except -2:
    """Bytes of its levels; -1 for what is not counted here."""
    cdef int64_t used
    cdef Lent lent
    if (levels.most_definition and header.level_encoding != RLE) or (levels.most_repetition and header.repetition_encoding != RLE):
        return -1
    if max(header.size, header.packed) > LARGEST_PAGE or (begin is None and header.packed != header.size):
        return -1
    while True:
        wanted = min(wanted, header.size)
        block = page(0, wanted) if begin is None else begin(page, wanted, header.size)
        if block is None:
            return -1
        lent = Lent(block)
        if lent.view.len < wanted:  # the file ends in it
            return -1
        used = _add_version_1(levels, lent, header.entries)
        if used <= lent.view.len:
            return used
        if used > header.size:
            return -1
        wanted = used


cdef bint _take_version_2(ChunkLevels levels, PackedPage page, Header* header) except? True:
    cdef int64_t size = header.repetition_bytes + header.level_bytes
    cdef const uint8_t* place
    cdef Lent lent
    if header.repetition_bytes < 0 or header.level_bytes < 0 or size > header.packed:
        return False
    lent = Lent(page(0, size))
    place = <const uint8_t*> lent.view.buf
    return lent.view.len == size and levels.add(
        place, header.repetition_bytes, place + header.repetition_bytes, header.level_bytes, header.entries
    )
