# Part of native_packed_layouts.pyx: chunks of a page-first footer, added up from the pages of their columns.

cdef enum:
    CHUNK_STREAMS = 7

cdef int64_t LONGEST_SUM = <int64_t>1 << 60  # of what is added up; more is left to Python

cdef int PAGES_WIRES[9]
PAGES_WIRES[:] = [
    0, WIRE_I32, WIRE_BINARY, WIRE_BINARY, TRUE, WIRE_BINARY, WIRE_BINARY, WIRE_BINARY, WIRE_BINARY,
]

cdef struct Pages:
    int64_t count
    int64_t* region
    int64_t* first_row
    int64_t* dictionary
    int64_t* num_values
    int64_t* uncompressed
    int64_t* codec

cdef struct Chunks:
    # one number for each chunk, in the order of `page_first_supplement.ChunkLists`
    Stream first_page
    Stream dictionary
    Stream data_page
    Stream compressed
    Stream uncompressed
    Stream num_values
    Stream codec


cdef inline int64_t unsigned_of(uint64_t value) noexcept nogil:
    return <int64_t>((value >> 1) ^ (0 - (value & 1)))


cdef bint numbers_in(Cursor* c, const Field* field, int64_t count, int64_t* out) noexcept nogil:
    """Whether a width and so many values behind it are all of a binary."""
    cdef int64_t size = 0
    cdef Stream stream
    cdef Bytes p
    if field.at == NULL:
        return False
    p = read_size(c, field.at, &size)
    if p == NULL or size < 1 or not stream_over(p + 1, c.end, p[0], count, &stream):
        return False
    return size_of(&stream) == size - 1 and is_padded(&stream) and put(&stream, 0, count, 8, <char*>out)


cdef bint pages_in(Lent lent, int64_t regions, int64_t num_rows, Pages* pages) except -1:
    """Whether this is the descriptor of a column, all of a buffer, whose pages lie in these regions. Its arrays are one block
    from `pages.region` on, which is the caller's to free."""
    cdef Bytes data = <Bytes>lent.view.buf
    cdef int64_t size = lent.view.len
    cdef Cursor c = make_cursor(data, size, 16, size, size, 0)
    cdef Field fields[9]
    cdef Deltas deltas
    cdef Bytes p
    cdef int64_t index
    cdef int64_t length = 0
    cdef int64_t count = 0
    pages.region = NULL
    if locate(&c, PAGES_WIRES, 8, data, fields, False) != c.end:
        return False
    if fields[4].at == NULL or fields[5].at == NULL or not _small(&c, &fields[1], &count) or not 0 <= count <= 64 * size:
        return False
    p = read_size(&c, fields[5].at, &length)
    if p == NULL or not open_deltas(p, p + length, c.end, count, &deltas):
        return False
    pages.count = count
    pages.region = <int64_t*>malloc((6 * count + 1) * 8)
    if pages.region == NULL:
        raise MemoryError
    pages.first_row = pages.region + count
    pages.dictionary = pages.first_row + count
    pages.num_values = pages.dictionary + count
    pages.uncompressed = pages.num_values + count
    pages.codec = pages.uncompressed + count
    if not (
        numbers_in(&c, &fields[2], count, pages.region)
        and numbers_in(&c, &fields[3], count, pages.first_row)
        and numbers_in(&c, &fields[6], count, pages.dictionary)
        and numbers_in(&c, &fields[7], count, pages.num_values)
        and numbers_in(&c, &fields[8], count, pages.uncompressed)
        and deltas_into(&deltas, count, <uint64_t*>pages.codec)
    ):
        return False
    for index in range(count):
        if pages.region[index] >= regions or pages.dictionary[index] > regions or pages.first_row[index] > num_rows:
            return False
        if index and pages.first_row[index] < pages.first_row[index - 1]:
            return False
        if not 0 <= pages.codec[index] <= 0x7FFFFFFF or pages.num_values[index] > LONGEST_SUM // 64 or pages.uncompressed[index] > LONGEST_SUM // 64:
            return False
    return True


