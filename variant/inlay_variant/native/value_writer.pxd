# cython: language_level=3
"""A value that is walked twice, for its names and for its bytes, by the same functions; inline, to be cimported."""

from libc.stdint cimport int64_t, uint32_t, uint8_t

from inlay_variant.native.buffers cimport OK, Bytes, put, put_byte
from inlay_variant.native.scalars cimport Scalar, read_scalar
from inlay_variant.native.tables cimport Entries, push, put_text, wrap_values

# `entries` are the fields and elements of the containers that are being written.
ctypedef struct ValueWriter:
    Bytes* out
    Entries entries
    bint writes  # or only checks


cdef inline int add_entry(ValueWriter* writer, uint32_t id_, int64_t start) noexcept nogil:
    """The field or element whose value was written from `start` on."""
    return push(&writer.entries, id_, start, writer.out.size - start) if writer.writes else OK


cdef inline int add_element(ValueWriter* writer, int64_t start) noexcept nogil:
    return add_entry(writer, 0, start)


cdef inline int wrap_entries(ValueWriter* writer, int64_t base, int64_t first, bint is_object) noexcept nogil:
    """A container of the entries from `first` on, which were written from `base` on."""
    cdef int answer = OK
    if writer.writes:
        answer = wrap_values(
            writer.out, base, writer.entries.data + first, writer.entries.size - first, is_object
        )
    writer.entries.size = first
    return answer


cdef inline int put_scalar(ValueWriter* writer, const uint8_t* data, int64_t size) noexcept nogil:
    """A primitive value; text becomes a short string where it is short."""
    cdef Scalar scalar
    cdef int answer = read_scalar(&scalar, data, size)
    if answer < 0 or not writer.writes:
        return answer
    if scalar.type == 16:
        return put_text(writer.out, scalar.payload, scalar.size)
    return put(writer.out, data, size)


cdef inline int put_null_elements(ValueWriter* writer, int64_t count) noexcept nogil:
    cdef int64_t index
    cdef int answer = OK
    for index in range(count):
        if writer.writes:
            answer = put_byte(writer.out, 0)
            if answer == OK:
                answer = add_element(writer, writer.out.size - 1)
        if answer != OK:
            break
    return answer
