# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay.variant.pure`, natively: check, shred, unshred, look_up_values and cast_values.

Every function answers what its namesake does, or the number of the first row that it does not take.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE

from inlay.variant.native_core cimport *
from inlay.variant.native_memory cimport as_buffer, as_validity, fail, open_column

import pyarrow as pa

from inlay.variant.leaves import Kind, Leaf
from inlay.variant.shape import Elements, Fields, Group, storage_of, struct_of, typed_arrow

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

cdef enum:
    UNTYPED = 0
    BITS = 1
    FIXED = 2
    DECIMAL = 3
    BYTES = 4
    LIST = 5
    FIELDS = 6

# A group of columns, for reading or for writing.
ctypedef struct Part:
    int kind
    int type
    int width
    int precision
    int scale
    bint has_value
    int64_t children_count
    Part* children
    const uint8_t* name
    int64_t name_size
    # The id of the name in a dictionary, and which dictionary that was.
    int64_t name_id
    int64_t name_generation
    # Reading
    Column value
    Column typed
    # Writing
    int64_t rows
    Bits value_valid
    Bytes value_offsets
    Bytes value_data
    Bits typed_valid
    Bytes typed_offsets
    Bytes typed_data


cdef class Plan:
    """The tree of groups in C; owns all of it."""

    cdef Part root
    cdef list alive

    def __cinit__(self):
        memset(&self.root, 0, sizeof(Part))
        self.alive = []

    def __dealloc__(self):
        release(&self.root)

    cdef int build(self, Part* part, object group) except -1:
        cdef object typed = group.typed
        cdef Py_ssize_t index
        cdef bytes name
        part.has_value = group.value
        part.name_id = -1
        if typed is None:
            part.kind = UNTYPED
        elif isinstance(typed, Leaf):
            part.kind = BITS + <int> typed.kind
            part.type = typed.type
            part.width = typed.width
            part.precision = typed.precision
            part.scale = typed.scale
        elif isinstance(typed, Elements):
            part.kind = LIST
            self.make_children(part, 1)
            self.build(part.children, typed.element)
        else:
            part.kind = FIELDS
            self.make_children(part, len(typed.fields))
            for index, (text, child) in enumerate(typed.fields):
                name = text.encode()
                self.alive.append(name)
                part.children[index].name = <const uint8_t*> PyBytes_AS_STRING(name)
                part.children[index].name_size = PyBytes_GET_SIZE(name)
                self.build(&part.children[index], child)
        return 0

    cdef int make_children(self, Part* part, Py_ssize_t count) except -1:
        part.children = <Part*> calloc(count or 1, sizeof(Part))
        if part.children == NULL:
            raise MemoryError
        part.children_count = count
        return 0

    cdef int read(self, Part* part, object group, object struct) except -1:
        """Opens the columns of a struct array."""
        cdef object typed
        cdef Py_ssize_t index
        if part.has_value:
            open_column(&part.value, struct.field("value"), self.alive)
        if part.kind == UNTYPED:
            return 0
        typed = struct.field("typed_value")
        if isinstance(typed, pa.ExtensionArray):
            typed = typed.storage
        open_column(&part.typed, typed, self.alive)
        if part.kind == LIST:
            self.read(part.children, group.typed.element, typed.values)
        elif part.kind == FIELDS:
            for index, (name, child) in enumerate(group.typed.fields):
                self.read(&part.children[index], child, typed.field(name))
        return 0

    cdef list columns(self, Part* part, object group):
        """What was written, as arrays."""
        cdef list found = []
        if part.has_value:
            found.append(pa.Array.from_buffers(
                pa.binary(), part.rows,
                [as_validity(&part.value_valid), as_buffer(&part.value_offsets), as_buffer(&part.value_data)],
                part.value_valid.nulls,
            ))
        if part.kind != UNTYPED:
            found.append(self.typed_column(part, group.typed))
        return found

    cdef object typed_column(self, Part* part, object typed):
        cdef object type_ = typed_arrow(typed)
        cdef object validity = as_validity(&part.typed_valid)
        cdef int64_t nulls = part.typed_valid.nulls
        cdef object made
        if part.kind == LIST:
            child = self.struct(part.children, typed.element)
            buffers = [validity, as_buffer(&part.typed_offsets)]
            return pa.Array.from_buffers(type_, part.rows, buffers, nulls, 0, [child])
        if part.kind == FIELDS:
            children = [
                self.struct(&part.children[index], child)
                for index, (_, child) in enumerate(typed.fields)
            ]
            return pa.Array.from_buffers(type_, part.rows, [validity], nulls, 0, children)
        if part.kind == BYTES:
            buffers = [validity, as_buffer(&part.typed_offsets), as_buffer(&part.typed_data)]
        else:
            buffers = [validity, as_buffer(&part.typed_data)]
        made = pa.Array.from_buffers(typed.arrow, part.rows, buffers, nulls)
        return made if type_ == typed.arrow else pa.ExtensionArray.from_storage(type_, made)

    cdef object struct(self, Part* part, object group):
        return pa.Array.from_buffers(
            struct_of(group), part.rows, [None], 0, 0, self.columns(part, group)
        )


