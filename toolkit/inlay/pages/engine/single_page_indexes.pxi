# Part of native_plain_chunk.pyx: page indexes of chunks of numbers with one data page, in the compact protocol.

cdef enum:
    UNORDERED = 0  # BoundaryOrder of the format
    ASCENDING = 1
    NOT_SAID = -1


cdef object _take(Output* out):
    """The bytes, and then there are none."""
    cdef size_t size = out.size
    out.size = 0
    return PyBytes_FromStringAndSize(<const char*> out.data, size)


cdef void _add_number(Output* out, int last_id, int field_id, int wire, int64_t value) noexcept nogil:
    cdef uint8_t* to = store_field_header(end_of(out), last_id, field_id, wire)
    take_up_to(out, store_varint(to, to_zigzag(value)))


cdef void _add_list(Output* out, int last_id, int field_id, int64_t count, int wire) noexcept nogil:
    cdef uint8_t* to = store_field_header(end_of(out), last_id, field_id, WIRE_LIST)
    take_up_to(out, store_list_header(to, count, wire))


cdef void _add_element(Output* out, int64_t value) noexcept nogil:
    take_up_to(out, store_varint(end_of(out), to_zigzag(value)))


cdef inline void _add_byte(Output* out, uint8_t value) noexcept nogil:
    end_of(out)[0] = value
    out.size += 1


def encode_offset_indexes(pages):
    """Of chunks with one data page, by its offset and its size."""
    cdef Output out = make_output()
    cdef int64_t offset, size
    cdef list encoded = []
    try:
        for offset, size in pages:
            if not make_room(&out, 8 * LONGEST_VARINT):
                raise MemoryError
            _add_list(&out, 0, 1, 1, WIRE_STRUCT)
            _add_number(&out, 0, 1, WIRE_I64, offset)
            _add_number(&out, 1, 2, WIRE_I32, size)
            _add_number(&out, 2, 3, WIRE_I64, 0)
            _add_byte(&out, STOP)
            _add_byte(&out, STOP)
            encoded.append(_take(&out))
    finally:
        free(out.data)
    return encoded


cdef int _add_bound(Output* out, int field_id, bytes bound, int real_width, uint8_t sign) except -1:
    """Of floating-point numbers of this width, a zero has the `sign`; of others, 0, a bound stays as it is."""
    cdef size_t size = PyBytes_GET_SIZE(bound)
    cdef const uint8_t* raw = <const uint8_t*> PyBytes_AS_STRING(bound)
    cdef uint8_t* to
    cdef int at
    cdef bint is_zero = real_width > 0 and size == <size_t> real_width
    if not make_room(out, 3 * LONGEST_VARINT + size):
        raise MemoryError
    _add_list(out, field_id - 1, field_id, 1, WIRE_BINARY)
    to = store_varint(end_of(out), size)
    memcpy(to, raw, size)
    for at in range(real_width if is_zero else 0):
        if raw[at] & (0x7F if at == real_width - 1 else 0xFF):
            is_zero = False
    if is_zero:
        to[real_width - 1] = sign
    take_up_to(out, to + size)
    return 0


def encode_column_indexes(pages):
    """Of chunks with one data page, by its least and its largest value, None where no value compares; how many are null; how many are NaN,
    -1 where that is not said; how often each definition level is there, None where that is not said; and the width of floating-point
    numbers whose order takes both zeros for one, 0 of others."""
    cdef Output out = make_output()
    cdef int64_t nulls, nans, count
    cdef int real_width, last_id
    cdef bint is_there
    cdef list encoded = []
    try:
        for low, high, nulls, nans, definitions, real_width in pages:
            is_there = low is not None and high is not None
            if not make_room(&out, 2 * LONGEST_VARINT):
                raise MemoryError
            _add_list(&out, 0, 1, 1, TRUE)
            _add_byte(&out, FALSE if is_there else TRUE)
            _add_bound(&out, 2, low if is_there else b"", real_width, 0x80)
            _add_bound(&out, 3, high if is_there else b"", real_width, 0)
            count = len(definitions) if definitions is not None else 0
            if not make_room(&out, (8 + count) * LONGEST_VARINT):
                raise MemoryError
            _add_number(&out, 3, 4, WIRE_I32, ASCENDING if is_there else UNORDERED)
            _add_list(&out, 4, 5, 1, WIRE_I64)
            _add_element(&out, nulls)
            last_id = 5
            if definitions is not None:
                _add_list(&out, 5, 7, count, WIRE_I64)
                for level in definitions:
                    _add_element(&out, level)
                last_id = 7
            if nans != NOT_SAID:
                _add_list(&out, last_id, 8, 1, WIRE_I64)
                _add_element(&out, nans)
            _add_byte(&out, STOP)
            encoded.append(_take(&out))
    finally:
        free(out.data)
    return encoded
