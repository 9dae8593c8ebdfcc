# Part of native_checks.pyx: statistics of a chunk, and page indexes, in which nothing is odd.

cdef enum:
    LOCATIONS = 1  # of OffsetIndex
    SIZES = 2
    FIRST_ROW = 3  # of PageLocation
    NULL_PAGES = 1  # of ColumnIndex
    LOWS = 2
    HIGHS = 3
    ORDER = 4
    NULL_COUNTS = 5
    REPETITIONS = 6
    LEVELS = 7
    NAN_COUNTS = 8
    ASCENDING = 1
    DESCENDING = 2


cdef enum:  # of ColumnChunk and what it holds
    META = 3
    CRYPTO = 8
    VALUES = 5
    STATISTICS = 12
    SIZE_STATISTICS = 16
    OLD_HIGH = 1
    OLD_LOW = 2
    NULLS = 3
    DISTINCT = 4
    HIGH = 5
    LOW = 6
    HIGH_IS_EXACT = 7
    LOW_IS_EXACT = 8
    NANS = 9
    BYTES_OF_VALUES = 1  # of SizeStatistics
    DEFINITION_LEVELS = 3


cdef struct Elements:
    # of a list
    Bytes next
    int64_t left


cdef struct Hull:
    Text low
    Text high
    int64_t nulls
    int64_t pages


cdef struct Stated:
    # by the statistics of a chunk
    Text low
    Text high
    Field is_low_exact
    Field is_high_exact
    int64_t nulls
    bint has_no_nan  # as is said of floating-point numbers


cdef struct Meant:
    # by the bounds of a column, and the levels of its values
    int order
    int width
    int highest
    bint can_be_null
    bint is_text
    bint is_decimal


