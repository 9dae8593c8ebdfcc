# Part of flat_view.pyx: what `inlay_runtime.flat.gather` does, in C. Each function gives None where that has to say what is wrong.

cdef enum:
    OUTSIDE = -1


cdef struct Buffer:
    const uint8_t* first
    int64_t size


cdef inline int64_t place(const Buffer* buffer, int64_t table, int slot) noexcept nogil:
    """Where the field of a slot is; 0 where it is absent, OUTSIDE where the buffer ends before."""
    cdef int64_t vtable, entry = 4 + 2 * slot
    cdef uint16_t size, offset
    if table == 0:
        return 0
    if table < 0 or table + 4 > buffer.size:
        return OUTSIDE
    vtable = table - <int32_t> load_u32(buffer.first + table)
    if vtable < 0 or vtable + 2 > buffer.size:
        return OUTSIDE
    size = load_u16(buffer.first + vtable)
    if entry + 2 > size:
        return 0
    if vtable + entry + 2 > buffer.size:
        return OUTSIDE
    offset = load_u16(buffer.first + vtable + entry)
    return table + offset if offset else 0


cdef inline int64_t follow(const Buffer* buffer, int64_t at) noexcept nogil:
    if at < 0 or at + 4 > buffer.size:
        return OUTSIDE
    return at + load_u32(buffer.first + at)


cdef inline int64_t locate_vector(const Buffer* buffer, int64_t table, int slot, int width, int64_t* length) noexcept nogil:
    """Where the elements begin, 0 where there is none."""
    cdef int64_t at = place(buffer, table, slot)
    length[0] = 0
    if at == 0:
        return 0
    if at > 0:
        at = follow(buffer, at)
    if at < 0 or at + 4 > buffer.size:
        return OUTSIDE
    length[0] = load_u32(buffer.first + at)
    if at + 4 + length[0] * width > buffer.size:
        return OUTSIDE
    return at + 4


cdef inline Buffer buffer_of(bytes data):
    cdef Buffer buffer
    buffer.first = data
    buffer.size = len(data)
    return buffer


def gather_tables(bytes data not None, parents, int slot):
    cdef Buffer buffer = buffer_of(data)
    cdef Lent places = Lent(parents)
    cdef const int64_t* tables = <const int64_t*> places.view.buf
    cdef int64_t count = places.view.len // 8, row, at = 0
    cdef bytes result = PyBytes_FromStringAndSize(NULL, 8 * count)
    cdef int64_t* target = <int64_t*> PyBytes_AS_STRING(result)
    with nogil:
        for row in range(count):
            at = place(&buffer, tables[row], slot)
            if at > 0:
                at = follow(&buffer, at)
            if at < 0:
                break
            target[row] = at
    return None if at < 0 else result


def gather_elements(bytes data not None, parents, int slot, indexes):
    cdef Buffer buffer = buffer_of(data)
    cdef Lent places = Lent(parents), chosen = Lent(indexes)
    cdef const int64_t* tables = <const int64_t*> places.view.buf
    cdef const int64_t* numbers = <const int64_t*> chosen.view.buf
    cdef int64_t count = places.view.len // 8, wanted = chosen.view.len // 8, row, number, at = 0, length
    cdef bytes result = PyBytes_FromStringAndSize(NULL, 8 * count * wanted)
    cdef int64_t* target = <int64_t*> PyBytes_AS_STRING(result)
    with nogil:
        for row in range(count):
            at = locate_vector(&buffer, tables[row], slot, 4, &length)
            if at < 0:
                break
            for number in range(wanted):
                if not 0 <= numbers[number] < length:
                    at = OUTSIDE
                    break
                target[number * count + row] = follow(&buffer, at + 4 * numbers[number])
            if at < 0:
                break
    return None if at < 0 else result


def gather_numbers(bytes data not None, parents, int slot, int width, bint optional):
    cdef Buffer buffer = buffer_of(data)
    cdef Lent places = Lent(parents)
    cdef const int64_t* tables = <const int64_t*> places.view.buf
    cdef int64_t count = places.view.len // 8, row, at = 0, nulls = 0
    cdef bytes values = PyBytes_FromStringAndSize(NULL, width * count)
    cdef bytes validity = PyBytes_FromStringAndSize(NULL, (count + 7) // 8)
    cdef uint8_t* target = <uint8_t*> PyBytes_AS_STRING(values)
    cdef uint8_t* bits = <uint8_t*> PyBytes_AS_STRING(validity)
    memset(bits, 0, (count + 7) // 8)
    with nogil:
        for row in range(count):
            at = place(&buffer, tables[row], slot)
            if at == 0:
                nulls += 1
                memset(target + row * width, 0, width)
                continue
            if at < 0 or at + width > buffer.size:
                at = OUTSIDE
                break
            memcpy(target + row * width, buffer.first + at, width)
            bits[row >> 3] |= 1 << (row & 7)
    if at < 0:
        return None
    return (values, validity, nulls) if optional and nulls else (values, None, 0)


def gather_binaries(bytes data not None, parents, int slot, int64_t budget):
    cdef Buffer buffer = buffer_of(data)
    cdef Lent places = Lent(parents)
    cdef const int64_t* tables = <const int64_t*> places.view.buf
    cdef int64_t count = places.view.len // 8, row, at = 0, nulls = 0, total = 0, length = 0
    cdef bytes offsets = PyBytes_FromStringAndSize(NULL, 4 * (count + 1))
    cdef bytes validity = PyBytes_FromStringAndSize(NULL, (count + 7) // 8)
    cdef int32_t* ends = <int32_t*> PyBytes_AS_STRING(offsets)
    cdef uint8_t* bits = <uint8_t*> PyBytes_AS_STRING(validity)
    cdef uint8_t* target
    cdef bytes values
    memset(bits, 0, (count + 7) // 8)
    ends[0] = 0
    with nogil:
        for row in range(count):
            at = locate_vector(&buffer, tables[row], slot, 1, &length)
            total += length
            if at < 0 or total > budget:
                at = OUTSIDE
                break
            nulls += at == 0
            if at:
                bits[row >> 3] |= 1 << (row & 7)
            ends[row + 1] = <int32_t> total
    if at < 0:
        return None
    values = PyBytes_FromStringAndSize(NULL, total)
    target = <uint8_t*> PyBytes_AS_STRING(values)
    with nogil:
        for row in range(count):
            at = locate_vector(&buffer, tables[row], slot, 1, &length)
            if at > 0 and length:
                memcpy(target + ends[row], buffer.first + at, length)
    return offsets, values, validity if nulls else None, nulls
