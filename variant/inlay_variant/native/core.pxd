# cython: language_level=3
"""What the native modules share: bounded readers of the encoding, growing buffers, Arrow columns.

The contract: every byte that is read lies inside of the span that was given, which is checked before it is
read; depth is one counter that goes down; nothing raises here. A function answers 0, or REJECT for
input that `inlay_variant.arrow.pure` would refuse, or NO_MEMORY.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memcmp, memcpy, memmove, memset

cdef enum:
    OK = 0
    REJECT = -1
    NO_MEMORY = -2
    TOO_LARGE = -3

cdef enum:
    SHORT = 1
    OBJECT = 2
    ARRAY = 3


# Growing buffers

ctypedef struct Bytes:
    uint8_t* data
    int64_t size
    int64_t room


cdef inline int more(Bytes* out, int64_t count) noexcept nogil:
    """Makes room for `count` further bytes."""
    cdef int64_t room
    cdef uint8_t* data
    if out.size + count <= out.room:
        return OK
    room = out.room + out.room // 2 + 64
    if room < out.size + count:
        room = out.size + count
    data = <uint8_t*> realloc(out.data, room)
    if data == NULL:
        return NO_MEMORY
    out.data = data
    out.room = room
    return OK


cdef inline int put(Bytes* out, const uint8_t* data, int64_t count) noexcept nogil:
    if more(out, count) < 0:
        return NO_MEMORY
    if count:
        memcpy(out.data + out.size, data, count)
    out.size += count
    return OK


cdef inline int put_byte(Bytes* out, uint8_t byte) noexcept nogil:
    if more(out, 1) < 0:
        return NO_MEMORY
    out.data[out.size] = byte
    out.size += 1
    return OK


cdef inline int put_i32(Bytes* out, int64_t number) noexcept nogil:
    """An Arrow offset."""
    if number > 0x7FFFFFFF:
        return TOO_LARGE
    if more(out, 4) < 0:
        return NO_MEMORY
    (<int32_t*> (out.data + out.size))[0] = <int32_t> number
    out.size += 4
    return OK


ctypedef struct Bits:
    Bytes bytes
    int64_t count
    int64_t nulls


cdef inline int put_bit(Bits* bits, bint bit) noexcept nogil:
    if bits.count & 7 == 0:
        if put_byte(&bits.bytes, 0) < 0:
            return NO_MEMORY
    if bit:
        bits.bytes.data[bits.count >> 3] |= <uint8_t> (1 << (bits.count & 7))
    else:
        bits.nulls += 1
    bits.count += 1
    return OK


# Numbers

cdef inline uint32_t unsigned_at(const uint8_t* data, int width) noexcept nogil:
    if width == 1:
        return data[0]
    if width == 2:
        return data[0] | data[1] << 8
    if width == 3:
        return data[0] | data[1] << 8 | data[2] << 16
    return data[0] | data[1] << 8 | data[2] << 16 | <uint32_t> data[3] << 24


cdef inline void unsigned_to(uint8_t* data, uint32_t number, int width) noexcept nogil:
    data[0] = number & 0xFF
    if width > 1:
        data[1] = number >> 8 & 0xFF
    if width > 2:
        data[2] = number >> 16 & 0xFF
    if width > 3:
        data[3] = number >> 24


cdef inline int width_of(uint64_t most) noexcept nogil:
    return 1 if most < 1 << 8 else 2 if most < 1 << 16 else 3 if most < 1 << 24 else 4


cdef inline bint is_utf8(const uint8_t* data, int64_t size) noexcept nogil:
    """As Python decodes it: no surrogates, no overlong forms, nothing above U+10FFFF."""
    cdef int64_t at = 0
    cdef uint64_t eight
    cdef uint8_t first, second
    while at < size:
        if at + 8 <= size:
            memcpy(&eight, data + at, 8)
            if eight & 0x8080808080808080ULL == 0:
                at += 8
                continue
        first = data[at]
        if first < 0x80:
            at += 1
        elif first < 0xC2:
            return False
        elif first < 0xE0:
            if at + 1 >= size or data[at + 1] & 0xC0 != 0x80:
                return False
            at += 2
        elif first < 0xF0:
            if at + 2 >= size or data[at + 2] & 0xC0 != 0x80:
                return False
            second = data[at + 1]
            if second & 0xC0 != 0x80 or (first == 0xE0 and second < 0xA0) or (first == 0xED and second > 0x9F):
                return False
            at += 3
        elif first < 0xF5:
            if at + 3 >= size or data[at + 2] & 0xC0 != 0x80 or data[at + 3] & 0xC0 != 0x80:
                return False
            second = data[at + 1]
            if second & 0xC0 != 0x80 or (first == 0xF0 and second < 0x90) or (first == 0xF4 and second > 0x8F):
                return False
            at += 4
        else:
            return False
    return True


cdef inline int compare(const uint8_t* a, int64_t a_size, const uint8_t* b, int64_t b_size) noexcept nogil:
    """Names in 'unsigned byte ordering for UTF-8'."""
    cdef int64_t size = a_size if a_size < b_size else b_size
    cdef int order = memcmp(a, b, size) if size else 0
    if order:
        return order
    return (a_size > b_size) - (a_size < b_size)


# The dictionary of names

ctypedef struct Names:
    const uint8_t* data
    int64_t size
    const uint8_t* texts
    uint32_t count
    int width
    bint is_sorted
    int64_t generation


cdef inline const uint8_t* name_at(Names* names, uint32_t id_, int64_t* size) noexcept nogil:
    """`id_` is below `count`."""
    cdef const uint8_t* offsets = names.data + 1 + names.width + <int64_t> id_ * names.width
    cdef uint32_t first = unsigned_at(offsets, names.width)
    size[0] = unsigned_at(offsets + names.width, names.width) - first
    return names.texts + first


cdef inline int read_names(Names* names, const uint8_t* data, int64_t size, int64_t limit) noexcept nogil:
    """Checks a dictionary, unless it is the one of the row before."""
    cdef int width
    cdef int64_t count, start, texts, total, before_size, this_size
    cdef uint32_t first, last
    cdef const uint8_t* before
    cdef const uint8_t* this
    cdef int64_t i
    if names.generation and size == names.size and (data == names.data or memcmp(data, names.data, size) == 0):
        names.texts = data + (names.texts - names.data)
        names.data = data
        return OK
    if size < 1 or data[0] & 0x0F != 1:
        return REJECT
    width = (data[0] >> 6) + 1
    if size < 1 + width:
        return REJECT
    count = unsigned_at(data + 1, width)
    start = 1 + width
    texts = start + (count + 1) * width
    if texts > size or unsigned_at(data + start, width) != 0:
        return REJECT
    total = unsigned_at(data + start + count * width, width)
    if texts + total != size or size > limit:
        return REJECT
    first = 0
    for i in range(count):
        last = unsigned_at(data + start + (i + 1) * width, width)
        if last < first or last > total or not is_utf8(data + texts + first, last - first):
            return REJECT
        first = last
    names.generation += 1
    names.data = data
    names.size = size
    names.texts = data + texts
    names.count = <uint32_t> count
    names.width = width
    names.is_sorted = data[0] >> 4 & 1
    if names.is_sorted and count > 1:
        before = name_at(names, 0, &before_size)
        for i in range(1, count):
            this = name_at(names, <uint32_t> i, &this_size)
            if compare(before, before_size, this, this_size) >= 0:
                names.generation += 1
                names.size = -1
                return REJECT
            before = this
            before_size = this_size
    return OK


cdef inline int64_t find_name(Names* names, const uint8_t* name, int64_t size) noexcept nogil:
    """The id of a name; -1 where the dictionary does not have it."""
    cdef int64_t low = 0, high = names.count, middle, found_size
    cdef const uint8_t* found
    cdef int order
    if names.is_sorted:
        while low < high:
            middle = (low + high) >> 1
            found = name_at(names, <uint32_t> middle, &found_size)
            order = compare(found, found_size, name, size)
            if order == 0:
                return middle
            if order < 0:
                low = middle + 1
            else:
                high = middle
        return -1
    for middle in range(high):
        found = name_at(names, <uint32_t> middle, &found_size)
        if found_size == size and (size == 0 or memcmp(found, name, size) == 0):
            return middle
    return -1


# Values

ctypedef struct Opened:
    const uint8_t* ids
    const uint8_t* offsets
    const uint8_t* values
    uint32_t* ordered  # the starts of the values, where they are not in order; to be freed
    uint32_t count
    uint32_t total
    int id_width
    int width


cdef inline int by_number(const void* a, const void* b) noexcept nogil:
    cdef uint32_t x = (<const uint32_t*> a)[0], y = (<const uint32_t*> b)[0]
    return (x > y) - (x < y)


cdef inline int open_container(Opened* out, const uint8_t* data, int64_t size, Names* names) noexcept nogil:
    """Reads and checks the tables of the object or array that fills data[:size]; `close` frees."""
    cdef bint is_object = data[0] & 3 == OBJECT
    cdef int header = data[0] >> 2
    cdef int count_width = 4 if header >> (4 if is_object else 2) & 1 else 1
    cdef int64_t count, tables, i, before_size, this_size
    cdef uint32_t begin, after, id_, before_id
    cdef const uint8_t* before = NULL
    cdef const uint8_t* this
    cdef bint in_order
    out.ordered = NULL
    out.width = (header & 3) + 1
    out.id_width = (header >> 2 & 3) + 1 if is_object else 0
    if size < 1 + count_width:
        return REJECT
    count = unsigned_at(data + 1, count_width)
    tables = count * out.id_width + (count + 1) * out.width
    if tables > size - 1 - count_width:
        return REJECT
    out.count = <uint32_t> count
    out.ids = data + 1 + count_width
    out.offsets = out.ids + count * out.id_width
    out.values = out.offsets + (count + 1) * out.width
    out.total = unsigned_at(out.offsets + count * out.width, out.width)
    if out.total != size - 1 - count_width - tables:
        return REJECT
    if is_object:
        before_id = 0
        before_size = 0
        for i in range(count):
            id_ = unsigned_at(out.ids + i * out.id_width, out.id_width)
            if id_ >= names.count:
                return REJECT
            if names.is_sorted:
                if i and id_ <= before_id:
                    return REJECT
                before_id = id_
            else:
                this = name_at(names, id_, &this_size)
                if i and compare(before, before_size, this, this_size) >= 0:
                    return REJECT
                before = this
                before_size = this_size
    if count == 0:
        return OK if out.total == 0 else REJECT
    in_order = unsigned_at(out.offsets, out.width) == 0
    begin = 0
    if in_order:
        for i in range(1, count + 1):
            after = unsigned_at(out.offsets + i * out.width, out.width)
            if after <= begin:
                in_order = False
                break
            begin = after
    if in_order:
        return OK
    if not is_object:
        return REJECT
    out.ordered = <uint32_t*> malloc((count + 1) * sizeof(uint32_t))
    if out.ordered == NULL:
        return NO_MEMORY
    for i in range(count):
        out.ordered[i] = unsigned_at(out.offsets + i * out.width, out.width)
    out.ordered[count] = out.total
    qsort(out.ordered, count, sizeof(uint32_t), by_number)
    if out.ordered[0] != 0:
        return close(out, REJECT)
    for i in range(count):
        if out.ordered[i + 1] <= out.ordered[i]:
            return close(out, REJECT)
    return OK


cdef inline int close(Opened* opened, int answer) noexcept nogil:
    free(opened.ordered)
    opened.ordered = NULL
    return answer


cdef inline const uint8_t* span_of(Opened* opened, int64_t index, int64_t* size) noexcept nogil:
    """The value of an index below `count`."""
    cdef uint32_t begin = unsigned_at(opened.offsets + index * opened.width, opened.width)
    cdef int64_t low, high, middle
    if opened.ordered == NULL:
        size[0] = unsigned_at(opened.offsets + (index + 1) * opened.width, opened.width) - begin
        return opened.values + begin
    low = 0
    high = opened.count
    while low < high:
        middle = (low + high) >> 1
        if opened.ordered[middle] < begin:
            low = middle + 1
        else:
            high = middle
    size[0] = opened.ordered[low + 1] - begin
    return opened.values + begin


ctypedef struct Scalar:
    int type
    const uint8_t* payload
    int64_t size


cdef extern from *:
    """
    typedef __int128 inlay_int128;
    static const signed char inlay_sizes[64] = {
        0, 0, 0, 1, 2, 4, 8, 8, 5, 9, 17, 4, 8, 8, 4, -1, -1, 8, 8, 8, 16,
        -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2,
        -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2};
    static inlay_int128 inlay_power(int exponent) {
        inlay_int128 power = 1;
        while (exponent-- > 0) power *= 10;
        return power;
    }
    static inlay_int128 inlay_wide(const unsigned char *data, int size) {
        unsigned __int128 number = 0;
        for (int i = size - 1; i >= 0; i--) number = number << 8 | data[i];
        int shift = 128 - 8 * size;
        return (inlay_int128)(number << shift) >> shift;
    }
    static int inlay_within(inlay_int128 number, int digits) {
        inlay_int128 limit = inlay_power(digits);
        return number < limit && number > -limit;
    }
    """
    ctypedef long long int128 "inlay_int128"
    const signed char sizes "inlay_sizes"[64]
    int128 power_of_ten "inlay_power"(int exponent) noexcept nogil
    int128 wide "inlay_wide"(const uint8_t* data, int size) noexcept nogil
    bint has_digits "inlay_within"(int128 number, int digits) noexcept nogil


cdef inline bint is_time_of_day(const uint8_t* data) noexcept nogil:
    """Arrow's times are, and Variants may be any number."""
    cdef int64_t count
    memcpy(&count, data, 8)
    return 0 <= count < 86400000000LL


