# Part of packed.pyx: arrays of which some positions have no value, and byte arrays.

ctypedef struct Array:
    int64_t count
    bint is_sparse
    bint has_validity
    Bytes validity
    Stream positions
    Stream values
    Bytes content
    int64_t content_size


cdef bint array_in(Lent lent, object given, Array* array) except -1:
    """Whether a `PackedArray` lies in the buffer."""
    cdef int64_t validity = given[2]
    cdef int64_t content = given[5]
    cdef int64_t end = given[6]
    array.count = given[0]
    array.is_sparse = given[3] is not None
    array.has_validity = validity >= 0
    if not 0 <= array.count < 1 << 31 or not 0 <= content <= end <= lent.view.len:
        return False
    if array.has_validity:
        if validity + (array.count + 7) // 8 > lent.view.len:
            return False
        array.validity = <Bytes>lent.view.buf + validity
    if array.is_sparse and not stream_in(lent, given[3], &array.positions):
        return False
    if not stream_in(lent, given[4], &array.values):
        return False
    array.content = <Bytes>lent.view.buf + content
    array.content_size = end - content
    # What is read below: an entry for each position, or for each present one.
    if (array.positions.count if array.is_sparse else array.count) > array.values.count:
        return False
    return True


cdef int64_t first_from(const Stream* positions, int64_t position) noexcept nogil:
    """The first entry whose position is not before this one."""
    cdef int64_t low = 0
    cdef int64_t high = positions.count
    cdef int64_t middle
    while low < high:
        middle = (low + high) >> 1
        if <int64_t>unpack_at(positions, middle) < position:
            low = middle + 1
        else:
            high = middle
    return low


cdef struct Walk:
    # The entries of one run, position by position.
    int64_t entry
    int64_t next_position


cdef inline Walk walk_from(const Array* array, int64_t first) noexcept nogil:
    cdef Walk walk
    walk.entry = first
    walk.next_position = -1
    if array.is_sparse:
        walk.entry = first_from(&array.positions, first)
        if walk.entry < array.positions.count:
            walk.next_position = <int64_t>unpack_at(&array.positions, walk.entry)
    return walk


cdef inline int64_t entry_at(const Array* array, Walk* walk, int64_t position) noexcept nogil:
    """The entry of this position, -1 where it has none; positions come one after the other."""
    cdef int64_t entry
    if array.is_sparse:
        if walk.next_position != position:
            return -1
        entry = walk.entry
        walk.entry += 1
        walk.next_position = -1
        if walk.entry < array.positions.count:
            walk.next_position = <int64_t>unpack_at(&array.positions, walk.entry)
        return entry
    if array.has_validity and not array.validity[position >> 3] >> (position & 7) & 1:
        return -1
    return position


cdef inline void set_bit(char* bits, int64_t index) noexcept nogil:
    bits[index >> 3] |= <char>(1 << (index & 7))


cdef bytes make_zeros(int64_t size):
    made = PyBytes_FromStringAndSize(NULL, size)
    memset(PyBytes_AS_STRING(made), 0, size)
    return made