cdef bint chunk_into(
    const Chunks* chunks, const Pages* pages, const int64_t* boundaries, int64_t regions, int64_t chunk, int64_t first,
    Rows* rows, int64_t row,
) noexcept nogil:
    """Adds up the pages of one chunk, the first of which is said at `first`; False for what is left to Python."""
    cdef uint64_t begin = unpack_at(&chunks.first_page, first)
    cdef uint64_t end = unpack_at(&chunks.first_page, first + 1)
    cdef uint64_t dictionary = unpack_at(&chunks.dictionary, chunk)
    cdef int64_t compressed = unsigned_of(unpack_at(&chunks.compressed, chunk))
    cdef int64_t uncompressed = unsigned_of(unpack_at(&chunks.uncompressed, chunk))
    cdef int64_t num_values = unsigned_of(unpack_at(&chunks.num_values, chunk))
    cdef int64_t data_page = unsigned_of(unpack_at(&chunks.data_page, chunk))
    cdef int64_t codec = <int64_t>unpack_at(&chunks.codec, chunk) - 1
    cdef int64_t region
    cdef uint64_t page
    if not begin <= end <= <uint64_t>pages.count or dictionary > 2 * <uint64_t>regions + 1 or dictionary == 1:
        return False
    for page in range(begin, end):
        region = pages.region[page]
        compressed += boundaries[region + 1] - boundaries[region]
        uncompressed += pages.uncompressed[page]
        num_values += pages.num_values[page]
        if not (-LONGEST_SUM < compressed < LONGEST_SUM and -LONGEST_SUM < uncompressed < LONGEST_SUM and -LONGEST_SUM < num_values < LONGEST_SUM):
            return False
    rows.dictionary_page[row] = 0
    if dictionary:
        region = <int64_t>(dictionary // 2) - 1
        compressed += boundaries[region + 1] - boundaries[region]
        if dictionary & 1:
            rows.dictionary_page[row] = boundaries[region]
            rows.has_dictionary[row >> 3] |= 1 << (row & 7)
            rows.dictionaries += 1
    if begin < end:
        data_page += boundaries[pages.region[begin]]
        codec = pages.codec[begin]
    if not (-LONGEST_SUM < data_page < LONGEST_SUM and -LONGEST_SUM < compressed < LONGEST_SUM) or not -1 <= codec <= 0x7FFFFFFF:
        return False
    rows.data_page[row] = data_page
    rows.compressed[row] = compressed
    rows.uncompressed[row] = uncompressed
    rows.num_values[row] = num_values
    rows.codec[row] = <int32_t>codec
    return True


def place_pages(boundaries_given, supplement, list streams not None, int64_t num_rows, int64_t groups, list descriptors not None, columns, wanted_groups, batch_type, schema):
    """The batch of these chunks. `boundaries` are those of regions, int64; `streams` lie in the supplement, in the order of
    `ChunkLists`; there is a descriptor for each of `columns`. None for what is left to Python."""
    cdef Lent map_lent = Lent(boundaries_given)
    cdef Lent lent = Lent(supplement)
    cdef Lent descriptor
    cdef const int64_t* boundaries = <const int64_t*>map_lent.view.buf
    cdef int64_t regions = map_lent.view.len // 8 - 1
    cdef int64_t width = len(columns)
    cdef int64_t height = len(wanted_groups)
    cdef int64_t index, group, column, start, bits, count, most
    cdef int64_t chunks_there
    cdef Chunks chunks
    cdef Stream* each = <Stream*>&chunks
    cdef Pages pages
    cdef Rows rows
    cdef Batch* batch = NULL
    cdef Batch* whole
    cdef int64_t* ordinals
    cdef bint is_plain
    if len(streams) != CHUNK_STREAMS or len(descriptors) != width or regions < 1:
        return None
    for index in range(CHUNK_STREAMS):
        start, bits, count = streams[index]
        if not 0 <= start <= lent.view.len:
            return None
        if not stream_over(<Bytes>lent.view.buf + start, <Bytes>lent.view.buf + lent.view.len, bits, count, &each[index]):
            return None
    chunks_there = chunks.dictionary.count
    for index in range(2, CHUNK_STREAMS):
        if each[index].count != chunks_there:
            return None
    most = chunks_there // groups if groups else 0
    if chunks.first_page.count < most * (groups + 1):
        return None
    ordinals = <int64_t*>malloc((width + height + 1) * 8)
    if ordinals == NULL:
        raise MemoryError
    pages.region = NULL
    try:
        if height:
            ordinals_into(columns, most, ordinals)
            ordinals_into(wanted_groups, groups, ordinals + width)
        batch = allocate_rows(width * height, &rows)
        set_ordinals(&rows, ordinals, width, ordinals + width, height)
        for index in range(width):
            descriptor = Lent(descriptors[index])
            if not pages_in(descriptor, regions, num_rows, &pages):
                return None
            column = ordinals[index]
            for group in range(height):
                count = ordinals[width + group]
                if not chunk_into(
                    &chunks, &pages, boundaries, regions, column * groups + count, column * (groups + 1) + count, &rows,
                    index * height + group,
                ):
                    return None
            free(pages.region)
            pages.region = NULL
        whole, batch = batch, NULL
        return import_rows(whole, &rows, batch_type, schema)
    finally:
        free(pages.region)
        free(ordinals)
        free(batch)