cdef void release(Part* part) noexcept:
    cdef int64_t index
    for index in range(part.children_count):
        release(&part.children[index])
    free(part.children)
    free(part.value_valid.bytes.data)
    free(part.value_offsets.data)
    free(part.value_data.data)
    free(part.typed_valid.bytes.data)
    free(part.typed_offsets.data)
    free(part.typed_data.data)


# Checking

cdef int check_value(const uint8_t* data, int64_t size, Names* names, int depth) noexcept nogil:
    """Whether data[:size] is one value, with at most `depth` containers in each other."""
    cdef Scalar one
    cdef Opened opened
    cdef const uint8_t* child
    cdef int64_t i, child_size
    cdef int answer
    if size < 1:
        return REJECT
    if data[0] & 3 < OBJECT:
        return read_scalar(&one, data, size)
    if depth < 1:
        return REJECT
    answer = open_container(&opened, data, size, names)
    if answer < 0:
        return answer
    for i in range(opened.count):
        child = span_of(&opened, i, &child_size)
        answer = check_value(child, child_size, names, depth - 1)
        if answer < 0:
            return close(&opened, answer)
    return close(&opened, OK)


cdef class Rows:
    """The rows of unshredded storage."""

    cdef Column struct, metadata, value
    cdef Names names
    cdef list alive
    cdef int64_t limit
    cdef int depth

    def __cinit__(self, storage, limits):
        self.alive = []
        memset(&self.names, 0, sizeof(Names))
        open_column(&self.struct, storage, self.alive)
        open_column(&self.metadata, storage.field("metadata"), self.alive)
        if storage.type.get_field_index("value") >= 0:
            open_column(&self.value, storage.field("value"), self.alive)
        self.limit = limits.size
        self.depth = limits.depth

    cdef int open_metadata(self, int64_t row) noexcept:
        cdef int64_t size = 0
        cdef const uint8_t* data
        if not is_valid(&self.metadata, row):
            return REJECT
        data = bytes_at(&self.metadata, row, &size)
        return REJECT if data == NULL else read_names(&self.names, data, size, self.limit)

    cdef const uint8_t* open_value(self, int64_t row, int64_t* size) noexcept:
        """NULL where it is too large or damaged; a missing value is a Variant null."""
        cdef const uint8_t* data
        if not is_valid(&self.value, row):
            size[0] = 1
            return <const uint8_t*> b"\x00"
        data = bytes_at(&self.value, row, size)
        return data if data != NULL and size[0] <= self.limit else NULL

    cdef int open_row(self, int64_t row, const uint8_t** data, int64_t* size) noexcept:
        cdef int answer = self.open_metadata(row)
        if answer < 0:
            return answer
        data[0] = self.open_value(row, size)
        return REJECT if data[0] == NULL else OK


def check(storage, limits):
    """None, or the first row that is no Variant."""
    cdef Rows rows = Rows(storage, limits)
    cdef int64_t row, size = 0
    cdef const uint8_t* data = NULL
    cdef int answer
    for row in range(rows.struct.length):
        if not is_valid(&rows.struct, row):
            continue
        answer = rows.open_row(row, &data, &size)
        if answer == OK:
            answer = check_value(data, size, &rows.names, rows.depth)
        if answer == REJECT:
            return row
        if answer < 0:
            fail(answer)
    return None


# Fitting scalars into typed columns

