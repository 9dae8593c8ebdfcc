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
    USUAL_HEAD = 64  # bytes of a first page header
    LONGEST_HEAD = 4096
    MORE = 4  # bytes that are taken beyond those that are expected, of headers and of levels,
    SPARE = 512  # and this part of a page: one look is enough for nearly all
    MUCH = 16  # times as many bytes of levels as were looked at,
    FEW = 64  # and more than this part of a chunk: then a look at some of them first takes fewer
    FIRST = 64  # bytes of levels that tell how many they are
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
    """The bytes of a page as they lie in a file, none of which is read twice."""

    cdef object read, first
    cdef int64_t at, size
    cdef int64_t first_size  # bytes that came with its header: nearly always enough
    cdef int64_t least  # bytes that come at once
    cdef int64_t begun  # how many were asked for at once from the first on
    cdef list pieces  # (place, bytes) of those that were read

    def __init__(self, read, int64_t at, int64_t size, int64_t least=0, begun=b""):
        """`size` bytes at an offset of a file, which begin with `begun`."""
        self.read, self.at, self.size, self.least = read, at, size, least
        self.first = memoryview(begun)
        self.first_size = len(begun)
        self.pieces = None

    def __call__(self, int64_t offset, int64_t size):
        """So many of them, fewer where it ends."""
        cdef int64_t place, end, after, last
        cdef list parts = []
        if offset < 0 or offset > self.size or size < 0:
            return b""
        end = offset + min(size, self.size - offset)
        if offset == 0:
            self.begun = max(self.begun, end)
        if end <= self.first_size:
            return self.first[offset:end]
        if self.pieces is None:
            self.pieces = [(0, self.first)]
        while offset < end:
            after, kept = end, None
            for piece in self.pieces:
                place = piece[0]
                last = place + len(piece[1])
                if last > offset and place < after:
                    after, kept = max(place, offset), memoryview(piece[1])[max(offset - place, 0) : end - place]
            if after > offset:
                kept = self._read_piece(offset, after)[: after - offset]
            parts.append(kept)
            if len(kept) == 0:  # the file ends
                break
            offset += len(kept)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    cdef object _read_piece(self, int64_t offset, int64_t end):
        data = self.read(self.at + offset, min(max(end - offset, self.least), self.size - offset))
        self.pieces.append((offset, data))
        return memoryview(data)


def count_chunk(read, begin, int64_t least, int64_t start, int64_t end, uint32_t most_repetition, uint32_t most_definition):
    """How many data pages there are between two offsets, their entries, and how often each repetition and each definition level is in them.

    `begin` is a BeginPage, None where pages are not compressed. `least` bytes take no longer than fewer. None for what is not counted here.
    """
    cdef ChunkLevels levels = ChunkLevels()
    cdef PackedPage page
    cdef Header header
    cdef int64_t at = start, ahead = USUAL_HEAD, longest = 0, body, used, wanted = FIRST, entries = 0, taken
    if most_repetition >= MOST_LEVELS or most_definition >= MOST_LEVELS:
        return None
    levels.most_repetition, levels.most_definition = most_repetition, most_definition
    while at < end:
        data = _take_header(read, at, end, ahead, &header, &body)
        if data is None or header.packed > end - at - body:
            return None
        longest = max(longest, body)
        page = PackedPage(read, at + body, header.packed, least, memoryview(data)[body:])
        if header.type != DICTIONARY_PAGE and most_repetition == 0 and most_definition == 0:
            levels.add(NULL, 0, NULL, 0, header.entries)
        elif header.type == DATA_PAGE:
            if header.entries < entries:
                wanted = wanted * header.entries // entries + MORE
            used = _take_version_1(levels, page, begin, &header, &wanted, end - at)
            if used < 0:
                return None
            taken, wanted = wanted, used + header.packed // SPARE + MORE
            page.begun = page.begun * max(wanted, taken) // max(taken, 1)
            entries = header.entries
        elif header.type == DATA_PAGE_V2 and not _take_version_2(levels, page, &header):
            return None
        at += body + header.packed
        ahead = page.begun
        if end - at < header.packed:  # the last page is shorter, and so are its levels
            ahead = ahead * (end - at) // header.packed
        ahead += longest + header.packed // (2 * SPARE) + MORE + least // 16
    return (
        levels.pages,
        levels.entries,
        _list_counts(levels.repetitions, most_repetition),
        _list_counts(levels.definitions, most_definition),
    )


