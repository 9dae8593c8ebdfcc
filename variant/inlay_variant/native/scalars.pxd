# cython: language_level=3
"""Primitives and short strings; inline, to be cimported."""

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy

from inlay_runtime.native.utf8 cimport is_utf8
from inlay_variant.native.buffers cimport OK, REJECT
from inlay_variant.native.containers cimport SHORT
from inlay_variant.native.numbers cimport unsigned_at

ctypedef struct Scalar:
    int type
    const uint8_t* payload
    int64_t size


cdef extern from *:
    """
    typedef __int128 inlay_int128;
    static const signed char inlay_sizes[64] = {
        0, 0, 0, 1, 2, 4, 8, 8, 5, 9, 17, 4, 8, 8, 4, -1, -1, 8, 8, 8, 16,
        -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2,
        -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2};
    static inlay_int128 inlay_power(int exponent) {
        inlay_int128 power = 1;
        while (exponent-- > 0) power *= 10;
        return power;
    }
    static inlay_int128 inlay_wide(const unsigned char *data, int size) {
        unsigned __int128 number = 0;
        for (int i = size - 1; i >= 0; i--) number = number << 8 | data[i];
        int shift = 128 - 8 * size;
        return (inlay_int128)(number << shift) >> shift;
    }
    static int inlay_within(inlay_int128 number, int digits) {
        inlay_int128 limit = inlay_power(digits);
        return number < limit && number > -limit;
    }
    """
    ctypedef long long int128 "inlay_int128"
    const signed char sizes "inlay_sizes"[64]
    int128 power_of_ten "inlay_power"(int exponent) noexcept nogil
    int128 wide "inlay_wide"(const uint8_t* data, int size) noexcept nogil
    bint has_digits "inlay_within"(int128 number, int digits) noexcept nogil


cdef inline bint is_time_of_day(const uint8_t* data) noexcept nogil:
    """Arrow's times are, and Variants may be any number."""
    cdef int64_t count
    memcpy(&count, data, 8)
    return 0 <= count < 86400000000LL


cdef inline int digits_of(int type_) noexcept nogil:
    """What a decimal type may have."""
    return 9 if type_ == 8 else 18 if type_ == 9 else 38


cdef inline int read_scalar(Scalar* out, const uint8_t* data, int64_t size) noexcept nogil:
    """The primitive or short string that fills data[:size], which is not empty."""
    cdef int type_ = data[0] >> 2
    cdef int expected
    if data[0] & 3 == SHORT:
        out.type = 16
        out.payload = data + 1
        out.size = size - 1
        return OK if out.size == type_ and is_utf8(out.payload, out.payload + out.size) else REJECT
    out.type = type_
    out.payload = data + 1
    out.size = size - 1
    expected = sizes[type_]
    if expected >= 0:
        if out.size != expected:
            return REJECT
        if 8 <= type_ <= 10:
            if data[1] > 38 or not has_digits(wide(data + 2, expected - 1), digits_of(type_)):
                return REJECT
        return OK
    if expected == -2:
        return OK  # a type of tomorrow
    if size < 5 or unsigned_at(data + 1, 4) != size - 5:
        return REJECT
    out.payload = data + 5
    out.size = size - 5
    return OK if type_ == 15 or is_utf8(out.payload, out.payload + out.size) else REJECT