cdef inline bint exact_number(Scalar* one, int128* number, int* scale) noexcept nogil:
    if 3 <= one.type <= 6:
        number[0] = wide(one.payload, <int> one.size)
        scale[0] = 0
        return True
    if 8 <= one.type <= 10:
        number[0] = wide(one.payload + 1, <int> one.size - 1)
        scale[0] = one.payload[0]
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


cdef bint fit_decimal(Part* part, Scalar* one, bint exact, uint8_t* out) noexcept nogil:
    cdef int128 number = 0
    cdef int scale = 0, more_places
    if not exact_number(one, &number, &scale):
        return False
    if exact and (one.type != part.type or scale != part.scale):
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


cdef bint fit(Part* part, Scalar* one, bint exact, uint8_t* out) noexcept nogil:
    """The bytes for a column of fixed width; `payload_for` says when."""
    cdef int128 number = 0
    cdef int scale = 0, bits
    cdef int64_t count
    cdef int own = part.type
    if part.kind == BITS:
        out[0] = one.type == 1
        return one.type == 1 or one.type == 2
    if part.kind == DECIMAL:
        return fit_decimal(part, one, exact, out)
    if one.type == own:
        memcpy(out, one.payload, part.width)
        return True
    if exact:
        return False
    if 3 <= own <= 6:
        if not exact_number(one, &number, &scale) or not divide(&number, scale):
            return False
        bits = 8 << (own - 3)
        if number >= (<int128> 1) << (bits - 1) or number < -((<int128> 1) << (bits - 1)):
            return False
        memcpy(out, &number, part.width)
        return True
    if (own == 12 and one.type == 18) or (own == 13 and one.type == 19):
        memcpy(&count, one.payload, 8)
        if count % 1000:
            return False
        count //= 1000
        memcpy(out, &count, 8)
        return True
    if (own == 18 and one.type == 12) or (own == 19 and one.type == 13):
        memcpy(&count, one.payload, 8)
        if count > 9223372036854775LL or count < -9223372036854775LL:
            return False
        count *= 1000
        memcpy(out, &count, 8)
        return True
    return False


# Shredding

cdef int add_null_typed(Part* part) noexcept nogil:
    """A row whose typed value is null; those of its fields are missing."""
    cdef int64_t index
    cdef int answer
    if part.kind == UNTYPED:
        return OK
    answer = put_bit(&part.typed_valid, False)
    if answer < 0:
        return answer
    if part.kind == FIELDS:
        for index in range(part.children_count):
            answer = add_missing(&part.children[index])
            if answer < 0:
                return answer
        return OK
    if part.kind == LIST:
        return put_i32(&part.typed_offsets, part.children[0].rows)
    if part.kind == BYTES:
        return put_i32(&part.typed_offsets, part.typed_data.size)
    return add_fixed(part, NULL)


cdef int add_fixed(Part* part, const uint8_t* data) noexcept nogil:
    """A value of fixed width, or zeros; `rows` still counts those before it."""
    cdef int64_t row = part.typed_valid.count - 1
    if part.kind == BITS:
        if row & 7 == 0:
            if put_byte(&part.typed_data, 0) < 0:
                return NO_MEMORY
        if data != NULL and data[0]:
            part.typed_data.data[row >> 3] |= <uint8_t> (1 << (row & 7))
        return OK
    if more(&part.typed_data, part.width) < 0:
        return NO_MEMORY
    if data == NULL:
        memset(part.typed_data.data + part.typed_data.size, 0, part.width)
    else:
        memcpy(part.typed_data.data + part.typed_data.size, data, part.width)
    part.typed_data.size += part.width
    return OK


cdef int add_value(Part* part, const uint8_t* data, int64_t size) noexcept nogil:
    """A row of the value column; NULL is null."""
    cdef int answer
    part.rows += 1
    if not part.has_value:
        return OK if data == NULL else REJECT
    answer = put_bit(&part.value_valid, data != NULL)
    if answer == OK and data != NULL:
        answer = put(&part.value_data, data, size)
    if answer == OK:
        answer = put_i32(&part.value_offsets, part.value_data.size)
    return answer


cdef int add_missing(Part* part) noexcept nogil:
    cdef int answer = add_null_typed(part)
    return add_value(part, NULL, 0) if answer == OK else answer