def expand(buffer, given, runs, int size):
    cdef Lent lent = Lent(buffer)
    cdef Array array
    cdef Walk walk
    cdef int64_t total, first, many, position, entry
    cdef int64_t row = 0
    cdef int64_t nulls = 0
    cdef char* out
    cdef char* bits
    if size != 4 and size != 8 or not array_in(lent, given, &array):
        return None
    total = count_asked(runs, array.count)
    if total < 0:
        return None
    values = make_zeros(total * size)
    validity = make_zeros((total + 7) // 8)
    out, bits = PyBytes_AS_STRING(values), PyBytes_AS_STRING(validity)
    for first, many in runs:
        walk = walk_from(&array, first)
        for position in range(first, first + many):
            entry = entry_at(&array, &walk, position)
            if entry < 0:
                nulls += 1
            else:
                set_bit(bits, row)
                if not put(&array.values, entry, 1, size, out + row * size):
                    return None
            row += 1
    return values, validity if nulls else None, nulls


def expand_bits(buffer, given, runs):
    cdef Lent lent = Lent(buffer)
    cdef Array array
    cdef Walk walk
    cdef int64_t total, first, many, position, entry
    cdef int64_t row = 0
    cdef int64_t nulls = 0
    cdef uint64_t value
    cdef char* out
    cdef char* bits
    if not array_in(lent, given, &array):
        return None
    total = count_asked(runs, array.count)
    if total < 0:
        return None
    values, validity = make_zeros((total + 7) // 8), make_zeros((total + 7) // 8)
    out, bits = PyBytes_AS_STRING(values), PyBytes_AS_STRING(validity)
    for first, many in runs:
        walk = walk_from(&array, first)
        for position in range(first, first + many):
            entry = entry_at(&array, &walk, position)
            if entry < 0:
                nulls += 1
            else:
                set_bit(bits, row)
                value = unpack_at(&array.values, entry)
                if value > 1:
                    return None
                if value:
                    set_bit(out, row)
            row += 1
    return values, validity if nulls else None, nulls


def count_ones(buffer, int64_t start, int64_t count, runs):
    """How many positions of a bitmap are set in these runs."""
    cdef Lent lent = Lent(buffer)
    cdef Bytes bitmap
    cdef int64_t first, many, position
    cdef int64_t total = 0
    if start < 0 or count < 0 or start > lent.view.len or (count + 7) // 8 > lent.view.len - start:
        return None
    if count_asked(runs, count) < 0:
        return None
    bitmap = <Bytes>lent.view.buf + start
    for first, many in runs:
        for position in range(first, first + many):
            total += bitmap[position >> 3] >> (position & 7) & 1
    return total


cdef int64_t locate_entry(const Array* array, int64_t entry, int64_t* start) noexcept nogil:
    """The length of an entry's bytes; -1 where they lie elsewhere."""
    cdef uint64_t begin = unpack_at(&array.values, entry)
    cdef uint64_t end = unpack_at(&array.values, entry + 1)
    if begin > end or end > <uint64_t>array.content_size:
        return -1
    start[0] = <int64_t>begin
    return <int64_t>(end - begin)


def join_bytes(buffer, prefixes, suffixes, runs):
    cdef Lent lent = Lent(buffer)
    cdef Array before, after
    cdef Walk walk
    cdef int64_t total, first, many, position, entry, start
    cdef int64_t row = 0
    cdef int64_t nulls = 0
    cdef int64_t size = 0
    cdef int64_t prefix, suffix
    cdef int32_t* ends
    cdef char* bits
    cdef char* out
    if not array_in(lent, prefixes, &before) or not array_in(lent, suffixes, &after):
        return None
    if before.values.count != after.values.count or before.count != after.count:
        return None
    if after.values.count <= (after.positions.count if after.is_sparse else after.count):
        return None  # there is no last offset
    total = count_asked(runs, after.count)
    if total < 0:
        return None
    offsets = make_zeros((total + 1) * 4)
    validity = make_zeros((total + 7) // 8)
    ends, bits = <int32_t*>PyBytes_AS_STRING(offsets), PyBytes_AS_STRING(validity)
    for first, many in runs:  # lengths first, so that the bytes are allocated once
        walk = walk_from(&after, first)
        for position in range(first, first + many):
            entry = entry_at(&after, &walk, position)
            if entry < 0:
                nulls += 1
            else:
                set_bit(bits, row)
                prefix = locate_entry(&before, entry, &start)
                suffix = locate_entry(&after, entry, &start)
                if prefix < 0 or suffix < 0:
                    return None
                size += prefix + suffix
                if size > 0x7FFFFFFF:
                    return None
            row += 1
            ends[row] = <int32_t>size
    content = PyBytes_FromStringAndSize(NULL, size)
    out = PyBytes_AS_STRING(content)
    for first, many in runs:
        walk = walk_from(&after, first)
        for position in range(first, first + many):
            entry = entry_at(&after, &walk, position)
            if entry < 0:
                continue
            prefix = locate_entry(&before, entry, &start)
            memcpy(out, before.content + start, prefix)
            out += prefix
            suffix = locate_entry(&after, entry, &start)
            memcpy(out, after.content + start, suffix)
            out += suffix
    return offsets, content, validity if nulls else None, nulls


def pick_firsts(buffer, starts_given, values_given, runs):
    """The first value of the list at each position, by where lists start; 8 bytes each."""
    cdef Lent lent = Lent(buffer)
    cdef Stream starts, values
    cdef int64_t total, first, many, position
    cdef int64_t row = 0
    cdef int64_t nulls = 0
    cdef uint64_t begin, end
    cdef char* out
    cdef char* bits
    if not stream_in(lent, starts_given, &starts) or not stream_in(lent, values_given, &values):
        return None
    total = count_asked(runs, starts.count - 1)
    if total < 0:
        return None
    taken = make_zeros(total * 8)
    validity = make_zeros((total + 7) // 8)
    out, bits = PyBytes_AS_STRING(taken), PyBytes_AS_STRING(validity)
    for first, many in runs:
        begin = unpack_at(&starts, first) if many else 0
        for position in range(first, first + many):
            end = unpack_at(&starts, position + 1)
            if end < begin or end > <uint64_t>values.count:
                return None
            if end == begin:
                nulls += 1
            else:
                set_bit(bits, row)
                if not put(&values, <int64_t>begin, 1, 8, out + row * 8):
                    return None
            row += 1
            begin = end
    return taken, validity if nulls else None, nulls