cdef inline int digits_of(int type_) noexcept nogil:
    """What a decimal type may have."""
    return 9 if type_ == 8 else 18 if type_ == 9 else 38


cdef inline int read_scalar(Scalar* out, const uint8_t* data, int64_t size) noexcept nogil:
    """The primitive or short string that fills data[:size], which is not empty."""
    cdef int type_ = data[0] >> 2
    cdef int expected
    if data[0] & 3 == SHORT:
        out.type = 16
        out.payload = data + 1
        out.size = size - 1
        return OK if out.size == type_ and is_utf8(out.payload, out.size) else REJECT
    out.type = type_
    out.payload = data + 1
    out.size = size - 1
    expected = sizes[type_]
    if expected >= 0:
        if out.size != expected:
            return REJECT
        if 8 <= type_ <= 10:
            if data[1] > 38 or not has_digits(wide(data + 2, expected - 1), digits_of(type_)):
                return REJECT
        return OK
    if expected == -2:
        return OK  # a type of tomorrow
    if size < 5 or unsigned_at(data + 1, 4) != size - 5:
        return REJECT
    out.payload = data + 5
    out.size = size - 5
    return OK if type_ == 15 or is_utf8(out.payload, out.size) else REJECT


# Writing

cdef inline int put_text(Bytes* out, const uint8_t* text, int64_t size) noexcept nogil:
    """Text as a short or a long string."""
    if more(out, size + 5) < 0:
        return NO_MEMORY
    if size <= 63:
        out.data[out.size] = <uint8_t> (size << 2 | SHORT)
        out.size += 1
        return put(out, text, size)
    out.data[out.size] = 16 << 2
    unsigned_to(out.data + out.size + 1, <uint32_t> size, 4)
    out.size += 5
    return put(out, text, size)


