# Part of native_plain_chunk.pyx: what a footer says of a chunk, and whether the chunk agrees.

cdef enum:
    MOST_STATS = 16
    MOST_ENCODINGS = 16
    WIDEST = 8

cdef struct Statements:
    int type, codec, width, order, most
    bint has_old_bounds, is_float
    int64_t size, entries, data_at
    int64_t encodings  # a bit for each
    int64_t stat_count  # of data pages
    int stat_encodings[MOST_STATS]
    int64_t stat_pages[MOST_STATS]
    int64_t levels[MOST_LEVELS]
    int64_t repetitions, nulls, nans
    bint has_levels, has_repetitions, has_nulls, has_nans
    Raw low, high, old_low, old_high

cdef struct Ends:  # where there are any, the bytes of values
    bint are_there
    uint8_t low[WIDEST]
    uint8_t high[WIDEST]
    int64_t nans


cdef int _take_column(Statements* said, column) except -1:
    """What is said of all chunks of a `PlainColumn`."""
    memset(said, 0, sizeof(Statements))
    said.type, said.width, said.order, said.most = column.type, column.width, column.order, column.highest
    said.has_old_bounds, said.is_float = column.has_old_bounds, column.is_float
    return 0


cdef bint _take_statements(Statements* said, placed, int64_t start, list kept) except -1:
    """Of a chunk of the column that was taken. False for one of which more is said than is looked at here, or what no chunk can agree with.
    `start` is where its pages begin; `kept` holds what pointers lead to."""
    meta, chunk = placed.meta, placed.chunk
    cdef int encoding
    if meta.bloom_filter_offset is not None or chunk.column_index_offset or chunk.offset_index_offset:
        return False
    if meta.type != said.type or meta.num_values != placed.group.num_rows:
        return False
    said.codec = meta.codec
    said.size, said.entries = meta.total_uncompressed_size, meta.num_values
    if not 0 <= said.most < MOST_LEVELS or said.codec not in (UNCOMPRESSED, SNAPPY, LZ4_RAW):
        return False
    said.data_at = meta.data_page_offset - start
    dictionary = meta.dictionary_page_offset
    if dictionary is not None and dictionary and not (said.data_at and dictionary == start):
        return False
    for encoding in meta.encodings:
        if 0 <= encoding < MOST_ENCODINGS:
            said.encodings |= 1 << encoding
    return (
        _take_encoding_stats(said, meta.encoding_stats)
        and _take_histograms(said, meta.size_statistics)
        and _take_statistics(said, meta.statistics, kept)
    )


cdef bint _take_encoding_stats(Statements* said, stats) except -1:
    cdef int type
    for stat in stats or ():
        type = stat.page_type
        if type != DATA_PAGE and type != DATA_PAGE_V2:
            continue
        if said.stat_count == MOST_STATS:
            return False
        said.stat_encodings[said.stat_count], said.stat_pages[said.stat_count] = stat.encoding, stat.count
        said.stat_count += 1
    return said.stat_count > 0 or not stats


cdef bint _take_histograms(Statements* said, sizes) except -1:
    cdef int level
    if sizes is None:
        return True
    repetitions, definitions = sizes.repetition_level_histogram, sizes.definition_level_histogram
    if repetitions:
        said.has_repetitions, said.repetitions = True, repetitions[0]
        if len(repetitions) != 1:
            return False
    if definitions:
        said.has_levels = True
        if len(definitions) != said.most + 1:
            return False
        for level in range(said.most + 1):
            said.levels[level] = definitions[level]
    return True


cdef bint _take_statistics(Statements* said, statistics, list kept) except -1:
    if statistics is None:
        return True
    if statistics.distinct_count is not None:
        return False
    nulls, nans = statistics.null_count, statistics.nan_count
    if nulls is not None:
        said.has_nulls, said.nulls = True, nulls
    if nans is not None:
        said.has_nans, said.nans = True, nans
        if not said.is_float:
            return False
    return (
        _take_raw(&said.low, statistics.min_value, kept)
        and _take_raw(&said.high, statistics.max_value, kept)
        and _take_raw(&said.old_low, statistics.min, kept)
        and _take_raw(&said.old_high, statistics.max, kept)
    )


cdef bint _take_raw(Raw* raw, bound, list kept) except -1:
    if bound is None:
        return True
    if type(bound) is not bytes:
        return False
    kept.append(bound)
    raw.at, raw.size = <const uint8_t*> PyBytes_AS_STRING(bound), PyBytes_GET_SIZE(bound)
    return True


