# Part of packed.pyx: streams of values of one width.

cdef class Lent:
    def __cinit__(self, buffer):
        PyObject_GetBuffer(buffer, &self.view, PyBUF_SIMPLE)
        self.is_held = True

    def __dealloc__(self):
        if self.is_held:
            PyBuffer_Release(&self.view)


cdef inline bint stream_in(Lent lent, object given, Stream* stream) except -1:
    """Whether a `PackedBits` lies in the buffer."""
    cdef int64_t start = given[0]
    if not 0 <= start <= lent.view.len:
        return False
    return stream_over(
        <Bytes>lent.view.buf + start, <Bytes>lent.view.buf + lent.view.len, given[1], given[2], stream
    )


cdef int64_t count_asked(object runs, int64_t count) except -2:
    """How many positions these runs have; -1 where one is not below `count`."""
    cdef int64_t total = 0
    cdef int64_t first, many
    for run in runs:
        first, many = run
        if first < 0 or many < 0 or first > count or many > count - first:
            return -1
        total += many
        if total > 1 << 40:
            return -1
    return total


def take(buffer, streams, runs, sizes):
    cdef Lent lent = Lent(buffer)
    cdef Stream stream
    cdef int64_t total, first, many
    cdef int size
    cdef char* out
    cdef list taken = []
    for given, size in zip(streams, sizes, strict=True):
        if size != 4 and size != 8 or not stream_in(lent, given, &stream):
            return None
        total = count_asked(runs, stream.count)
        if total < 0:
            return None
        values = PyBytes_FromStringAndSize(NULL, total * size)
        out = PyBytes_AS_STRING(values)
        for first, many in runs:
            if not put(&stream, first, many, size, out):
                return None
            out += many * size
        taken.append(values)
    return taken


def value_at(buffer, given, int64_t index):
    """One value; None where there is none."""
    cdef Lent lent = Lent(buffer)
    cdef Stream stream
    if not stream_in(lent, given, &stream) or not 0 <= index < stream.count:
        return None
    return unpack_at(&stream, index)


def are_streams(buffer, places):
    """Whether a stream of so many values of a width lies at each place, from start to end, with no bit set behind them."""
    cdef Lent lent = Lent(buffer)
    cdef int64_t start, end, width, count, bits
    for start, end, width, count in places:
        if not 0 <= start <= end <= lent.view.len or not 0 <= width <= 64 or not 0 <= count <= 1 << 31:
            return False
        bits = width * count
        if (bits + 7) // 8 != end - start:
            return False
        if bits & 7 and (<Bytes>lent.view.buf)[end - 1] >> (bits & 7):
            return False
    return True


def find_disorder(buffer, given, bint strictly, below):
    """The first value that is not in order, the count of all where there is none; None for what Python has to say."""
    cdef Lent lent = Lent(buffer)
    cdef Stream stream
    cdef int64_t index
    cdef uint64_t value, previous = 0
    cdef uint64_t most
    if not 0 <= below < 1 << 63 or not stream_in(lent, given, &stream):
        return None
    most = below
    for index in range(stream.count):
        value = unpack_at(&stream, index)
        if value >= most or index and (value < previous or strictly and value == previous):
            return index
        previous = value
    return stream.count


def pack(values, int width):
    """The stream of an array of 64-bit integers; None where one is wider."""
    cdef Lent lent = Lent(values)
    cdef const uint64_t* given = <const uint64_t*>lent.view.buf
    cdef int64_t count = lent.view.len // 8
    cdef int64_t index
    cdef int64_t size
    cdef uint64_t pending = 0
    cdef int held = 0
    cdef uint8_t* out
    if not 0 <= width <= 64:
        return None
    size = (count * width + 7) // 8
    packed = PyBytes_FromStringAndSize(NULL, size)
    out = <uint8_t*>PyBytes_AS_STRING(packed)
    for index in range(count):
        if width < 64 and given[index] >> width:
            return None
        if width == 0:
            continue
        pending |= given[index] << held
        if held + width < 64:
            held += width
            continue
        memcpy(out, &pending, 8)
        out += 8
        pending = given[index] >> (64 - held) if held else 0
        held += width - 64
    if held:
        memcpy(out, &pending, (held + 7) // 8)
    return packed
