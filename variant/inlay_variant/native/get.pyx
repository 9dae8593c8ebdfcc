# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_variant.arrow.pure.look_up_values` and `cast_values`, natively: a column, or the first row not taken."""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcmp, memcpy, memset

from inlay_variant.native.buffers cimport (
    OK, REJECT, Column, bytes_at, is_valid, put, put_bit, put_i32,
)
from inlay_variant.native.containers cimport ARRAY, OBJECT, Opened, close, open_container, span_of
from inlay_variant.native.fit cimport exact_number, fit
from inlay_variant.native.memory cimport fail, open_column
from inlay_variant.native.names cimport Names, name_at
from inlay_variant.native.numbers cimport unsigned_at
from inlay_variant.native.plan cimport (
    BYTES, Part, Plan, Rows, add_fixed, add_missing, add_value, start_writing,
)
from inlay_variant.native.scalars cimport Scalar, int128, read_scalar

from inlay_variant.storage.shape import Group

cdef enum:
    MISSING = 1

cdef extern from "Python.h":
    double PyOS_string_to_double(const char* text, char** end, object overflow) except? -1.0

cdef extern from *:
    """
    static double inlay_divided(inlay_int128 number, int scale, int *exact) {
        /* Both are exact doubles, so the quotient is rounded once, as it should be. */
        static const double powers[23] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
            1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
        inlay_int128 limit = (inlay_int128)1 << 53;
        *exact = scale <= 22 && number <= limit && number >= -limit;
        return *exact ? (double)number / powers[scale] : 0;
    }
    static void inlay_digits(inlay_int128 number, char *out) {
        char reversed[48];
        int size = 0, negative = number < 0;
        unsigned __int128 rest = negative ? -(unsigned __int128)number : (unsigned __int128)number;
        do { reversed[size++] = (char)('0' + (int)(rest % 10)); rest /= 10; } while (rest);
        if (negative) *out++ = '-';
        while (size) *out++ = reversed[--size];
        *out = 0;
    }
    """
    double divided "inlay_divided"(int128 number, int scale, int* exact) noexcept nogil
    void write_digits "inlay_digits"(int128 number, char* out) noexcept nogil


def look_up_values(storage, steps, limits):
    """The value column of a path, or the first row that is not taken."""
    cdef Rows rows = Rows(storage, limits)
    cdef Plan output = Plan()
    cdef Part* target = &output.root
    cdef list parts = [step.encode("utf-8", "surrogatepass") if isinstance(step, str) else step for step in steps]
    cdef int64_t row = -1, size = 0
    cdef const uint8_t* data = NULL
    cdef int answer
    target.has_value = True
    answer = start_writing(target)
    if answer == OK:
        for row in range(rows.struct.length):
            if not is_valid(&rows.struct, row):
                answer = add_value(target, NULL, 0)
            else:
                answer = rows.open_row(row, &data, &size)
                if answer == OK:
                    answer = follow(&data, &size, parts, &rows.names, rows.depth)
                if answer == MISSING:
                    answer = add_value(target, NULL, 0)
                elif answer == OK:
                    answer = add_value(target, data, size)
            if answer < 0:
                break
    if answer == REJECT:
        return row
    if answer < 0:
        fail(answer)
    return output.columns(target, Group(True, None))[0]


cdef int follow(const uint8_t** data, int64_t* size, list steps, Names* names, int depth):
    cdef object step
    cdef Opened opened
    cdef int64_t index, place, name_size = 0
    cdef const uint8_t* name
    cdef const uint8_t* wanted
    cdef int64_t wanted_size
    cdef int answer
    for step in steps:
        if size[0] < 1:
            return REJECT
        if data[0][0] & 3 != (OBJECT if isinstance(step, bytes) else ARRAY):
            return MISSING
        if depth < 1:
            return REJECT
        depth -= 1
        answer = open_container(&opened, data[0], size[0], names)
        if answer < 0:
            return answer
        place = -1
        if isinstance(step, bytes):
            wanted = <const uint8_t*> PyBytes_AS_STRING(step)
            wanted_size = PyBytes_GET_SIZE(step)
            for index in range(opened.count):
                name = name_at(
                    names, unsigned_at(opened.ids + index * opened.id_width, opened.id_width), &name_size
                )
                if name_size == wanted_size and (wanted_size == 0 or memcmp(name, wanted, wanted_size) == 0):
                    place = index
                    break
        else:
            place = step if step >= 0 else opened.count + <int64_t> step
            if place >= opened.count:
                place = -1
        if place < 0:
            return close(&opened, MISSING)
        data[0] = span_of(&opened, place, size)
        close(&opened, OK)
    return OK if size[0] >= 1 else REJECT


cdef int widen(Scalar* scalar, uint8_t* out) except -1:
    """A number as a double; whether it is one."""
    cdef int128 number = 0
    cdef int scale = 0, exact = 0
    cdef double value
    cdef float single
    cdef char text[64]
    cdef int64_t count
    if scalar.type == 14:
        memcpy(&single, scalar.payload, 4)
        value = single
    elif exact_number(scalar, &number, &scale):
        value = divided(number, scale, &exact)
        if not exact:
            write_digits(number, text)
            digits = (<bytes> text) + b"e-%d" % scale
            value = PyOS_string_to_double(digits, NULL, None)
    else:
        return 0
    memcpy(out, &value, 8)
    return 1


def cast_values(values, leaf, bint strict):
    """A typed column, or the first row that is not taken."""
    cdef Plan plan = Plan()
    cdef Part* part = &plan.root
    cdef Column column
    cdef list alive = []
    cdef int64_t row = -1, size = 0
    cdef const uint8_t* data
    cdef int answer
    memset(&column, 0, sizeof(Column))
    open_column(&column, values, alive)
    plan.build(part, Group(False, leaf))
    answer = start_writing(part)
    if answer == OK:
        for row in range(column.length):
            data = bytes_at(&column, row, &size) if is_valid(&column, row) else NULL
            if data == NULL:
                answer = add_missing(part) if not is_valid(&column, row) else REJECT
            else:
                answer = cast_value(part, data, size, strict)
            if answer < 0:
                break
    if answer == REJECT:
        return row
    if answer < 0:
        fail(answer)
    return plan.columns(part, Group(False, leaf))[0]


cdef int cast_value(Part* part, const uint8_t* data, int64_t size, bint strict):
    cdef Scalar scalar
    cdef uint8_t fixed[16]
    cdef int answer
    cdef bint fits = False
    if size and data[0] & 3 < OBJECT:
        answer = read_scalar(&scalar, data, size)
        if answer < 0:
            return answer
        if scalar.type == 0:
            return add_missing(part)
        if part.kind == BYTES:
            if scalar.type == part.type:
                answer = put_bit(&part.typed_valid, True)
                if answer == OK:
                    answer = put(&part.typed_data, scalar.payload, scalar.size)
                if answer == OK:
                    answer = put_i32(&part.typed_offsets, part.typed_data.size)
                part.rows += 1
                return answer
        else:
            fits = fit(part, &scalar, False, fixed)
            if not fits and part.type == 7:
                fits = widen(&scalar, fixed)
        if fits:
            answer = put_bit(&part.typed_valid, True)
            if answer == OK:
                answer = add_fixed(part, fixed)
            part.rows += 1
            return answer
    return REJECT if strict else add_missing(part)
