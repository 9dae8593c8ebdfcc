# Part of native_columns.pyx: bounds as text, in one pass over the chunks, whatever the types of their columns.

cdef enum:  # `Format` of the Python side
    GIVEN  # the text has been made, the chunks of the kind one after the other
    INT32
    UINT32
    INT64
    UINT64
    TEXT

cdef enum:
    MOST_DIGITS = 20  # with a sign


cdef struct Texts:
    const int32_t* offsets
    const uint8_t* validity
    const uint8_t* data
    int64_t next


cdef class KindTexts:
    """What is given of each kind. `buffers` are held as long as this lives."""

    cdef Texts* kinds
    cdef list buffers

    def __cinit__(self, list given not None):
        cdef Py_ssize_t at
        self.buffers = []
        self.kinds = <Texts*> calloc(max(len(given), 1), sizeof(Texts))
        if self.kinds == NULL:
            raise MemoryError
        for at in range(len(given)):
            if given[at] is not None:
                validity, offsets, data = given[at]
                self.kinds[at].validity = self.lend(validity)
                self.kinds[at].offsets = <const int32_t*> self.lend(offsets)
                self.kinds[at].data = self.lend(data)

    def __dealloc__(self):
        free(self.kinds)

    cdef const uint8_t* lend(self, buffer) except? NULL:
        cdef Lent lent
        if buffer is None:
            return NULL
        lent = Lent(buffer)
        self.buffers.append(lent)
        return <const uint8_t*> lent.view.buf


cdef inline int64_t write_number(uint8_t* out, uint64_t number, bint is_negative) noexcept nogil:
    """In decimal; how many bytes."""
    cdef uint8_t digits[MOST_DIGITS]
    cdef int first = MOST_DIGITS
    if is_negative:
        number = 0 - number
    while True:
        first -= 1
        digits[first] = <uint8_t> (c'0' + number % 10)
        number //= 10
        if number == 0:
            break
    if is_negative:
        first -= 1
        digits[first] = c'-'
    memcpy(out, digits + first, MOST_DIGITS - first)
    return MOST_DIGITS - first


cdef inline int64_t write_integer(uint8_t* out, const uint8_t* value, int64_t size, int format) noexcept nogil:
    """WRONG for bytes that are too few or too many."""
    cdef int32_t small = 0
    cdef int64_t large = 0
    if format == INT32 or format == UINT32:
        if size != 4:
            return WRONG
        memcpy(&small, value, 4)
        return write_number(out, <uint32_t> small if format == UINT32 else <uint64_t> small, format == INT32 and small < 0)
    if size != 8:
        return WRONG
    memcpy(&large, value, 8)
    return write_number(out, <uint64_t> large, format == INT64 and large < 0)


def format_bounds(kinds_given, bytes formats not None, bound_buffers, list texts, validity_room, ends_room, room):
    """The rows that have a text, and the bytes of all; or, below 0, the number of a kind whose text is not UTF-8: -1 is kind 0.

    `kinds_given` has a kind, int32, for each row. `bound_buffers` are those of an Arrow array of bytes, and `texts` those of the
    text of a kind that is given. The rooms are for the bits of validity, which are 0, the offsets, and the text.
    """
    cdef Lent kinds_lent = Lent(kinds_given)
    cdef const int32_t* kinds = <const int32_t*> kinds_lent.view.buf
    cdef int64_t rows = kinds_lent.view.len // 4, row, size, there = 0
    cdef const uint8_t* formats_ = formats
    cdef int kind_count = <int> len(formats), kind, refused = -1
    cdef KindTexts bounds = KindTexts([bound_buffers]), given = KindTexts(texts)
    cdef Texts* bound = bounds.kinds
    cdef Texts* text
    cdef uint8_t* bits = <uint8_t*> <uintptr_t> validity_room.address
    cdef int32_t* ends = <int32_t*> <uintptr_t> ends_room.address
    cdef uint8_t* out = <uint8_t*> <uintptr_t> room.address
    cdef int64_t end = 0
    with nogil:
        ends[0] = 0
        for row in range(rows):
            kind = kinds[row]
            size = WRONG
            if formats_[kind] == GIVEN:
                text = given.kinds + kind
                if text.validity == NULL or text.validity[text.next >> 3] >> (text.next & 7) & 1:
                    size = text.offsets[text.next + 1] - text.offsets[text.next]
                    memcpy(out + end, text.data + text.offsets[text.next], size)
                text.next += 1
            elif bound.validity == NULL or bound.validity[row >> 3] >> (row & 7) & 1:
                size = bound.offsets[row + 1] - bound.offsets[row]
                if formats_[kind] != TEXT:
                    size = write_integer(out + end, bound.data + bound.offsets[row], size, formats_[kind])
                elif is_utf8(bound.data + bound.offsets[row], bound.data + bound.offsets[row + 1]):
                    memcpy(out + end, bound.data + bound.offsets[row], size)
                else:
                    refused = kind
                    break
            if size != WRONG:
                bits[row >> 3] |= 1 << (row & 7)
                there += 1
                end += size
            ends[row + 1] = <int32_t> end
    if refused >= 0:
        return -1 - refused, 0
    return there, end
