# cython: language_level=3, cdivision=True
"""Which scalars go into a column of fixed width; `inlay_variant.storage.leaves.payload_for` says when."""
from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy

from inlay_variant.native.plan cimport BITS, DECIMAL, Part
from inlay_variant.native.scalars cimport (
    Scalar, has_digits, int128, is_time_of_day, power_of_ten, wide,
)


cdef inline bint take_exact_number(Scalar* scalar, int128* number, int* scale) noexcept nogil:
    if 3 <= scalar.type <= 6:
        number[0] = wide(scalar.payload, <int> scalar.size)
        scale[0] = 0
        return True
    if 8 <= scalar.type <= 10:
        number[0] = wide(scalar.payload + 1, <int> scalar.size - 1)
        scale[0] = scalar.payload[0]
        return True
    return False


cdef inline bint divide(int128* number, int places) noexcept nogil:
    """Whether nothing is left over."""
    cdef int128 power
    if places == 0:
        return True
    power = power_of_ten(places)
    if number[0] % power:
        return False
    number[0] //= power
    return True


cdef inline bint fit_decimal(Part* part, Scalar* scalar, bint exact, uint8_t* out) noexcept nogil:
    cdef int128 number = 0
    cdef int scale = 0, more_places
    if not take_exact_number(scalar, &number, &scale):
        return False
    if exact and (scalar.type != part.type or scale != part.scale):
        return False
    if scale > part.scale:
        if not divide(&number, scale - part.scale):
            return False
    else:
        more_places = part.scale - scale
        # Before it is multiplied, for the product may not be a number of 128 bits.
        if number and (more_places >= part.precision or not has_digits(number, part.precision - more_places)):
            return False
        if number:
            number = number * power_of_ten(more_places)
    if not has_digits(number, part.precision):
        return False
    memcpy(out, &number, 16)
    return True


cdef inline bint fit(Part* part, Scalar* scalar, bint exact, uint8_t* out) noexcept nogil:
    """The bytes for a column of fixed width; `payload_for` says when."""
    cdef int128 number = 0
    cdef int scale = 0, bits
    cdef int64_t count
    cdef int own = part.type
    if part.kind == BITS:
        out[0] = scalar.type == 1
        return scalar.type == 1 or scalar.type == 2
    if part.kind == DECIMAL:
        return fit_decimal(part, scalar, exact, out)
    if scalar.type == own:
        if own == 17 and not is_time_of_day(scalar.payload):
            return False
        memcpy(out, scalar.payload, part.width)
        return True
    if exact:
        return False
    if 3 <= own <= 6:
        if not take_exact_number(scalar, &number, &scale) or not divide(&number, scale):
            return False
        bits = 8 << (own - 3)
        if number >= (<int128> 1) << (bits - 1) or number < -((<int128> 1) << (bits - 1)):
            return False
        memcpy(out, &number, part.width)
        return True
    if (own == 12 and scalar.type == 18) or (own == 13 and scalar.type == 19):
        memcpy(&count, scalar.payload, 8)
        if count % 1000:
            return False
        count //= 1000
        memcpy(out, &count, 8)
        return True
    if (own == 18 and scalar.type == 12) or (own == 19 and scalar.type == 13):
        memcpy(&count, scalar.payload, 8)
        if count > 9223372036854775LL or count < -9223372036854775LL:
            return False
        count *= 1000
        memcpy(out, &count, 8)
        return True
    return False