cdef class PlainStatements:
    """What is looked for in the statistics and page indexes of a column, and what its bounds mean: worked out once for all its chunks."""

    cdef object offset_index, column_index, limits
    cdef Meant meant

    def __cinit__(
        self, offset_index, column_index, limits, int order, int width, int highest, bint can_be_null, bint is_text,
        bint is_decimal,
    ):  # fmt: skip
        self.offset_index, self.column_index, self.limits = offset_index, column_index, limits
        self.meant = Meant(order, width, highest, can_be_null, is_text, is_decimal)
        if order != O_BYTES and order != O_DECIMAL and not 1 <= width <= 8:
            raise ValueError(width)

    def read_chunk(self, chunk, int64_t rows):
        """The nulls of a chunk, its bounds, whether they are exact, and their values; of one that nobody has touched since it was
        decoded. None where anything is odd, and for a chunk with no value for each row."""
        cdef Run r
        cdef Field fields[MOST_IDS]
        cdef Stated stated
        if not enter_chunk(chunk, &r, fields) or not look_at_chunk(&self.meant, &r, fields, rows, &stated):
            return None
        low, high = bytes_of(&stated.low), bytes_of(&stated.high)
        return (
            stated.nulls, low, high, flag_of(&stated.is_low_exact), flag_of(&stated.is_high_exact),
            value_of(&stated.low, low, self.meant.order), value_of(&stated.high, high, self.meant.order),
        )  # fmt: skip

    def list_ranges(self, CountedChunks chunks not None, Py_ssize_t leaf):
        """The least values of all chunks of a column, and the greatest, as they are compared. None where anything is odd in one, and for
        decimals."""
        cdef Run r
        cdef Field fields[MOST_IDS]
        cdef Stated stated
        cdef Py_ssize_t at, first
        cdef list lows = []
        cdef list highs = []
        cdef int64_t size = PyBytes_GET_SIZE(chunks.data)
        if not 0 <= leaf < chunks.leaves:
            raise IndexError(leaf)
        if self.meant.order == O_DECIMAL:
            return None
        r.c = make_cursor(<Bytes>PyBytes_AS_STRING(chunks.data), size, 1 << 20, size + 1, size + 1, 0)
        r.c.is_validated = True
        first = leaf * chunks.groups
        for at in range(first, first + chunks.groups):
            if not chunks.statistics[at]:
                return None
            if not look_at_statistics(
                &self.meant, &r, r.c.begin + chunks.statistics[at], NULL, chunks.said[at].values, &stated
            ):
                return None
            lows.append(value_of(&stated.low, bytes_of(&stated.low) if self.meant.order == O_BYTES else None, self.meant.order))
            highs.append(value_of(&stated.high, bytes_of(&stated.high) if self.meant.order == O_BYTES else None, self.meant.order))
        return lows, highs

    def agrees(self, bytes offsets not None, bytes bounds not None, int64_t rows, bytes low not None, bytes high not None, nulls):
        """Whether they are plain, and have these bounds and so many nulls altogether, as their chunk has."""
        cdef Hull hull
        return self.look_at(offsets, bounds, rows, &hull, None, None) and self.is_hull(&hull, low, high, nulls)

    def agrees_page_by_page(
        self, bytes offsets not None, bytes bounds not None, int64_t rows, list values not None, bytes low not None,
        bytes high not None, nulls
    ):  # fmt: skip
        """The same, where these are the values of the pages. False where levels are counted of a column that has none."""
        cdef Hull hull
        return self.look_at(offsets, bounds, rows, &hull, None, values) and self.is_hull(&hull, low, high, nulls)

    cdef bint is_hull(self, const Hull* hull, bytes low, bytes high, nulls) except -1:
        if self.meant.can_be_null and nulls != hull.nulls:
            return False
        return is_same_text(&hull.low, low) and is_same_text(&hull.high, high)

    def read(self, bytes offsets not None, bytes bounds not None, int64_t rows):
        """The first row of each page, its nulls, its bounds and their values; and the number of all nulls. None for indexes that are not
        plain."""
        cdef Hull hull
        cdef tuple lists = ([], [], [], [], [], [])
        if not self.look_at(offsets, bounds, rows, &hull, lists, None):
            return None
        lists[0].append(rows)
        return lists, hull.nulls

    cdef bint look_at(self, bytes offsets, bytes bounds, int64_t rows, Hull* hull, tuple lists, list values) except -1:
        cdef Cursor of_offsets, of_bounds
        cdef Field places[MOST_IDS]
        cdef Field fields[MOST_IDS]
        if not locate_all(self.offset_index, OF_OFFSET_INDEX, offsets, self.limits, &of_offsets, places):
            return False
        if not locate_all(self.column_index, OF_COLUMN_INDEX, bounds, self.limits, &of_bounds, fields):
            return False
        if fields[NAN_COUNTS].at != NULL or not has_bytes(&of_offsets, places[SIZES].at, self.meant.is_text):
            return False
        if values is not None and (fields[REPETITIONS].at != NULL or (fields[LEVELS].at != NULL and not self.meant.highest)):
            return False
        if not look_at_pages(&self.meant, &of_offsets, places[LOCATIONS].at, &of_bounds, fields, rows, hull, lists):
            return False
        return values is None or are_values_of(&of_offsets, places[LOCATIONS].at, rows, values)


cdef Bytes enter_untouched(chunk, Cursor* c) except? NULL:
    """Where a struct begins of which no field has been decoded; NULL for any other."""
    cdef View view
    cdef Py_ssize_t size
    if not isinstance(chunk, Located) or (<Located>chunk).state != LAZY:
        return NULL
    view = <View>slot_of(chunk, plan_at((<Located>chunk).plan).remainder_offset)
    if view.node is not None:
        return NULL
    size = PyBytes_GET_SIZE(view.source.data)
    c[0] = make_cursor(view.source.begin(), size, 1 << 20, size, size, 0)
    c.is_validated = True
    return c.begin + (<Located>chunk).position


cdef bint enter_chunk(chunk, Run* r, Field* fields) except -1:
    """The fields of a chunk that nobody has touched."""
    cdef Bytes p = enter_untouched(chunk, &r.c)
    return p != NULL and locate(&r.c, OF_CHUNK, MOST_IDS - 1, p, fields, True) != NULL


cdef bint look_at_chunk(const Meant* rules, Run* r, const Field* of_chunk, int64_t rows, Stated* stated) noexcept:
    """Whether nothing is odd in what a chunk with a value for each row says."""
    cdef Field fields[MOST_IDS]
    if of_chunk[META].at == NULL or of_chunk[CRYPTO].at != NULL:
        return False
    if locate(&r.c, OF_COLUMN, MOST_IDS - 1, of_chunk[META].at, fields, True) == NULL:
        return False
    if number(r, &fields[VALUES], -1) != rows or fields[STATISTICS].at == NULL:
        return False
    return look_at_statistics(rules, r, fields[STATISTICS].at, fields[SIZE_STATISTICS].at, rows, stated)