cdef int start_writing(Part* part) noexcept:
    """The first offset of every column that has offsets."""
    cdef int64_t index
    cdef int answer = OK
    if part.has_value:
        answer = put_i32(&part.value_offsets, 0)
    if answer == OK and (part.kind == LIST or part.kind == BYTES):
        answer = put_i32(&part.typed_offsets, 0)
    for index in range(part.children_count):
        if answer == OK:
            answer = start_writing(&part.children[index])
    return answer


cdef int place(
    Part* part, const uint8_t* data, int64_t size, Names* names, Entries* rest, bint exact
) noexcept nogil:
    """A value that was checked goes into the columns of a group."""
    cdef int basic = data[0] & 3
    cdef int answer
    cdef Scalar one
    cdef uint8_t fixed[16]
    if part.kind != UNTYPED:
        if part.kind == FIELDS:
            if basic == OBJECT:
                return place_fields(part, data, size, names, rest, exact)
        elif part.kind == LIST:
            if basic == ARRAY:
                return place_elements(part, data, size, names, rest, exact)
        elif basic < OBJECT:
            answer = read_scalar(&one, data, size)
            if answer < 0:
                return answer
            if part.kind == BYTES:
                if one.type == part.type:
                    answer = put_bit(&part.typed_valid, True)
                    if answer == OK:
                        answer = put(&part.typed_data, one.payload, one.size)
                    if answer == OK:
                        answer = put_i32(&part.typed_offsets, part.typed_data.size)
                    return add_value(part, NULL, 0) if answer == OK else answer
            elif fit(part, &one, exact, fixed):
                answer = put_bit(&part.typed_valid, True)
                if answer == OK:
                    answer = add_fixed(part, fixed)
                return add_value(part, NULL, 0) if answer == OK else answer
        answer = add_null_typed(part)
        if answer < 0:
            return answer
    return add_value(part, data, size)


cdef int place_elements(
    Part* part, const uint8_t* data, int64_t size, Names* names, Entries* rest, bint exact
) noexcept nogil:
    cdef Opened opened
    cdef int64_t index, child_size
    cdef const uint8_t* child
    cdef int answer = open_container(&opened, data, size, names)
    if answer < 0:
        return answer
    for index in range(opened.count):
        child = span_of(&opened, index, &child_size)
        answer = place(part.children, child, child_size, names, rest, exact)
        if answer < 0:
            return close(&opened, answer)
    close(&opened, OK)
    answer = put_bit(&part.typed_valid, True)
    if answer == OK:
        answer = put_i32(&part.typed_offsets, part.children[0].rows)
    return add_value(part, NULL, 0) if answer == OK else answer


cdef int place_fields(
    Part* part, const uint8_t* data, int64_t size, Names* names, Entries* rest, bint exact
) noexcept nogil:
    """Merges the fields of the object with those of the group; both are sorted by name."""
    cdef Opened opened
    cdef int64_t index, next_ = 0, base = rest.size, name_size = 0, child_size = 0, total = 0
    cdef const uint8_t* name
    cdef const uint8_t* child
    cdef uint32_t id_
    cdef int order
    cdef Part* field
    cdef int answer = open_container(&opened, data, size, names)
    if answer < 0:
        return answer
    for index in range(opened.count):
        id_ = unsigned_at(opened.ids + index * opened.id_width, opened.id_width)
        name = name_at(names, id_, &name_size)
        child = span_of(&opened, index, &child_size)
        order = 1
        while next_ < part.children_count:
            field = &part.children[next_]
            order = compare(field.name, field.name_size, name, name_size)
            if order >= 0:
                break
            answer = add_missing(field)
            if answer < 0:
                return close(&opened, answer)
            next_ += 1
            order = 1
        if order == 0:
            answer = place(&part.children[next_], child, child_size, names, rest, exact)
            next_ += 1
        else:
            answer = push(rest, id_, child - data, child_size)
            total += child_size
        if answer < 0:
            return close(&opened, answer)
    close(&opened, OK)
    while next_ < part.children_count:
        answer = add_missing(&part.children[next_])
        if answer < 0:
            return answer
        next_ += 1
    answer = put_bit(&part.typed_valid, True)
    if answer == OK:
        answer = add_rest(part, data, rest, base, total)
    rest.size = base
    return answer


