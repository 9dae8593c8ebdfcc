# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The values of a column without lists, out of its pages into the buffers of one Arrow array; and blocks of two codecs.

Every span is checked before it is read. No error is worded here: a builder returns a `Fault`, and `inlay.pages.engine.leaf_values` says
it; a block that is refused goes to pyarrow's codec (`inlay.pages.engine.codecs`).
"""

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from inlay_runtime.native.packed cimport Lent

cdef enum:  # `Fault` of the Python side
    OK
    LEVELS
    VALUES
    INDEXES
    NO_DICTIONARY
    TOO_LARGE
    TOO_MANY
    NULLS

cdef enum:  # `ValueKind` of the Python side
    BITS
    BYTES
    LITTLE
    BIG

cdef enum:  # `Coding` of the Python side
    PLAIN
    DICTIONARY
    RUNS

cdef enum:
    SLACK = 64  # bytes that may be written behind the last value, so that short ones are copied without a loop
    LONGEST_HEADER = 5


cdef uint8_t NOTHING = 0


cdef inline const uint8_t* begin_of(Lent lent):
    return <const uint8_t*> lent.view.buf if lent.view.len else &NOTHING


include "blocks.pxi"
include "snappy.pxi"
include "lz4_blocks.pxi"
include "block_parts.pxi"
include "leaf_runs.pxi"
include "blooms.pxi"
include "distinct_hashes.pxi"
include "map_keys.pxi"


cdef void _set_bits(uint8_t* bits, int64_t start, int64_t count) noexcept nogil:
    cdef int64_t end = start + count
    while start < end and start & 7:
        bits[start >> 3] |= 1 << (start & 7)
        start += 1
    memset(bits + (start >> 3), 0xFF, (end - start) >> 3)
    start = end - ((end - start) & 7)
    while start < end:
        bits[start >> 3] |= 1 << (start & 7)
        start += 1


cdef inline void _convert(uint8_t* out, int width, const uint8_t* value, int source, bint big) noexcept nogil:
    """A number of `source` bytes as one of `width` in little endian, with its sign."""
    cdef int index
    cdef int kept = min(source, width)
    if big:
        for index in range(kept):
            out[index] = value[source - 1 - index]
    else:
        memcpy(out, value, kept)
    if width > source:
        memset(out + source, 0xFF if out[source - 1] & 0x80 else 0, width - source)


cdef class LeafBuilder:
    """One array. `rows` is how many it will have, `most` the level of a value that is there.

    `validity` and `values` are writable buffers of the caller with room for all rows, or for all offsets and one more. `data`
    is what bytes go into; it has `address` and `resize`.
    """

    cdef int kind, source, width, most
    cdef int64_t rows, done, nulls, size, room
    cdef object validity_owner, values_owner, data_owner, dictionary_owner
    cdef uint8_t* validity
    cdef uint8_t* values
    cdef uint8_t* data
    cdef uint32_t* numbers
    cdef int64_t numbers_room
    cdef int64_t dictionary_count
    cdef const uint8_t** entries
    cdef const uint8_t* dictionary_end
    cdef int32_t* lengths
    cdef uint8_t* converted
    cdef const uint8_t* fixed

    def __cinit__(self, int kind, int source, int width, int most, int64_t rows, validity, values, data):
        self.kind, self.source, self.width, self.most, self.rows = kind, source, width, most, rows
        self.validity_owner, self.values_owner, self.data_owner = validity, values, data
        self.dictionary_count = -1
        self.validity = <uint8_t*> <uintptr_t> validity.address
        self.values = <uint8_t*> <uintptr_t> values.address
        memset(self.validity, 0, (rows + 7) // 8)
        if kind == BYTES:
            self.room = data.size
            self.data = <uint8_t*> <uintptr_t> data.address
            memset(self.values, 0, 4)
        elif kind == BITS:
            memset(self.values, 0, (rows + 7) // 8)

    def __dealloc__(self):
        free(self.numbers)
        free(self.entries)
        free(self.lengths)
        free(self.converted)

    @property
    def row_count(self):
        """Rows so far."""
        return self.done

    @property
    def null_count(self):
        """Those of them that are null."""
        return self.nulls

    @property
    def byte_count(self):
        """Bytes of text so far."""
        return self.size

    def set_dictionary(self, values, int64_t count):
        """The values of the dictionary page."""
        cdef Lent lent = Lent(values)
        cdef const uint8_t* at = begin_of(lent)
        cdef int64_t left = lent.view.len, index
        cdef uint32_t length = 0
        if self.kind == BITS or self.dictionary_count >= 0:
            return VALUES
        if count < 0 or count * (4 if self.kind == BYTES else self.source) > left:
            return VALUES
        if self.kind == BYTES:
            self.entries = <const uint8_t**> malloc(max(count, 1) * sizeof(uint8_t*))
            self.lengths = <int32_t*> malloc(max(count, 1) * sizeof(int32_t))
            if self.entries == NULL or self.lengths == NULL:
                raise MemoryError
            for index in range(count):
                if left < 4:
                    return VALUES
                memcpy(&length, at, 4)
                if <int64_t> length > left - 4:
                    return VALUES
                self.entries[index] = at + 4
                self.lengths[index] = <int32_t> length
                at += 4 + length
                left -= 4 + <int64_t> length
        elif self.kind == LITTLE and self.source == self.width:
            self.fixed = at
        else:
            self.converted = <uint8_t*> malloc(max(count, 1) * self.width)
            if self.converted == NULL:
                raise MemoryError
            for index in range(count):
                _convert(
                    self.converted + index * self.width, self.width, at + index * self.source, self.source, self.kind == BIG
                )
            self.fixed = self.converted
        self.dictionary_owner = lent
        self.dictionary_end = begin_of(lent) + lent.view.len
        self.dictionary_count = count
        return OK

    def add_page(self, levels, values, int64_t count, int coding, int64_t nulls):
        """The rows of a data page; `nulls` is how many its header says are null, -1 where it does not say."""
        cdef Lent of_levels = Lent(levels), of_values = Lent(values)
        cdef int64_t present, first = self.done
        cdef Hybrid runs
        cdef int answer
        if count > self.rows - self.done:
            return TOO_MANY
        if count == 0:
            return OK
        self._reserve(2 * count)
        runs.at = begin_of(of_levels)
        runs.end = runs.at + of_levels.view.len
        with nogil:
            present = self._read_levels(&runs, count)
        if present < 0:
            return LEVELS
        if nulls >= 0 and nulls != count - present:
            return NULLS
        self.done += count
        self.nulls += count - present
        runs.at = begin_of(of_values)
        runs.end = runs.at + of_values.view.len
        if coding != PLAIN:
            with nogil:
                answer = self._read_numbers(&runs, count, present, coding)
            if answer != OK:
                return answer
        if self.kind == BYTES:
            return self._add_bytes(&runs, first, count, present, coding)
        with nogil:
            if self.kind == BITS:
                answer = self._add_bits(&runs, first, count, present, coding)
            else:
                answer = self._add_fixed(&runs, first, count, present, coding)
        return answer

    cdef int _reserve(self, int64_t count) except -1:
        """Room for the levels of a page, and behind them its indexes."""
        cdef void* grown
        if count > self.numbers_room:
            grown = realloc(self.numbers, count * sizeof(uint32_t))
            if grown == NULL:
                raise MemoryError
            self.numbers = <uint32_t*> grown
            self.numbers_room = count
        return 0

    cdef int64_t _read_levels(self, Hybrid* runs, int64_t count) noexcept nogil:
        """Which rows are there; how many, or -1."""
        cdef int64_t row, present = 0, highest
        cdef uint32_t most = self.most
        cdef uint8_t bits = 0
        if most == 0:
            _set_bits(self.validity, self.done, count)
            return count
        runs.width = 0
        while most >> runs.width:
            runs.width += 1
        if _run_over(runs[0], count) == most:
            _set_bits(self.validity, self.done, count)
            return count
        highest = _decode(runs, self.numbers, count)
        if highest < 0 or highest > most:
            return -1
        for row in range(count):
            bits |= (self.numbers[row] == most) << ((self.done + row) & 7)
            present += self.numbers[row] == most
            if (self.done + row) & 7 == 7:
                self.validity[(self.done + row) >> 3] |= bits
                bits = 0
        if bits:
            self.validity[(self.done + count) >> 3] |= bits
        return present

    cdef int _read_numbers(self, Hybrid* runs, int64_t count, int64_t present, int coding) noexcept nogil:
        """The indexes into the dictionary, or the truths of a page of runs, behind the levels."""
        cdef int64_t highest
        cdef uint32_t length = 0
        if present == 0:
            return OK
        if coding == RUNS:
            if self.kind != BITS or runs.end - runs.at < 4:
                return VALUES
            memcpy(&length, runs.at, 4)
            runs.at += 4
            if <int64_t> length > runs.end - runs.at:
                return VALUES
            runs.end = runs.at + length
            runs.width = 1
        else:
            if self.dictionary_count < 0:
                return NO_DICTIONARY
            if runs.at == runs.end or runs.at[0] > 32:
                return INDEXES
            runs.width = runs.at[0]
            runs.at += 1
        highest = _decode(runs, self.numbers + count, present)
        if highest < 0:
            return VALUES if coding == RUNS else INDEXES
        if highest >= (2 if coding == RUNS else self.dictionary_count):
            return INDEXES
        return OK

    cdef int _add_fixed(self, Hybrid* runs, int64_t first, int64_t count, int64_t present, int coding) noexcept nogil:
        cdef uint8_t* out = self.values + first * self.width
        cdef const uint8_t* at = self.fixed if coding == DICTIONARY else runs.at
        cdef uint32_t* indexes = self.numbers + count
        cdef int64_t row, value, place = 0
        cdef bint same = coding == DICTIONARY or (self.kind == LITTLE and self.source == self.width)
        cdef int step = self.width if coding == DICTIONARY else self.source
        if coding == PLAIN and present * self.source > runs.end - runs.at:
            return VALUES
        if present == 0:
            memset(out, 0, count * self.width)
            return OK
        if coding == PLAIN and same and present == count:
            memcpy(out, at, count * self.width)
            return OK
        if coding == DICTIONARY and present == count and self.width == 8:
            for row in range(count):
                memcpy(out + 8 * row, at + 8 * <int64_t> indexes[row], 8)
            return OK
        if coding == DICTIONARY and present == count and self.width == 4:
            for row in range(count):
                memcpy(out + 4 * row, at + 4 * <int64_t> indexes[row], 4)
            return OK
        for row in range(count):
            # What is null gets the value that comes next, since to copy is cheaper than to decide; the last one again at the end.
            value = indexes[place] if coding == DICTIONARY else place
            value *= step
            if not same:
                _convert(out, self.width, at + value, self.source, self.kind == BIG)
            elif self.width == 8:
                memcpy(out, at + value, 8)
            elif self.width == 4:
                memcpy(out, at + value, 4)
            else:
                memcpy(out, at + value, self.width)
            out += self.width
            place += (present == count or self.numbers[row] == <uint32_t> self.most) and place < present - 1
        return OK

    cdef int _add_bits(self, Hybrid* runs, int64_t first, int64_t count, int64_t present, int coding) noexcept nogil:
        cdef uint32_t* numbers = self.numbers + count
        cdef int64_t row, place = 0
        cdef int bit
        if coding == DICTIONARY or (coding == PLAIN and (present + 7) // 8 > runs.end - runs.at):
            return VALUES
        for row in range(count):
            if present < count and self.numbers[row] != <uint32_t> self.most:
                continue
            bit = numbers[place] if coding == RUNS else runs.at[place >> 3] >> (place & 7) & 1
            self.values[(first + row) >> 3] |= bit << ((first + row) & 7)
            place += 1
        return OK

    cdef int _add_bytes(self, Hybrid* runs, int64_t first, int64_t count, int64_t present, int coding) except -1:
        cdef int64_t more = 0, place
        cdef int answer
        if coding == RUNS:
            return VALUES
        if coding == PLAIN:
            more = runs.end - runs.at
        else:
            with nogil:
                for place in range(present):
                    more += self.lengths[self.numbers[count + place]]
        if self.size + more + SLACK > self.room:
            if self.size + more > 0x7FFFFFFF:
                return TOO_LARGE
            self.room = max(self.size + more + SLACK, min(2 * self.room, 0x7FFFFFFF))
            self.data_owner.resize(self.room)
            self.data = <uint8_t*> <uintptr_t> self.data_owner.address
        with nogil:
            answer = self._copy_bytes(runs, first, count, present, coding)
        return answer

    cdef int _copy_bytes(self, Hybrid* runs, int64_t first, int64_t count, int64_t present, int coding) noexcept nogil:
        cdef int32_t* offsets = <int32_t*> self.values + first + 1
        cdef uint32_t* indexes = self.numbers + count
        cdef const uint8_t* at = runs.at
        cdef const uint8_t* value
        cdef const uint8_t* end = runs.end if coding == PLAIN else self.dictionary_end
        cdef uint8_t* out = self.data + self.size
        cdef int64_t row, place = 0
        cdef uint32_t length = 0
        for row in range(count):
            if present == count or self.numbers[row] == <uint32_t> self.most:
                if coding == PLAIN:
                    if runs.end - at < 4:
                        return VALUES
                    memcpy(&length, at, 4)
                    value = at + 4
                    if <int64_t> length > runs.end - value:
                        return VALUES
                    at = value + length
                else:
                    value = self.entries[indexes[place]]
                    length = self.lengths[indexes[place]]
                    place += 1
                if length <= SLACK and end - value >= SLACK:
                    _copy_ahead(out, value, length)
                else:
                    memcpy(out, value, length)
                out += length
            offsets[row] = <int32_t> (out - self.data)
        self.size = out - self.data
        return OK


def join_padded(parts, int64_t size):
    """The parts, and zeros up to a size. These come from the system, and are not touched."""
    cdef Lent lent
    cdef int64_t at = 0
    cdef bytes joined = bytes(size)
    for part in parts:
        lent = Lent(part)
        if lent.view.len > size - at:
            raise ValueError("parts of more bytes than the size")
        memcpy(PyBytes_AS_STRING(joined) + at, lent.view.buf, lent.view.len)
        at += lent.view.len
    return joined