cdef bint look_at_statistics(const Meant* rules, Run* r, Bytes p, Bytes sizes, int64_t rows, Stated* stated) noexcept:
    cdef Field fields[MOST_IDS]
    cdef Field of_sizes[MOST_IDS]
    if locate(&r.c, OF_STATISTICS, MOST_IDS - 1, p, fields, True) == NULL:
        return False
    if sizes != NULL and locate(&r.c, OF_SIZES, MOST_IDS - 1, sizes, of_sizes, True) == NULL:
        return False
    return look_at_fields(rules, r, fields, of_sizes if sizes != NULL else NULL, rows, stated) and not stated.has_no_nan


cdef bint look_at_fields(
    const Meant* rules, Run* r, const Field* fields, const Field* sizes, int64_t rows, Stated* stated
) noexcept nogil:
    """Whether nothing is odd in these statistics, and in these sizes if they are there, of a chunk with a value for each row."""
    cdef Text bounds[7]  # by field id
    cdef int64_t nulls = 0
    if fields[DISTINCT].at != NULL:
        return False
    nulls = number(r, &fields[NULLS], -1 if rules.can_be_null else 0)
    if nulls and not rules.can_be_null:
        return False
    if not 0 <= nulls < rows - 1 or fields[LOW].at == NULL or fields[HIGH].at == NULL:
        return False
    if not take_text(r, &fields[OLD_HIGH], &bounds[OLD_HIGH]) or not take_text(r, &fields[OLD_LOW], &bounds[OLD_LOW]):
        return False
    if not take_text(r, &fields[HIGH], &bounds[HIGH]) or not take_text(r, &fields[LOW], &bounds[LOW]):
        return False
    if is_other(&bounds[OLD_LOW], &bounds[LOW]) or is_other(&bounds[OLD_HIGH], &bounds[HIGH]):
        return False
    if not is_value(rules, &bounds[LOW]) or not is_value(rules, &bounds[HIGH]):
        return False
    stated.has_no_nan = fields[NANS].at != NULL and (rules.order == O_FLOAT or rules.order == O_DOUBLE)
    if stated.has_no_nan and number(r, &fields[NANS], -1) != 0:
        return False
    if not is_at_most(&bounds[LOW], &bounds[HIGH], rules.order):
        return False
    if sizes != NULL and not fit_sizes(rules, r, sizes, rows, nulls, bounds[HIGH].size):
        return False
    stated.low, stated.high, stated.nulls = bounds[LOW], bounds[HIGH], nulls
    stated.is_low_exact, stated.is_high_exact = fields[LOW_IS_EXACT], fields[HIGH_IS_EXACT]
    return True


cdef inline bint take_text(Run* r, const Field* field, Text* text) noexcept nogil:
    """Of a field that may not be there."""
    text.data = NULL
    return field.at == NULL or text_of(r, field.at, text)


cdef bint fit_sizes(
    const Meant* rules, Run* r, const Field* fields, int64_t values, int64_t nulls, Py_ssize_t high
) noexcept nogil:
    """Whether levels and bytes surely fit two values or more that are not null."""
    cdef int64_t size
    if rules.is_text and fields[BYTES_OF_VALUES].at != NULL:
        size = number(r, &fields[BYTES_OF_VALUES], 0)
        if size < 0 or rules.is_decimal or (size > 0) != (high > 0):
            return False
    return not rules.highest or check_histogram(r, fields[DEFINITION_LEVELS].at, rules.highest, values, -1, values - nulls)


cdef object flag_of(const Field* field):
    return None if field.at == NULL else field.wire == TRUE


cdef inline bytes bytes_of(const Text* text):
    return PyBytes_FromStringAndSize(<char*>text.data, text.size)


cdef bint locate_all(cls, const int* wires, bytes data, limits, Cursor* c, Field* fields) except -1:
    """The fields of a struct that all these bytes are; whatever else a decoder may accept is left to it."""
    cdef Plan* plan = plan_of(cls)
    cdef Pass v
    cdef Bytes p = <Bytes>PyBytes_AS_STRING(data)
    cdef int64_t size = PyBytes_GET_SIZE(data)
    cdef Bytes end
    if plan == NULL or not plan.is_native or plan.has_hooks or not 0 < limits.depth <= DEEPEST:
        return False
    memset(&v, 0, sizeof(Pass))
    v.cursor = make_cursor(p, size, limits.depth, limits.container, limits.binary, limits.memory(size))
    end = validate(&v, p, plan)
    release_pass(&v)
    if end != p + size or v.has_maps:
        return False
    c[0] = v.cursor
    c.depth = 0
    c.is_validated = True
    return locate(c, wires, MOST_IDS - 1, p, fields, True) != NULL


