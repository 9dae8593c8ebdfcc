# Part of native_modular.pyx: the chunks of a footer in Thrift. `as_thrift` is the specification.

from libc.stdlib cimport realloc

from inlay_runtime.native.compact_output cimport (
    LONGEST_HEADER, LONGEST_VARINT, Output, end_of, make_output, make_room, store_field_header, store_list_header, store_varint,
    take_up_to, to_zigzag,
)  # fmt: skip

cdef enum:
    W_TRUE = 1
    W_FALSE = 2
    PLACES = 6
    BOUNDS = 6
    LONGEST_CHUNK = 256  # bytes without its path and its bounds

cdef int64_t LARGEST = 1 << 40  # of the sizes of a chunk

cdef enum:  # columns of an answer, behind those that say which chunk it is
    DATA_PAGE
    DICTIONARY
    COMPRESSED
    UNCOMPRESSED
    VALUES
    CODEC

cdef enum:
    MINIMUM
    MAXIMUM
    MIN_IS_EXACT
    MAX_IS_EXACT
    NULL_COUNT
    NAN_COUNT


cdef struct Cells:
    # an Arrow array
    const uint8_t* validity  # NULL where all are there
    const uint8_t* values  # numbers, bits or ends
    const uint8_t* content  # of binaries


cdef class Answers:
    """The columns of a record batch, whose buffers live as long as this."""

    cdef Cells[PLACES] columns
    cdef list kept

    cdef int lend(self, int at, list buffers) except -1:
        """A column: its buffers, None for one that there is not."""
        cdef Lent lent
        cdef list addresses = []
        for buffer in buffers:
            if buffer is None:
                addresses.append(0)
                continue
            lent = Lent(buffer)
            self.kept.append(lent)
            addresses.append(<uintptr_t>lent.view.buf)
        self.columns[at].validity = <const uint8_t*><uintptr_t>addresses[0]
        self.columns[at].values = <const uint8_t*><uintptr_t>addresses[1]
        self.columns[at].content = <const uint8_t*><uintptr_t>addresses[2] if len(addresses) > 2 else NULL
        return 0


cdef Answers lend_all(list columns):
    cdef Answers answers = Answers()
    answers.kept = []
    for at, buffers in enumerate(columns):
        answers.lend(at, buffers)
    return answers


cdef inline bint is_there(const Cells* answer, int64_t row) noexcept nogil:
    return answer.validity == NULL or answer.validity[row >> 3] >> (row & 7) & 1


cdef inline bint bit_at(const Cells* answer, int64_t row) noexcept nogil:
    return answer.values[row >> 3] >> (row & 7) & 1


cdef inline int64_t number_at(const Cells* answer, int64_t row) noexcept nogil:
    return (<const int64_t*>answer.values)[row]


cdef inline int64_t size_at(const Cells* answer, int64_t row) noexcept nogil:
    return (<const int32_t*>answer.values)[row + 1] - (<const int32_t*>answer.values)[row]


cdef class ChunkEncoder:
    """The chunks of a footer as the elements of lists, some columns of a row group at a time. `leaves` are the types of columns, whether they repeat their
    bounds in the deprecated fields, and their paths, encoded; `placement` and `bounds` the buffers of the answers about all of `groups`."""

    cdef list leaves
    cdef int groups
    cdef Answers places, said

    def __cinit__(self, list leaves not None, int groups, list placement not None, list bounds not None):
        self.leaves, self.groups = leaves, groups
        self.places, self.said = lend_all(placement), lend_all(bounds)

    def has_sizes(self):
        """Whether those of all chunks are sizes."""
        cdef const Cells* places = self.places.columns
        cdef int64_t row
        for row in range(len(self.leaves) * <int64_t>self.groups):
            if not (0 <= number_at(&places[UNCOMPRESSED], row) <= LARGEST and 0 <= number_at(&places[COMPRESSED], row) <= LARGEST):
                return False
        return True

    def sum_sizes(self, int group):
        """Of a row group, uncompressed and compressed."""
        cdef const Cells* places = self.places.columns
        cdef int64_t compressed = 0, uncompressed = 0, row = group
        for _ in range(len(self.leaves)):
            uncompressed += number_at(&places[UNCOMPRESSED], row)
            compressed += number_at(&places[COMPRESSED], row)
            row += self.groups
        return uncompressed, compressed

    def encode(self, int group, Py_ssize_t first, Py_ssize_t count):
        """So many chunks of a row group, or as many as there are from `first` on."""
        cdef Output out = make_output()
        cdef int64_t row = first * self.groups + group
        cdef bytes path
        try:
            for type_, is_signed, path in self.leaves[first : first + count]:
                if not store_chunk(&out, self.places.columns, self.said.columns, row, type_, is_signed, path, len(path)):
                    raise MemoryError
                row += self.groups
            return out.data[: out.size] if out.size else b""
        finally:
            free(out.data)


cdef inline uint8_t* store_integer(uint8_t* to, int last_id, int field_id, int wire, int64_t value) noexcept nogil:
    return store_varint(store_field_header(to, last_id, field_id, wire), to_zigzag(value))


