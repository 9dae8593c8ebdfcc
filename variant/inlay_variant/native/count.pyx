# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_variant.arrow.pure.count_values`, natively: the counts of a column, or the first row that is not taken."""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint32_t, uint8_t

from inlay_variant.native.buffers cimport OK, REJECT, is_valid
from inlay_variant.native.containers cimport OBJECT, Opened, close, name_of, open_container, span_of
from inlay_variant.native.memory cimport fail
from inlay_variant.native.names cimport Names
from inlay_variant.native.places cimport (
    NONE, ROOT, Place, Places, close_places, element_of, field_of, note_kind, open_places,
)
from inlay_variant.native.plan cimport Rows, check_value
from inlay_variant.native.scalars cimport Scalar, int128, read_scalar, wide

from collections import Counter
from os import urandom

from inlay_variant.value.counting import MOST_DEPTH, Seen, kind_of

cdef enum:
    # Kinds are types; those that are counted as one have the first type of theirs. These are not types.
    OBJECTS = 64
    ARRAYS = 65

cdef extern from *:
    """
    static int inlay_digit_count(inlay_int128 number) {
        unsigned __int128 rest = number < 0 ? -(unsigned __int128)number : (unsigned __int128)number, power = 10;
        int digits = 1;
        while (digits < 38 && rest >= power) { power *= 10; digits++; }
        return digits;
    }
    """
    int digit_count "inlay_digit_count"(int128 number) noexcept nogil


cdef class Counting:
    """The places of one column; owns them."""

    cdef Places places

    def __cinit__(self):
        cdef bytes secret = urandom(16)
        if open_places(&self.places, <const uint8_t*> PyBytes_AS_STRING(secret)) < 0:
            raise MemoryError

    def __dealloc__(self):
        close_places(&self.places)

    cdef object seen(self):
        """As `Seen`; a place comes after the one that it is in, so each is finished where it is met."""
        cdef list all_seen = []
        cdef int64_t number
        cdef Place* place
        for number in range(self.places.size):
            place = &self.places.data[number]
            seen = Seen(place.rows, place.nulls, self.kinds(place), place.bits, place.whole, place.scale)
            all_seen.append(seen)
            if number == ROOT:
                continue
            if place.name == NULL:
                all_seen[place.parent].elements = seen
            else:
                name = PyBytes_FromStringAndSize(<const char*> place.name, place.name_size)
                all_seen[place.parent].fields[name.decode()] = seen
        return all_seen[ROOT]

    cdef object kinds(self, Place* place):
        cdef uint32_t at = place.kinds
        cdef int code
        counter = Counter()
        while at != NONE:
            code = self.places.kinds[at].code
            kind = "object" if code == OBJECTS else "array" if code == ARRAYS else kind_of(code)
            counter[kind] = self.places.kinds[at].count
            at = self.places.kinds[at].next
        return counter


def count_values(storage, limits):
    """The counts of unshredded storage, or the first row that is not taken."""
    cdef Rows rows = Rows(storage, limits)
    cdef Counting counting = Counting()
    cdef int64_t row = -1, size = 0
    cdef const uint8_t* data = NULL
    cdef int answer = OK, deepest = MOST_DEPTH
    with nogil:
        for row in range(rows.struct.length):
            if not is_valid(&rows.struct, row):
                continue
            answer = rows.open_row(row, &data, &size)
            if answer == OK:
                answer = count_value(
                    &counting.places, ROOT, data, size, &rows.names, rows.depth, deepest
                )
            if answer < 0:
                break
    if answer == REJECT:
        return row
    if answer < 0:
        fail(answer)
    return counting.seen()


cdef int count_value(
    Places* places, uint32_t number, const uint8_t* data, int64_t size, Names* names, int depth, int deepest
) noexcept nogil:
    """Checks data[:size], which may have `depth` containers in each other, and counts it, and what it has inside of `deepest`."""
    cdef Scalar scalar
    cdef Opened opened
    cdef const uint8_t* child
    cdef const uint8_t* name
    cdef int64_t i, child_size, name_size
    cdef uint32_t place = NONE
    cdef bint is_object
    cdef int answer
    if size < 1:
        return REJECT
    places.data[number].rows += 1
    if data[0] & 3 < OBJECT:
        answer = read_scalar(&scalar, data, size)
        return count_scalar(places, number, &scalar) if answer == OK else answer
    if depth < 1:
        return REJECT
    answer = open_container(&opened, data, size, names)
    if answer < 0:
        return answer
    is_object = data[0] & 3 == OBJECT
    answer = note_kind(places, number, OBJECTS if is_object else ARRAYS)
    for i in range(opened.count):
        if answer < 0:
            break
        child = span_of(&opened, i, &child_size)
        if deepest < 1:
            answer = check_value(child, child_size, names, depth - 1)
            continue
        if is_object:
            name = name_of(&opened, names, i, &name_size)
            answer = field_of(places, number, name, name_size, &place)
        else:
            answer = element_of(places, number, &place)
        if answer == OK:
            answer = count_value(places, place, child, child_size, names, depth - 1, deepest - 1)
    return close(&opened, answer)


cdef inline int count_scalar(Places* places, uint32_t number, Scalar* scalar) noexcept nogil:
    cdef Place* place = &places.data[number]
    cdef int code = scalar.type, whole
    if code == 0:
        place.nulls += 1
        return OK
    if code == 2:
        code = 1
    elif 3 <= code <= 6:
        code = 3
        if place.bits < scalar.size * 8:
            place.bits = <uint8_t> (scalar.size * 8)
    elif 8 <= code <= 10:
        code = 8
        whole = digit_count(wide(scalar.payload + 1, <int> scalar.size - 1)) - scalar.payload[0]
        if place.whole < whole:
            place.whole = <uint8_t> whole
        if place.scale < scalar.payload[0]:
            place.scale = scalar.payload[0]
    return note_kind(places, number, code)
