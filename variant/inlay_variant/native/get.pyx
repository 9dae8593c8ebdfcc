# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_variant.arrow.pure.look_up_values` and `cast_values`, natively: a column, or the first row not taken; objects as JSON."""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint32_t, uint8_t
from libc.math cimport fabs, isinf, signbit
from libc.stdio cimport snprintf
from libc.stdlib cimport atoi, calloc, free
from libc.string cimport memcmp, memcpy, memset, strlen

from inlay_variant.native.buffers cimport (
    OK, REJECT, Bits, Bytes, Column, bytes_at, is_valid, put, put_bit, put_byte, put_i32,
)
from inlay_variant.native.containers cimport (
    ARRAY, OBJECT, Opened, close, id_of, name_of, open_container, span_of,
)
from inlay_variant.native.fit cimport take_exact_number, fit
from inlay_variant.native.memory cimport as_buffer, as_validity, fail, open_column
from inlay_variant.native.names cimport Names, find_name
from inlay_variant.native.plan cimport (
    BYTES, Part, Plan, Rows, add_fixed, add_missing, add_value, start_writing,
)
from inlay_variant.native.scalars cimport Scalar, int128, read_scalar, wide

import pyarrow as pa

from inlay_variant.storage.shape import Group

cdef extern from "Python.h":
    char* PyOS_double_to_string(double number, char format, int precision, int flags, int* kind) except NULL
    void PyMem_Free(void* memory)
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


# A step of paths: of all that go the same way so far. `target` is the column that a path ends in, or -1.
ctypedef struct Branch:
    const uint8_t* name
    int64_t size
    bint is_name
    int64_t index
    int64_t first
    int64_t next
    int64_t target
    # The id of the name, and the dictionary that has it.
    int64_t id
    int64_t generation


cdef class Tree:
    """Paths as a tree of their steps, and a column for each of them."""

    cdef Branch* branches
    cdef int64_t count, room
    cdef list alive, plans
    cdef Part** targets
    cdef int64_t target_count

    def __cinit__(self, paths):
        cdef int64_t at
        cdef Plan plan
        self.alive = []
        self.plans = []
        self.room = 1 + sum(len(steps) for steps in paths)
        self.branches = <Branch*> calloc(self.room, sizeof(Branch))
        self.targets = <Part**> calloc(len(paths) + 1, sizeof(Part*))
        if self.branches == NULL or self.targets == NULL:
            raise MemoryError
        self.branches[0].first = -1
        self.branches[0].next = -1
        self.branches[0].target = -1
        self.count = 1
        for at, steps in enumerate(paths):
            plan = Plan()
            plan.root.has_value = True
            if start_writing(&plan.root) < 0:
                raise MemoryError
            self.plans.append(plan)
            self.targets[at] = &plan.root
            self.target_count = at + 1
            self.add(steps, at)

    def __dealloc__(self):
        free(self.branches)
        free(self.targets)

    cdef int add(self, steps, int64_t target) except -1:
        cdef int64_t place = 0, child
        cdef Branch* branch
        cdef bytes name
        for step in steps:
            name = step.encode("utf-8", "surrogatepass") if isinstance(step, str) else None
            child = self.branches[place].first
            while child >= 0:
                branch = &self.branches[child]
                if name is None:
                    if not branch.is_name and branch.index == <int64_t> step:
                        break
                elif branch.is_name and name == branch.name[:branch.size]:
                    break
                child = branch.next
            if child < 0:
                child = self.count
                self.count += 1
                branch = &self.branches[child]
                branch.first = -1
                branch.target = -1
                branch.generation = -1
                branch.next = self.branches[place].first
                self.branches[place].first = child
                if name is None:
                    branch.index = step
                else:
                    self.alive.append(name)
                    branch.is_name = True
                    branch.name = <const uint8_t*> PyBytes_AS_STRING(name)
                    branch.size = PyBytes_GET_SIZE(name)
            place = child
        self.branches[place].target = target
        return 0

    cdef int walk(self, int64_t place, const uint8_t* data, int64_t size, Names* names, int depth) noexcept nogil:
        """Writes the value that is there, and those of the steps behind it."""
        cdef Branch* branch = &self.branches[place]
        cdef Opened opened
        cdef const uint8_t* child
        cdef int64_t at, index, child_size = 0
        cdef int answer
        cdef bint is_object
        if size < 1:
            return REJECT
        if branch.target >= 0:
            answer = add_value(self.targets[branch.target], data, size)
            if answer < 0:
                return answer
        is_object = data[0] & 3 == OBJECT
        if branch.first < 0 or not (is_object or data[0] & 3 == ARRAY):
            return OK
        at = branch.first
        while at >= 0 and self.branches[at].is_name != is_object:
            at = self.branches[at].next
        if at < 0:
            return OK  # steps into the other kind of container
        if depth < 1:
            return REJECT
        answer = open_container(&opened, data, size, names)
        if answer < 0:
            return answer
        while at >= 0 and answer == OK:
            branch = &self.branches[at]
            if branch.is_name == is_object:
                index = find_field(branch, &opened, names) if is_object else branch.index
                if index < 0 and not is_object:
                    index += opened.count
                if 0 <= index < opened.count:
                    child = span_of(&opened, index, &child_size)
                    answer = self.walk(at, child, child_size, names, depth - 1)
            at = branch.next
        return close(&opened, answer)