cdef int add_rest(Part* part, const uint8_t* data, Entries* rest, int64_t base, int64_t total) noexcept nogil:
    """The fields that have no column, as an object in the value column."""
    cdef int64_t count = rest.size - base, header, index
    cdef Entry* entries = rest.data + base
    cdef int answer
    part.rows += 1
    if not part.has_value:
        return REJECT if count else OK
    answer = put_bit(&part.value_valid, count != 0)
    if answer == OK and count:
        header = header_size(entries, count, True, total)
        if more(&part.value_data, header + total) < 0:
            return NO_MEMORY
        write_header(part.value_data.data + part.value_data.size, entries, count, True, total)
        part.value_data.size += header
        for index in range(count):
            put(&part.value_data, data + entries[index].start, entries[index].size)
    return put_i32(&part.value_offsets, part.value_data.size) if answer == OK else answer


def shred(storage, group, limits, bint exact):
    """Storage of these groups, or the first row that is not taken."""
    cdef Rows rows = Rows(storage, limits)
    cdef Plan plan = Plan()
    cdef Entries rest
    cdef int64_t row, size = 0
    cdef const uint8_t* data = NULL
    cdef int answer
    memset(&rest, 0, sizeof(Entries))
    plan.build(&plan.root, group)
    answer = start_writing(&plan.root)
    row = -1
    if answer == OK:
        for row in range(rows.struct.length):
            if not is_valid(&rows.struct, row):
                answer = add_missing(&plan.root)
            else:
                answer = rows.open_row(row, &data, &size)
                if answer == OK:
                    answer = check_value(data, size, &rows.names, rows.depth)
                if answer == OK:
                    answer = place(&plan.root, data, size, &rows.names, &rest, exact)
            if answer < 0:
                break
    free(rest.data)
    if answer == REJECT:
        return row
    if answer < 0:
        fail(answer)
    return with_metadata(storage, group, plan.columns(&plan.root, group))


cdef object with_metadata(object storage, object group, list columns):
    cdef object validity = None
    if storage.null_count:
        if storage.offset:
            import pyarrow.compute as pc

            validity = pc.or_(storage.is_valid(), False).buffers()[1]
        else:
            validity = storage.buffers()[0]
    return pa.Array.from_buffers(
        storage_of(group), len(storage), [validity], storage.null_count, 0,
        [storage.field("metadata"), *columns],
    )


# Unshredding

cdef enum:
    MISSING = 1


cdef int construct(
    Part* part, int64_t row, Rows rows, Bytes* out, Entries* entries, int depth, bint tolerant
) noexcept:
    """Appends the value of a group; MISSING where there is none."""
    cdef const uint8_t* value = NULL
    cdef int64_t value_size = 0
    cdef int answer
    if part.has_value and is_valid(&part.value, row):
        value = bytes_at(&part.value, row, &value_size)
        if value == NULL:
            return REJECT
    if part.kind == UNTYPED or not is_valid(&part.typed, row):
        if value == NULL:
            return MISSING
        if value_size > rows.limit:
            return REJECT
        answer = check_value(value, value_size, &rows.names, depth)
        if answer < 0:
            return answer
        if not tolerant and (
            (part.kind == FIELDS and value[0] & 3 == OBJECT)
            or (part.kind == LIST and value[0] & 3 == ARRAY)
        ):
            return REJECT
        return put(out, value, value_size)
    if part.kind == FIELDS:
        return construct_object(part, row, rows, value, value_size, out, entries, depth, tolerant)
    if value != NULL and not tolerant:
        return REJECT
    if part.kind == LIST:
        return construct_array(part, row, rows, out, entries, depth, tolerant)
    return construct_leaf(part, row, out)