cdef bint look_at_pages(
    const Meant* rules, Cursor* of_offsets, Bytes places, Cursor* c, Field* fields, int64_t rows, Hull* hull, tuple lists
) except -1:
    cdef Elements locations, null_pages, lows, highs, null_counts, levels
    cdef Text low, high, low_before, high_before
    cdef int64_t at, start, end, nulls
    cdef int64_t order = 0
    if not open_elements(of_offsets, places, WIRE_STRUCT, &locations) or not locations.left:
        return False
    if not open_elements(c, fields[NULL_PAGES].at, TRUE, &null_pages):
        return False
    if not open_elements(c, fields[LOWS].at, WIRE_BINARY, &lows) or not open_elements(c, fields[HIGHS].at, WIRE_BINARY, &highs):
        return False
    if not open_elements(c, fields[NULL_COUNTS].at, WIRE_I64, &null_counts):
        return False
    if not locations.left == null_pages.left == lows.left == highs.left == null_counts.left:
        return False
    if not open_levels(c, fields[LEVELS].at, rules, locations.left, &levels):
        return False
    if fields[ORDER].at == NULL or read_integer(c, fields[ORDER].at, 10, 64, &order) == NULL or not 0 <= order <= DESCENDING:
        return False
    hull.nulls, hull.pages = 0, locations.left
    if not take_first_row(of_offsets, &locations, &start) or start != 0:
        return False
    for at in range(hull.pages):
        end = rows
        if at + 1 < hull.pages and not take_first_row(of_offsets, &locations, &end):
            return False
        if not take_element(c, &null_counts, &nulls) or nulls < 0 or end - start - nulls < 2:
            return False
        if null_pages.next[at] == TRUE or (nulls and not rules.can_be_null):
            return False
        if levels.left and not fit_levels(c, &levels, rules.highest, end - start, nulls):
            return False
        if not take_bound(c, &lows, rules, &low) or not take_bound(c, &highs, rules, &high):
            return False
        if not is_at_most(&low, &high, rules.order) or (rules.is_text and high.size == 0):
            return False
        if at and order == ASCENDING and not is_between(&low_before, &low, &high_before, &high, rules.order):
            return False
        if at and order == DESCENDING and not is_between(&low, &low_before, &high, &high_before, rules.order):
            return False
        if at == 0 or not is_at_most(&hull.low, &low, rules.order):
            hull.low = low
        if at == 0 or not is_at_most(&high, &hull.high, rules.order):
            hull.high = high
        hull.nulls += nulls
        if lists is not None:
            add_page(lists, start, nulls, &low, &high, rules.order)
        low_before, high_before, start = low, high, end
    return True


cdef bint are_values_of(Cursor* c, Bytes places, int64_t rows, list values) except -1:
    """Whether pages that have been looked at have a row for each of their values."""
    cdef Elements locations
    cdef int64_t count = len(values)
    cdef int64_t at, start, end
    if not open_elements(c, places, WIRE_STRUCT, &locations) or locations.left != count:
        return False
    if not take_first_row(c, &locations, &start):
        return False
    for at in range(count):
        end = rows
        if at + 1 < count and not take_first_row(c, &locations, &end):
            return False
        if <int64_t>values[at] != end - start:
            return False
        start = end
    return True


cdef inline bint is_between(const Text* low, const Text* next_low, const Text* high, const Text* next_high, int order) noexcept nogil:
    return is_at_most(low, next_low, order) and is_at_most(high, next_high, order)


cdef bint open_elements(Cursor* c, Bytes p, int wire, Elements* elements) noexcept nogil:
    """Of a list that is there."""
    cdef int element = 0
    if p == NULL:
        return False
    elements.next = list_header(c, p, &elements.left, &element)
    if elements.next == NULL:
        return False
    return elements.left == 0 or is_same(element, wire) or (wire == TRUE and element == FALSE)


