# cython: language_level=3
"""Unshredded storage that is written row by row; inline, to be cimported. `memory.as_storage` makes it Arrow's."""

from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memset

from inlay_variant.native.buffers cimport OK, Bits, Bytes, put, put_bit, put_i32

# A row is written to `metadata` and `value`, behind their first `metadata_end` and `value_end` bytes, and then ended.
ctypedef struct Unshredded:
    Bytes metadata
    Bytes metadata_offsets
    int64_t metadata_end
    Bytes value
    Bytes value_offsets
    int64_t value_end
    Bits valid


cdef inline int open_unshredded(Unshredded* output) noexcept nogil:
    """No rows yet. Whatever it answers, `close_unshredded` frees."""
    cdef int answer
    memset(output, 0, sizeof(Unshredded))
    answer = put_i32(&output.metadata_offsets, 0)
    return put_i32(&output.value_offsets, 0) if answer == OK else answer


cdef inline bint fits_limit(Unshredded* output, int64_t limit) noexcept nogil:
    """Whether neither part of the row that is being written has more than `limit` bytes."""
    return (
        output.value.size - output.value_end <= limit
        and output.metadata.size - output.metadata_end <= limit
    )


cdef inline void forget_row(Unshredded* output) noexcept nogil:
    """What was written of a row that has not ended."""
    output.metadata.size = output.metadata_end
    output.value.size = output.value_end


cdef inline int end_row(Unshredded* output, bint is_there) noexcept nogil:
    """A null has an empty dictionary, and no value."""
    cdef int answer = OK
    if not is_there:
        answer = put(&output.metadata, <const uint8_t*> b"\x11\x00\x00", 3)
    if answer == OK:
        answer = put_bit(&output.valid, is_there)
    if answer == OK:
        answer = put_i32(&output.metadata_offsets, output.metadata.size)
    if answer == OK:
        answer = put_i32(&output.value_offsets, output.value.size)
    output.metadata_end = output.metadata.size
    output.value_end = output.value.size
    return answer


cdef inline void close_unshredded(Unshredded* output) noexcept nogil:
    free(output.metadata.data)
    free(output.metadata_offsets.data)
    free(output.value.data)
    free(output.value_offsets.data)
    free(output.valid.bytes.data)