cdef bint _has_encodings(Statements* said, int64_t* pages) noexcept nogil:
    """Whether `pages` of each encoding are what is said, if it is."""
    cdef int encoding
    cdef int64_t stat, distinct = 0
    for encoding in range(MOST_ENCODINGS):
        if pages[encoding]:
            distinct += 1
            if not said.encodings >> encoding & 1:
                return False
    if not said.stat_count:
        return True
    for stat in range(said.stat_count):
        encoding = said.stat_encodings[stat]
        if not 0 <= encoding < MOST_ENCODINGS or said.stat_pages[stat] != pages[encoding]:
            return False
    return said.stat_count == distinct


cdef bint _has_levels(Statements* said, int64_t* levels) noexcept nogil:
    cdef int level
    cdef int64_t entries = 0
    for level in range(said.most + 1):
        entries += levels[level]
        if said.has_levels and said.levels[level] != levels[level]:
            return False
    if said.has_repetitions and said.repetitions != entries:
        return False
    return entries == said.entries and (not said.has_nulls or said.nulls == entries - levels[said.most])


cdef bint _is_less(int order, int width, const uint8_t* one, const uint8_t* other) noexcept nogil:
    """Both zeros are the same, but in total order; there a NaN has a place, and nobody asks for it."""
    cdef int64_t wide[2]
    cdef double real[2]
    cdef float half[2]
    cdef int32_t narrow[2]
    cdef int at
    for at in range(2):
        wide[at] = 0
        memcpy(&wide[at], other if at else one, width)
        memcpy(&real[at], &wide[at], 8)
        memcpy(&half[at], &wide[at], 4)
        memcpy(&narrow[at], &wide[at], 4)
    if order == DOUBLE:
        return real[0] < real[1]
    if order == FLOAT:
        return half[0] < half[1]
    if order == TOTAL:  # sign and magnitude, as numbers with a sign
        for at in range(2):
            if narrow[at] < 0:
                narrow[at] ^= <int32_t> 0x7FFFFFFF
            if wide[at] < 0:
                wide[at] ^= <int64_t> 0x7FFFFFFFFFFFFFFF
    if width == 4:
        return narrow[0] < narrow[1] if order != UNSIGNED else <uint32_t> narrow[0] < <uint32_t> narrow[1]
    return wide[0] < wide[1] if order != UNSIGNED else <uint64_t> wide[0] < <uint64_t> wide[1]


cdef bint _is_nan(Statements* said, const uint8_t* value) noexcept nogil:
    cdef double real = 0
    cdef float half = 0
    if said.is_float and said.width == 8:
        memcpy(&real, value, 8)
    elif said.is_float:
        memcpy(&half, value, 4)
    return real != real or half != half


cdef bint _is_end(Statements* said, int order, Raw* raw, const uint8_t* end, bint is_there) noexcept nogil:
    """A bound that is the value, or is not said."""
    if raw.at == NULL:
        return True
    if not is_there or raw.size != said.width or _is_nan(said, raw.at):
        return False
    return not _is_less(order, said.width, raw.at, end) and not _is_less(order, said.width, end, raw.at)


cdef bint _are_ends(Statements* said, int order, Raw* low, Raw* high, Ends* ends) noexcept nogil:
    return _is_end(said, order, low, ends.low, ends.are_there) and _is_end(said, order, high, ends.high, ends.are_there)


cdef bint _are_old_ends(Statements* said, Raw* low, Raw* high, Ends* ends) noexcept nogil:
    """The ends in total order are those in the order of the type, in which both zeros are the same."""
    cdef int order = said.order
    if low.at == NULL and high.at == NULL:
        return True
    if order == TOTAL:
        order = DOUBLE if said.width == 8 else FLOAT
    return said.has_old_bounds and _are_ends(said, order, low, high, ends)


cdef bint _holds_of_page(Statements* said, Header* header, int64_t present, Ends* ends) noexcept nogil:
    cdef int64_t nulls = header.entries - present
    return (
        (not header.has_nulls or header.nulls == nulls)
        and (not header.has_said_nulls or header.said_nulls == nulls)
        and (header.type != DATA_PAGE_V2 or header.rows == header.entries)
        and _are_ends(said, said.order, &header.low, &header.high, ends)
        and _are_old_ends(said, &header.old_low, &header.old_high, ends)
    )


cdef bint _holds_of_chunk(Statements* said, Ends* ends) noexcept nogil:
    return (
        (not said.has_nans or said.nans == ends.nans)
        and _are_ends(said, said.order, &said.low, &said.high, ends)
        and _are_old_ends(said, &said.old_low, &said.old_high, ends)
    )


cdef void _merge_ends(Statements* said, Ends* whole, Ends* part) noexcept nogil:
    whole.nans += part.nans
    if not part.are_there:
        return
    if not whole.are_there or _is_less(said.order, said.width, part.low, whole.low):
        memcpy(whole.low, part.low, WIDEST)
    if not whole.are_there or _is_less(said.order, said.width, whole.high, part.high):
        memcpy(whole.high, part.high, WIDEST)
    whole.are_there = True