cdef object _take_header(read, int64_t at, int64_t end, int64_t size, Header* header, int64_t* body):
    """Bytes from there on that begin with a page header, and where its page begins in them. None where that is not understood."""
    cdef Lent lent
    data = read(at, min(size, end - at))
    while True:
        lent = Lent(data)
        if _read_header(<const uint8_t*> lent.view.buf, <const uint8_t*> lent.view.buf + lent.view.len, header):
            body[0] = header.body - <const uint8_t*> lent.view.buf
            return data
        size = lent.view.len
        if size >= LONGEST_HEAD or size >= end - at:
            return None
        more = read(at + size, min(max(size, <int64_t> USUAL_HEAD), end - at - size))
        if not more:
            return None
        data = b"".join((data, more))


cdef int64_t _take_version_1(ChunkLevels levels, PackedPage page, begin, Header* header, int64_t* wanted, int64_t left) except -2:
    """Bytes of its levels, of which so many are `wanted` at first, and how many at last; -1 for what is not counted here."""
    cdef int64_t used
    cdef Lent lent
    if (levels.most_definition and header.level_encoding != RLE) or (levels.most_repetition and header.repetition_encoding != RLE):
        return -1
    if max(header.size, header.packed) > LARGEST_PAGE or (begin is None and header.packed != header.size):
        return -1
    while True:
        wanted[0] = min(wanted[0], header.size)
        block = page(0, wanted[0]) if begin is None else begin(page, wanted[0], header.size)
        if block is None:
            return -1
        lent = Lent(block)
        if lent.view.len < wanted[0]:  # the file ends in it
            return -1
        used = _add_version_1(levels, lent, header.entries)
        if used <= lent.view.len:
            return used
        if used > header.size:
            return -1
        if begin is not None and used > MUCH * wanted[0] and used > left // FEW:  # some tell how all are packed
            begin(page, used * 2 // MUCH, header.size)
        wanted[0] = used


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


def list_plain_pages(data, int64_t start, int64_t size, dict numbers):
    """Of each page bytes of the header and of the body, and the number in `numbers` of what the header says; then where the last ends."""
    cdef Lent lent = Lent(data)
    cdef const uint8_t* begin = <const uint8_t*> lent.view.buf
    cdef const uint8_t* end = begin + lent.view.len
    cdef const uint8_t* at = begin
    cdef Header header
    cdef list headers = [], bodies = [], facts = []
    while at < end and _read_any_header(at, end, &header) and header.packed <= size - start - (header.body - begin):
        headers.append(header.body - at)
        bodies.append(header.packed)
        said = _list_facts(&header)
        number = numbers.get(said)
        if number is None:
            number = numbers[said] = len(numbers)
        facts.append(number)
        if header.packed > end - header.body:
            return headers, bodies, facts, start + (header.body - begin) + header.packed
        at = header.body + header.packed
    return headers, bodies, facts, start + (at - begin)


cdef tuple _list_facts(Header* header):
    """As `HeaderFacts` has them."""
    if header.type == DATA_PAGE_V2:
        return (
            header.type, header.size, header.entries, header.encoding, 0, 0, header.rows, header.said_nulls,
            header.level_bytes, header.repetition_bytes, header.is_packed,
        )
    return header.type, header.size, header.entries, header.encoding, header.level_encoding, header.repetition_encoding, 0, 0, 0, 0, True
