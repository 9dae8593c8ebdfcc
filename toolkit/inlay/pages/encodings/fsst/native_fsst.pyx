# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""FSST: `page.py` and `symbols.py`, which have the rules."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from inlay_runtime.native.little_endian cimport load_u32
from inlay_runtime.native.packed cimport Lent

cdef enum:
    ESCAPE = 255
    LONGEST = 8
    BUCKETS = 4096

ctypedef struct Table:
    uint64_t words[256]  # each symbol, with zeros behind it
    uint8_t lengths[256]  # 0 for a code without a symbol

# The code of the longest symbol at a place: in lists by its first two bytes, the longest first.
ctypedef struct Finder:
    int16_t buckets[BUCKETS]
    int16_t following[256]
    int16_t single[256]  # of one byte


cdef void read_table(const uint8_t* data, Table* table) noexcept nogil:
    """The bytes of a table that has been checked, or written here."""
    cdef int count = data[0], code
    cdef const uint8_t* at = data + 1 + count
    memset(table, 0, sizeof(Table))
    for code in range(count):
        table.lengths[code] = data[1 + code]
        memcpy(&table.words[code], at, data[1 + code])
        at += data[1 + code]


cdef inline uint32_t bucket_of(uint64_t word) noexcept nogil:
    return (<uint32_t> (word & 0xFFFF) * 40503u >> 4) & (BUCKETS - 1)


cdef void fill_finder(const Table* table, Finder* finder) noexcept nogil:
    cdef int code, length
    cdef uint32_t bucket
    memset(finder, 0xFF, sizeof(Finder))
    for length in range(1, LONGEST + 1):
        for code in range(ESCAPE):
            if table.lengths[code] != length:
                continue
            if length == 1:
                finder.single[table.words[code]] = code
                continue
            bucket = bucket_of(table.words[code])
            finder.following[code] = finder.buckets[bucket]
            finder.buckets[bucket] = code


cdef uint8_t* put_codes(
    uint8_t* out, const uint8_t* text, int64_t length, const Table* table, const Finder* finder
) noexcept nogil:
    cdef int64_t at = 0, left
    cdef int code, size
    cdef uint64_t word
    while at < length:
        left = length - at
        word = 0
        memcpy(&word, text + at, 8 if left >= 8 else left)
        code = finder.buckets[bucket_of(word)]
        while code >= 0:
            size = table.lengths[code]
            if size <= left and (word ^ table.words[code]) << (64 - 8 * size) == 0:
                break
            code = finder.following[code]
        if code < 0:
            size = 1
            code = finder.single[word & 255]
        if code < 0:
            out[0] = ESCAPE
            out[1] = text[at]
            out += 2
        else:
            out[0] = <uint8_t> code
            out += 1
        at += size
    return out


def list_lengths(values, int64_t count):
    cdef Lent lent = Lent(values)
    cdef const uint8_t* data = <const uint8_t*> lent.view.buf
    cdef int64_t left = lent.view.len, index
    cdef uint32_t length
    cdef char* out
    lengths = PyBytes_FromStringAndSize(NULL, 4 * count)
    out = PyBytes_AS_STRING(lengths)
    for index in range(count):
        if left < 4:
            raise ValueError("no strings")
        length = load_u32(data)
        if length > left - 4:
            raise ValueError("no strings")
        memcpy(out + 4 * index, &length, 4)
        data += 4 + <int64_t> length
        left -= 4 + <int64_t> length
    return lengths


def compress(values, bytes lengths, bytes table):
    cdef Lent lent = Lent(values)
    cdef const uint8_t* at = <const uint8_t*> lent.view.buf
    cdef const uint8_t* sizes = <const uint8_t*> PyBytes_AS_STRING(lengths)
    cdef int64_t count = len(lengths) // 4, index, length
    cdef uint8_t* out = <uint8_t*> PyMem_Malloc(2 * lent.view.len + 8)
    cdef uint8_t* end = out
    cdef Table known
    cdef Finder finder
    if out == NULL:
        raise MemoryError()
    try:
        read_table(<const uint8_t*> PyBytes_AS_STRING(table), &known)
        fill_finder(&known, &finder)
        with nogil:
            for index in range(count):
                length = load_u32(sizes + 4 * index)
                end = put_codes(end, at + 4, length, &known, &finder)
                at += 4 + length
        return PyBytes_FromStringAndSize(<char*> out, end - out)
    finally:
        PyMem_Free(out)


cdef bint put_strings(
    uint8_t* out, const uint8_t* limit, const uint8_t* sizes, int64_t count, const uint8_t* codes, const uint8_t* end,
    const Table* table
) noexcept nogil:
    """Whether the codes give strings of these lengths, and no more. There is room up to `limit`."""
    cdef int64_t index
    cdef uint8_t* goal
    cdef int code
    for index in range(count):
        memcpy(out, sizes + 4 * index, 4)
        out += 4
        goal = out + <int64_t> load_u32(sizes + 4 * index)
        while out < goal:
            if codes == end:
                return False
            code = codes[0]
            codes += 1
            if code == ESCAPE:
                if codes == end:
                    return False
                out[0] = codes[0]
                codes += 1
                out += 1
            elif limit - out >= LONGEST:
                if table.lengths[code] == 0:
                    return False
                memcpy(out, &table.words[code], LONGEST)
                out += table.lengths[code]
            else:
                if table.lengths[code] == 0 or table.lengths[code] > limit - out:
                    return False
                memcpy(out, &table.words[code], table.lengths[code])
                out += table.lengths[code]
        if out != goal:
            return False
    return codes == end


cdef int64_t measure_strings(const uint8_t* sizes, int64_t count, int64_t codes) noexcept nogil:
    """The bytes of strings of these lengths in PLAIN encoding; -1 where so many codes cannot give them."""
    cdef int64_t index, total = 0
    cdef int32_t length
    for index in range(count):
        length = <int32_t> load_u32(sizes + 4 * index)
        if length < 0:
            return -1
        total += length
    return total + 4 * count if total <= LONGEST * codes else -1


def decompress(codes, lengths, bytes table):
    cdef Lent lent = Lent(codes)
    cdef Lent sizes = Lent(lengths)
    cdef const uint8_t* at = <const uint8_t*> lent.view.buf
    cdef const uint8_t* given = <const uint8_t*> sizes.view.buf
    cdef int64_t count = sizes.view.len // 4
    cdef int64_t size = measure_strings(given, count, lent.view.len)
    cdef uint8_t* out
    cdef bint is_whole
    cdef Table known
    if size < 0:
        return None
    values = PyBytes_FromStringAndSize(NULL, size)
    out = <uint8_t*> PyBytes_AS_STRING(values)
    read_table(<const uint8_t*> PyBytes_AS_STRING(table), &known)
    with nogil:
        is_whole = put_strings(out, out + size, given, count, at, at + lent.view.len, &known)
    return values if is_whole else None