cdef int64_t find_field(Branch* branch, Opened* opened, Names* names) noexcept nogil:
    """The place of a field in an object; -1 where it has none."""
    cdef int64_t low, high, middle, size = 0
    cdef uint32_t id_
    cdef const uint8_t* name
    if not names.is_sorted:
        for middle in range(opened.count):
            name = name_of(opened, names, middle, &size)
            if size == branch.size and (size == 0 or memcmp(name, branch.name, size) == 0):
                return middle
        return -1
    if branch.generation != names.generation:
        branch.id = find_name(names, branch.name, branch.size)
        branch.generation = names.generation
    if branch.id < 0:
        return -1
    low = 0
    high = opened.count
    while low < high:
        middle = (low + high) >> 1
        id_ = id_of(opened, middle)
        if id_ == branch.id:
            return middle
        if id_ < branch.id:
            low = middle + 1
        else:
            high = middle
    return -1


def look_up_values(storage, paths, limits):
    """The value column of each path, or the first row that is not taken. Paths differ from each other."""
    cdef Rows rows = Rows(storage, limits)
    cdef Tree tree = Tree(paths)
    cdef Plan plan
    cdef int64_t row = -1
    cdef int answer
    with nogil:
        answer = look_up_rows(rows, tree, &row)
    if answer == REJECT:
        return row
    if answer < 0:
        fail(answer)
    return [plan.columns(&plan.root, Group(True, None))[0] for plan in tree.plans]


cdef int look_up_rows(Rows rows, Tree tree, int64_t* at) noexcept nogil:
    cdef int64_t row, target, size = 0
    cdef const uint8_t* data = NULL
    cdef int answer
    for row in range(rows.struct.length):
        at[0] = row
        if is_valid(&rows.struct, row):
            answer = rows.open_row(row, &data, &size)
            if answer == OK:
                answer = tree.walk(0, data, size, &rows.names, rows.depth)
            if answer < 0:
                return answer
        for target in range(tree.target_count):
            if tree.targets[target].rows == row:
                answer = add_value(tree.targets[target], NULL, 0)
                if answer < 0:
                    return answer
    return OK


cdef int widen(Scalar* scalar, uint8_t* out) except -1:
    """A number as a double; whether it is one."""
    cdef int128 number = 0
    cdef int scale = 0, exact = 0
    cdef double value
    cdef float single
    cdef char text[64]
    if scalar.type == 14:
        memcpy(&single, scalar.payload, 4)
        value = single
    elif take_exact_number(scalar, &number, &scale):
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
    if size < 1:
        return REJECT
    if data[0] & 3 < OBJECT:
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


include "get_json.pxi"
