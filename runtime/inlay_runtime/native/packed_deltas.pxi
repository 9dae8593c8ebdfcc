# Part of packed.pyx: DELTA_BINARY_PACKED, and the order of what comes out of it.

def unpack_deltas(buffer, int64_t start, int64_t end, count):
    cdef Lent lent = Lent(buffer)
    cdef Bytes data = <Bytes>lent.view.buf
    cdef Deltas declared
    if not 0 <= start <= end <= lent.view.len or not 0 <= count < 1 << 31:
        return None
    if not open_deltas(data + start, data + end, data + lent.view.len, count, &declared):
        return None
    decoded = PyBytes_FromStringAndSize(NULL, <int64_t>count * 8)
    return decoded if deltas_into(&declared, count, <uint64_t*>PyBytes_AS_STRING(decoded)) else None


def is_rising(bytes values not None):
    """Whether int64 values rise strictly from 0 or more."""
    cdef const int64_t* longs = <const int64_t*>PyBytes_AS_STRING(values)
    cdef int64_t count = len(values) // 8
    cdef int64_t index
    if count and longs[0] < 0:
        return False
    for index in range(1, count):
        if longs[index] <= longs[index - 1]:
            return False
    return True
