# Part of packed.pyx: DELTA_BINARY_PACKED.

cdef Bytes delta_varint(Bytes p, Bytes end, uint64_t* value) noexcept nogil:
    cdef int shift = 0
    value[0] = 0
    while p < end and shift < 70:
        if shift == 63 and p[0] > 1:
            return NULL
        value[0] |= <uint64_t>(p[0] & 0x7F) << shift
        if p[0] < 0x80:
            return p + 1
        p += 1
        shift += 7
    return NULL


cdef inline uint64_t signed_of(uint64_t value) noexcept nogil:
    return (value >> 1) ^ (0 - (value & 1))


def deltas(buffer, int64_t start, int64_t end, count):
    cdef Lent lent = Lent(buffer)
    cdef Bytes p
    cdef Bytes last
    cdef Bytes widths
    cdef Stream stream
    cdef uint64_t size, parts, total, value, smallest, each
    cdef uint64_t part
    cdef int64_t index, left, bits
    cdef uint64_t* out
    if not 0 <= start <= end <= lent.view.len or not 0 <= count < 1 << 31:
        return None
    p = <Bytes>lent.view.buf + start
    last = <Bytes>lent.view.buf + end
    p = delta_varint(p, last, &size)
    if p == NULL:
        return None
    p = delta_varint(p, last, &parts)
    if p == NULL:
        return None
    p = delta_varint(p, last, &total)
    if p == NULL:
        return None
    p = delta_varint(p, last, &value)
    if p == NULL or size == 0 or size % 128 or size > <uint64_t>1 << 31:
        return None
    if parts == 0 or size % parts or size // parts % 32 or total != <uint64_t>count:
        return None
    each = size // parts
    # A block has a varint and a width for each miniblock, so what is declared is priced before it is allocated.
    if total > 1 and (total - 2) // size + 1 > <uint64_t>(last - p) // (1 + parts):
        return None
    decoded = PyBytes_FromStringAndSize(NULL, <int64_t>total * 8)
    out = <uint64_t*>PyBytes_AS_STRING(decoded)
    left = <int64_t>total
    if left:
        value = signed_of(value)
        out[0] = value
        out += 1
        left -= 1
    while left:
        p = delta_varint(p, last, &smallest)
        if p == NULL or <uint64_t>(last - p) < parts:
            return None
        smallest = signed_of(smallest)
        widths = p
        p += parts
        for part in range(parts):
            if widths[part] > 64 or widths[part] and not left:
                return None
            bits = <int64_t>each * widths[part]
            if bits // 8 > last - p:
                return None
            if not stream_over(p, <Bytes>lent.view.buf + lent.view.len, widths[part], <int64_t>each, &stream):
                return None
            for index in range(min(left, <int64_t>each)):
                value += smallest
                if widths[part]:
                    value += at(&stream, index)
                out[0] = value
                out += 1
            if widths[part]:
                for index in range(min(left, <int64_t>each), <int64_t>each):
                    if at(&stream, index):
                        return None
            left -= min(left, <int64_t>each)
            p += bits // 8
    return decoded if p == last else None