cdef bint open_levels(Cursor* c, Bytes p, const Meant* rules, int64_t pages, Elements* levels) noexcept:
    """Those of all pages; nothing where they are of others, which say nothing."""
    levels.left = 0
    if p == NULL or not rules.highest:
        return True
    if not open_elements(c, p, WIRE_I64, levels):
        return False
    if levels.left != pages * (rules.highest + 1):
        levels.left = 0
    return True


cdef bint take_element(Cursor* c, Elements* numbers, int64_t* value) noexcept nogil:
    numbers.next = read_integer(c, numbers.next, 10, 64, value)
    numbers.left -= 1
    return numbers.next != NULL


cdef bint take_first_row(Cursor* c, Elements* locations, int64_t* row) noexcept nogil:
    cdef Field fields[FIRST_ROW + 1]
    locations.next = locate(c, OF_LOCATION, FIRST_ROW, locations.next, fields, True)
    if locations.next == NULL or fields[FIRST_ROW].at == NULL:
        return False
    return read_integer(c, fields[FIRST_ROW].at, 10, 64, row) != NULL and 0 <= row[0] < LARGEST


cdef bint take_bound(Cursor* c, Elements* bounds, const Meant* rules, Text* bound) noexcept:
    """One that is a value that compares."""
    cdef int64_t size = 0
    bound.data = read_size(c, bounds.next, &size)
    if bound.data == NULL:
        return False
    bound.size = size
    bounds.next = bound.data + size
    return is_value(rules, bound)


cdef bint is_value(const Meant* rules, const Text* bound) noexcept nogil:
    if (rules.width >= 0 and bound.size != rules.width) or (bound.size == 0 and (rules.is_decimal or not rules.is_text)):
        return False
    if rules.order == O_FLOAT or rules.order == O_DOUBLE:
        return is_number(bound, T_FLOAT if rules.order == O_FLOAT else T_DOUBLE)
    return True


cdef bint fit_levels(Cursor* c, Elements* levels, int highest, int64_t values, int64_t nulls) noexcept nogil:
    """Whether a page has as many values by its levels, and as many that are not null."""
    cdef int64_t total = 0
    cdef int64_t value = 0
    cdef int level
    for level in range(highest + 1):
        if not take_element(c, levels, &value) or not 0 <= value < LARGEST:
            return False
        total += value
    levels.left += 1  # it is asked whether there are any
    return total == values and value == values - nulls


cdef bint has_bytes(Cursor* c, Bytes p, bint is_text) noexcept nogil:
    """Whether no page of byte arrays has none by the number of its bytes, if there is one."""
    cdef Elements sizes
    cdef int64_t size = 0
    if p == NULL or not is_text:
        return True
    if not open_elements(c, p, WIRE_I64, &sizes):
        return False
    while sizes.left:
        if not take_element(c, &sizes, &size) or size <= 0:
            return False
    return True


cdef bint is_same_text(const Text* text, bytes data) noexcept:
    return text.size == PyBytes_GET_SIZE(data) and memcmp(text.data, PyBytes_AS_STRING(data), text.size) == 0


cdef int add_page(tuple lists, int64_t start, int64_t nulls, const Text* low, const Text* high, int order) except -1:
    cdef list starts, counts, lows, highs, low_values, high_values
    starts, counts, lows, highs, low_values, high_values = lists
    starts.append(start)
    counts.append(nulls)
    low_raw, high_raw = bytes_of(low), bytes_of(high)
    lows.append(low_raw)
    highs.append(high_raw)
    low_values.append(value_of(low, low_raw, order))
    high_values.append(value_of(high, high_raw, order))
    return 0


cdef object value_of(const Text* bound, bytes raw, int order):
    """What a bound is compared by, as the key of its order has it; None for decimals, which may have any number of bytes."""
    cdef float narrow = 0
    cdef double wide = 0
    cdef uint64_t bits = 0
    if order == O_FLOAT:
        memcpy(&narrow, bound.data, 4)
        return <double>narrow
    if order == O_DOUBLE:
        memcpy(&wide, bound.data, 8)
        return wide
    if order == O_BYTES:
        return raw
    if order == O_DECIMAL:
        return None
    memcpy(&bits, bound.data, bound.size)
    if order == O_SIGNED:
        return <int64_t>bits if bound.size == 8 else <int64_t><int32_t>bits
    return bits