cdef int construct_leaf(Part* part, int64_t row, Bytes* out) noexcept:
    cdef int64_t at = part.typed.offset + row, size = 0
    cdef const uint8_t* data
    cdef int width
    if part.kind == BITS:
        if at >> 3 >= part.typed.data_size:
            return REJECT
        return put_byte(out, 1 << 2 if part.typed.data[at >> 3] >> (at & 7) & 1 else 2 << 2)
    if part.kind == BYTES:
        data = bytes_at(&part.typed, row, &size)
        if data == NULL:
            return REJECT
        if part.type == 16:
            return put_text(out, data, size) if is_utf8(data, size) else REJECT
        if more(out, size + 5) < 0:
            return NO_MEMORY
        out.data[out.size] = 15 << 2
        unsigned_to(out.data + out.size + 1, <uint32_t> size, 4)
        out.size += 5
        return put(out, data, size)
    if (at + 1) * part.width > part.typed.data_size:
        return REJECT
    data = part.typed.data + at * part.width
    if more(out, 18) < 0:
        return NO_MEMORY
    out.data[out.size] = <uint8_t> (part.type << 2)
    out.size += 1
    if part.kind == FIXED:
        return put(out, data, part.width)
    if not has_digits(wide(data, 16), digits_of(part.type)):
        return REJECT
    width = sizes[part.type] - 1
    out.data[out.size] = <uint8_t> part.scale
    out.size += 1
    return put(out, data, width)


cdef int construct_array(
    Part* part, int64_t row, Rows rows, Bytes* out, Entries* entries, int depth, bint tolerant
) noexcept:
    cdef const int32_t* offsets = part.typed.offsets + part.typed.offset + row
    cdef int64_t index, start, base = out.size, first = entries.size
    cdef Part* child = part.children
    cdef int answer
    if depth < 1 or offsets[0] < 0 or offsets[1] < offsets[0]:
        return REJECT
    if child.has_value and offsets[1] > child.value.length:
        return REJECT
    if child.kind != UNTYPED and offsets[1] > child.typed.length:
        return REJECT
    for index in range(offsets[0], offsets[1]):
        start = out.size
        answer = construct(child, index, rows, out, entries, depth - 1, tolerant)
        if answer == MISSING:
            answer = put_byte(out, 0)
        if answer == OK:
            answer = push(entries, 0, start, out.size - start)
        if answer < 0:
            return answer
    answer = wrap_values(out, base, entries.data + first, entries.size - first, False)
    entries.size = first
    return answer


cdef int construct_object(
    Part* part, int64_t row, Rows rows, const uint8_t* value, int64_t value_size, Bytes* out,
    Entries* entries, int depth, bint tolerant
) noexcept:
    cdef Opened opened
    cdef int64_t base = out.size, first = entries.size, index = 0, field = 0, size = 0, rest_size = 0
    cdef const uint8_t* name = NULL
    cdef const uint8_t* rest
    cdef uint32_t id_ = 0
    cdef int order, answer
    opened.count = 0
    opened.ordered = NULL
    if depth < 1:
        return REJECT
    if value != NULL:
        if value_size > rows.limit:
            return REJECT
        answer = check_value(value, value_size, &rows.names, depth)
        if answer < 0:
            return answer
        if value[0] & 3 == OBJECT:
            answer = open_container(&opened, value, value_size, &rows.names)
            if answer < 0:
                return answer
        elif not tolerant:
            return REJECT
    answer = OK
    while answer == OK and (index < opened.count or field < part.children_count):
        order = -1
        if index < opened.count:
            id_ = unsigned_at(opened.ids + index * opened.id_width, opened.id_width)
            name = name_at(&rows.names, id_, &size)
            order = 1
            if field < part.children_count:
                order = compare(part.children[field].name, part.children[field].name_size, name, size)
        if order == 0:  # a field that has a column is in `value` too
            if not tolerant:
                answer = REJECT
            index += 1
        elif order > 0:
            rest = span_of(&opened, index, &rest_size)
            answer = push(entries, id_, out.size, rest_size)
            if answer == OK:
                answer = put(out, rest, rest_size)
            index += 1
        else:
            answer = construct_field(&part.children[field], row, rows, out, entries, depth, tolerant)
            field += 1
    close(&opened, OK)
    if answer == OK:
        answer = wrap_values(out, base, entries.data + first, entries.size - first, True)
    entries.size = first
    return answer


cdef int construct_field(
    Part* field, int64_t row, Rows rows, Bytes* out, Entries* entries, int depth, bint tolerant
) noexcept:
    cdef int64_t start = out.size
    cdef int answer = construct(field, row, rows, out, entries, depth - 1, tolerant)
    if answer == MISSING:
        return OK
    if answer < 0:
        return answer
    if field.name_generation != rows.names.generation:
        field.name_generation = rows.names.generation
        field.name_id = find_name(&rows.names, field.name, field.name_size)
    if field.name_id < 0:
        return REJECT
    return push(entries, <uint32_t> field.name_id, start, out.size - start)