cdef uint8_t* store_encodings(uint8_t* to, bint has_dictionary) noexcept nogil:
    """PLAIN and RLE, and RLE_DICTIONARY with a dictionary."""
    to = store_list_header(store_field_header(to, 1, 2, WIRE_LIST), 3 if has_dictionary else 2, WIRE_I32)
    to[0], to[1] = 0, 6
    if has_dictionary:
        to[2] = 16
    return to + (3 if has_dictionary else 2)


cdef uint8_t* store_page(uint8_t* to, int page_type, int encoding) noexcept nogil:
    """That there is one such page."""
    to = store_integer(to, 0, 1, WIRE_I32, page_type)
    to = store_integer(to, 1, 2, WIRE_I32, encoding)
    to = store_integer(to, 2, 3, WIRE_I32, 1)
    to[0] = 0
    return to + 1


cdef bint store_chunk(
    Output* out, const Cells* places, const Cells* bounds, int64_t row, int type_, bint is_signed, const uint8_t* path, size_t path_size
) noexcept nogil:
    """A ColumnChunk; False without memory."""
    cdef int64_t longest = LONGEST_CHUNK + path_size
    cdef bint has_dictionary = is_there(&places[DICTIONARY], row)
    cdef bint has_bounds = False
    cdef int last, at
    cdef uint8_t* to
    for at in range(BOUNDS):
        if is_there(&bounds[at], row):
            has_bounds = True
            if at == MINIMUM or at == MAXIMUM:
                longest += 2 * size_at(&bounds[at], row)
    if not make_room(out, longest):
        return False
    to = store_integer(end_of(out), 0, 2, WIRE_I64, 0)  # file_offset
    to = store_field_header(to, 2, 3, WIRE_STRUCT)
    to = store_integer(to, 0, 1, WIRE_I32, type_)
    to = store_encodings(to, has_dictionary)
    to = store_field_header(to, 2, 3, WIRE_LIST)
    memcpy(to, path, path_size)
    to = store_integer(to + path_size, 3, 4, WIRE_I32, (<const int32_t*>places[CODEC].values)[row])
    to = store_integer(to, 4, 5, WIRE_I64, number_at(&places[VALUES], row))
    to = store_integer(to, 5, 6, WIRE_I64, number_at(&places[UNCOMPRESSED], row))
    to = store_integer(to, 6, 7, WIRE_I64, number_at(&places[COMPRESSED], row))
    to = store_integer(to, 7, 9, WIRE_I64, number_at(&places[DATA_PAGE], row))
    last = 9
    if has_dictionary:
        to = store_integer(to, last, 11, WIRE_I64, number_at(&places[DICTIONARY], row))
        last = 11
    if has_bounds:
        to = store_statistics(store_field_header(to, last, 12, WIRE_STRUCT), bounds, row, is_signed)
        last = 12
    to = store_field_header(to, last, 13, WIRE_LIST)
    to = store_list_header(to, 2 if has_dictionary else 1, WIRE_STRUCT)
    if has_dictionary:
        to = store_page(store_page(to, 2, 0), 0, 8)
    else:
        to = store_page(to, 0, 0)
    to[0] = to[1] = 0
    take_up_to(out, to + 2)
    return True


cdef uint8_t* store_statistics(uint8_t* to, const Cells* bounds, int64_t row, bint is_signed) noexcept nogil:
    cdef int last = 0
    if is_signed:
        to = store_bound(to, &bounds[MAXIMUM], row, &last, 1)
        to = store_bound(to, &bounds[MINIMUM], row, &last, 2)
    if is_there(&bounds[NULL_COUNT], row):
        to = store_integer(to, last, 3, WIRE_I64, number_at(&bounds[NULL_COUNT], row))
        last = 3
    to = store_bound(to, &bounds[MAXIMUM], row, &last, 5)
    to = store_bound(to, &bounds[MINIMUM], row, &last, 6)
    to = store_exactness(to, &bounds[MAX_IS_EXACT], row, &last, 7)
    to = store_exactness(to, &bounds[MIN_IS_EXACT], row, &last, 8)
    if is_there(&bounds[NAN_COUNT], row):
        to = store_integer(to, last, 9, WIRE_I64, number_at(&bounds[NAN_COUNT], row))
    to[0] = 0
    return to + 1


cdef uint8_t* store_bound(uint8_t* to, const Cells* bound, int64_t row, int* last, int field_id) noexcept nogil:
    cdef int64_t size
    if not is_there(bound, row):
        return to
    size = size_at(bound, row)
    to = store_varint(store_field_header(to, last[0], field_id, WIRE_BINARY), size)
    last[0] = field_id
    if size:
        memcpy(to, bound.content + (<const int32_t*>bound.values)[row], size)
    return to + size


cdef uint8_t* store_exactness(uint8_t* to, const Cells* is_exact, int64_t row, int* last, int field_id) noexcept nogil:
    if not is_there(is_exact, row):
        return to
    to = store_field_header(to, last[0], field_id, W_TRUE if bit_at(is_exact, row) else W_FALSE)
    last[0] = field_id
    return to