ctypedef struct Entry:
    uint32_t id
    uint32_t rank
    int64_t start
    int64_t size


ctypedef struct Entries:
    Entry* data
    int64_t size
    int64_t room


cdef inline int push(Entries* entries, uint32_t id_, int64_t start, int64_t size) noexcept nogil:
    cdef Entry* data
    if entries.size == entries.room:
        data = <Entry*> realloc(entries.data, (entries.room * 2 + 32) * sizeof(Entry))
        if data == NULL:
            return NO_MEMORY
        entries.data = data
        entries.room = entries.room * 2 + 32
    entries.data[entries.size].id = id_
    entries.data[entries.size].start = start
    entries.data[entries.size].size = size
    entries.size += 1
    return OK


cdef inline int64_t header_size(Entry* entries, int64_t count, bint is_object, int64_t total) noexcept nogil:
    """The bytes before the values."""
    cdef uint32_t most = 0
    cdef int64_t i
    if is_object:
        for i in range(count):
            if entries[i].id > most:
                most = entries[i].id
    return (
        1 + (4 if count > 255 else 1) + (count + 1) * width_of(total)
        + (count * width_of(most) if is_object else 0)
    )


cdef inline void write_header(
    uint8_t* at, Entry* entries, int64_t count, bint is_object, int64_t total
) noexcept nogil:
    """Header and tables, for values that follow in the order of the entries."""
    cdef uint32_t most = 0
    cdef int64_t i, offset = 0
    cdef int width = width_of(total), id_width, large = count > 255
    if is_object:
        for i in range(count):
            if entries[i].id > most:
                most = entries[i].id
        id_width = width_of(most)
        at[0] = <uint8_t> ((large << 4 | (id_width - 1) << 2 | (width - 1)) << 2 | OBJECT)
    else:
        id_width = 0
        at[0] = <uint8_t> ((large << 2 | (width - 1)) << 2 | ARRAY)
    at += 1
    unsigned_to(at, <uint32_t> count, 4 if large else 1)
    at += 4 if large else 1
    if is_object:
        for i in range(count):
            unsigned_to(at, entries[i].id, id_width)
            at += id_width
    for i in range(count):
        unsigned_to(at, <uint32_t> offset, width)
        at += width
        offset += entries[i].size
    unsigned_to(at, <uint32_t> offset, width)