def unshred(storage, group, limits, bint tolerant):
    """Unshredded storage, or the first row that is not taken."""
    cdef Rows rows = Rows(storage, limits)
    cdef Plan plan = Plan()
    cdef Plan made = Plan()
    cdef Part* target = &made.root
    cdef Entries entries
    cdef int64_t row = -1, before
    cdef int answer
    memset(&entries, 0, sizeof(Entries))
    plan.build(&plan.root, group)
    plan.read(&plan.root, group, storage)
    target.has_value = True
    answer = start_writing(target)
    if answer == OK:
        for row in range(rows.struct.length):
            target.rows += 1
            if not is_valid(&rows.struct, row):
                answer = put_bit(&target.value_valid, False)
            else:
                answer = rows.open_metadata(row)
                if answer == OK:
                    before = target.value_data.size
                    answer = construct(
                        &plan.root, row, rows, &target.value_data, &entries, rows.depth, tolerant
                    )
                    if answer == MISSING:
                        answer = put_byte(&target.value_data, 0)
                    if answer == OK and target.value_data.size - before > rows.limit:
                        answer = REJECT
                    if answer == OK:
                        answer = put_bit(&target.value_valid, True)
            if answer == OK:
                answer = put_i32(&target.value_offsets, target.value_data.size)
            if answer < 0:
                break
    free(entries.data)
    if answer == REJECT:
        return row
    if answer < 0:
        fail(answer)
    plain = Group(True, None)
    return with_metadata(storage, plain, made.columns(target, plain))


# Looking up

def look_up_values(storage, steps, limits):
    """The value column of a path, or the first row that is not taken."""
    cdef Rows rows = Rows(storage, limits)
    cdef Plan made = Plan()
    cdef Part* target = &made.root
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
    return made.columns(target, Group(True, None))[0]


cdef int follow(const uint8_t** data, int64_t* size, list steps, Names* names, int depth):
    cdef object step
    cdef Opened opened
    cdef int64_t index, found, name_size = 0
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
        found = -1
        if isinstance(step, bytes):
            wanted = <const uint8_t*> PyBytes_AS_STRING(step)
            wanted_size = PyBytes_GET_SIZE(step)
            for index in range(opened.count):
                name = name_at(
                    names, unsigned_at(opened.ids + index * opened.id_width, opened.id_width), &name_size
                )
                if name_size == wanted_size and (wanted_size == 0 or memcmp(name, wanted, wanted_size) == 0):
                    found = index
                    break
        elif step < opened.count:
            found = step
        if found < 0:
            return close(&opened, MISSING)
        data[0] = span_of(&opened, found, size)
        close(&opened, OK)
    return OK if size[0] >= 1 else REJECT


cdef int widen(Scalar* one, uint8_t* out) except -1:
    """A number as a double; whether it is one."""
    cdef int128 number = 0
    cdef int scale = 0, exact = 0
    cdef double value
    cdef float single
    cdef char text[64]
    cdef int64_t count
    if one.type == 14:
        memcpy(&single, one.payload, 4)
        value = single
    elif exact_number(one, &number, &scale):
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
    cdef Scalar one
    cdef uint8_t fixed[16]
    cdef int answer
    cdef bint fits = False
    if size and data[0] & 3 < OBJECT:
        answer = read_scalar(&one, data, size)
        if answer < 0:
            return answer
        if one.type == 0:
            return add_missing(part)
        if part.kind == BYTES:
            if one.type == part.type:
                answer = put_bit(&part.typed_valid, True)
                if answer == OK:
                    answer = put(&part.typed_data, one.payload, one.size)
                if answer == OK:
                    answer = put_i32(&part.typed_offsets, part.typed_data.size)
                part.rows += 1
                return answer
        else:
            fits = fit(part, &one, False, fixed)
            if not fits and part.type == 7:
                fits = widen(&one, fixed)
        if fits:
            answer = put_bit(&part.typed_valid, True)
            if answer == OK:
                answer = add_fixed(part, fixed)
            part.rows += 1
            return answer
    return REJECT if strict else add_missing(part)