cdef inline int wrap_values(
    Bytes* out, int64_t base, Entry* entries, int64_t count, bint is_object
) noexcept nogil:
    """Puts header and tables before the values that were written from `base` on."""
    cdef int64_t total = out.size - base
    cdef int64_t size
    if total > 0x7FFFFFFF:
        return TOO_LARGE
    size = header_size(entries, count, is_object, total)
    if more(out, size) < 0:
        return NO_MEMORY
    if total:
        memmove(out.data + base + size, out.data + base, total)
    write_header(out.data + base, entries, count, is_object, total)
    out.size += size
    return OK


# Arrow

ctypedef struct Column:
    const uint8_t* valid
    const int32_t* offsets
    const uint8_t* data
    int64_t data_size
    int64_t offset
    int64_t length


cdef inline bint is_valid(Column* column, int64_t row) noexcept nogil:
    cdef int64_t at = column.offset + row
    return column.valid == NULL or column.valid[at >> 3] >> (at & 7) & 1


cdef inline const uint8_t* bytes_at(Column* column, int64_t row, int64_t* size) noexcept nogil:
    """NULL where the offsets of a damaged array lead out of its data."""
    cdef const int32_t* offsets = column.offsets + column.offset + row
    if offsets[0] < 0 or offsets[1] < offsets[0] or offsets[1] > column.data_size:
        return NULL
    size[0] = offsets[1] - offsets[0]
    # An empty array may have no buffer at all, and NULL means damage.
    return column.data + offsets[0] if column.data != NULL else <const uint8_t*> offsets
