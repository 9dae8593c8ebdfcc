# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_variant.arrow.pure_edits.edit_rows`, natively: edited storage, or the first row that is not taken.

Each row is walked twice: for the names that are left, which become its dictionary, and for its bytes. Fields are met in the order
of their names, so they are written in the order of their new numbers.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint32_t, uint8_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from inlay_variant.native.buffers cimport (
    NO_MEMORY, OK, REJECT, Bits, Bytes, is_valid, put, put_bit, put_byte, put_i32,
)
from inlay_variant.native.containers cimport ARRAY, OBJECT, Opened, close, open_container, span_of
from inlay_variant.native.memory cimport as_buffer, as_validity, fail
from inlay_variant.native.names cimport Names, compare, name_at
from inlay_variant.native.numbers cimport unsigned_at
from inlay_variant.native.plan cimport Rows, check_value
from inlay_variant.native.scalars cimport Scalar, read_scalar
from inlay_variant.native.tables cimport Entries, push, put_text, wrap_values
from inlay_variant.native.texts cimport Texts, add_text, write_texts

import pyarrow as pa

from inlay_variant.storage.shape import Group, storage_of

cdef enum:
    UNFIT = 1  # a row for which the edit is an error

cdef enum:  # as `EditKind` numbers them
    INSERT = 0
    SET = 1
    DELETE = 2
    APPEND = 3
    STRIP = 4
    PICK = 5
    MERGE = 6

ctypedef struct Step:
    bint is_name
    const uint8_t* name
    int64_t size
    int64_t index
    bint is_used
    uint32_t id

# Where values come from: rows, the names that are left of the dictionary, and their new numbers.
ctypedef struct Side:
    uint8_t* used
    uint32_t* ids
    int64_t room


cdef class Editor:
    cdef Rows rows, others
    cdef Side own, other
    cdef int op
    cdef bint flag, writing
    cdef Step* steps
    cdef int64_t count
    cdef list alive
    cdef Texts texts
    cdef Entries entries
    cdef Bytes* out
    cdef const uint8_t* value
    cdef int64_t value_size

    def __cinit__(self, rows, others, int op, steps, bint flag):
        cdef Step* step
        cdef int64_t at
        cdef bytes name
        self.rows = rows
        self.others = others
        self.op = op
        self.flag = flag
        self.alive = []
        if op == PICK:  # in the order in which fields are met
            steps = sorted(set(steps), key=lambda name: name.encode("utf-8", "surrogatepass"))
        self.count = len(steps)
        self.steps = <Step*> calloc(self.count + 1, sizeof(Step))
        if self.steps == NULL:
            raise MemoryError
        for at in range(self.count):
            step = &self.steps[at]
            if isinstance(steps[at], str):
                name = steps[at].encode("utf-8", "surrogatepass")
                self.alive.append(name)
                step.is_name = True
                step.name = <const uint8_t*> PyBytes_AS_STRING(name)
                step.size = PyBytes_GET_SIZE(name)
            else:
                step.index = steps[at]

    def __dealloc__(self):
        free(self.steps)
        free(self.texts.data)
        free(self.entries.data)
        free(self.own.used)
        free(self.own.ids)
        free(self.other.used)
        free(self.other.ids)

    cdef int edit_row(self, const uint8_t* data, int64_t size, Bytes* metadata, Bytes* values) noexcept nogil:
        """Both walks of a row."""
        cdef int64_t at
        cdef int answer
        self.out = values
        self.writing = False
        self.texts.size = 0
        self.entries.size = 0
        for at in range(self.count):
            self.steps[at].is_used = False
        answer = self.walk(data, size)
        if answer == OK:
            answer = self.name_side(&self.own, self.rows)
        if answer == OK and self.value != NULL:
            answer = self.name_side(&self.other, self.others)
        at = 0
        while answer == OK and at < self.count:
            if self.steps[at].is_used:
                answer = add_text(&self.texts, self.steps[at].name, self.steps[at].size, &self.steps[at].id)
            at += 1
        if answer == OK:
            answer = write_texts(&self.texts, metadata)
        if answer == OK:
            self.writing = True
            self.entries.size = 0
            answer = self.walk(data, size)
        return answer

    cdef int walk(self, const uint8_t* data, int64_t size) noexcept nogil:
        if self.op == MERGE:
            return self.put_merged(data, size, self.value, self.value_size, self.rows.depth)
        if self.op == PICK:
            return self.put_picked(data, size, self.rows.depth)
        if self.op == STRIP:
            return self.put_copy(True, data, size, self.rows.depth)
        return self.put_edited(data, size, 0, self.rows.depth)

    cdef int open_side(self, Side* side, Rows rows) noexcept nogil:
        """Makes room for the names of a row, none of which is in use yet."""
        cdef int64_t count = rows.names.count
        cdef void* grown
        if count > side.room:
            grown = realloc(side.used, count)
            if grown == NULL:
                return NO_MEMORY
            side.used = <uint8_t*> grown
            grown = realloc(side.ids, count * sizeof(uint32_t))
            if grown == NULL:
                return NO_MEMORY
            side.ids = <uint32_t*> grown
            side.room = count
        if count:
            memset(side.used, 0, count)
        return OK

    cdef int name_side(self, Side* side, Rows rows) noexcept nogil:
        """Collects the names that are in use."""
        cdef int64_t id_, size = 0
        cdef const uint8_t* name
        cdef int answer = OK
        for id_ in range(rows.names.count):
            if side.used[id_] and answer == OK:
                name = name_at(&rows.names, <uint32_t> id_, &size)
                answer = add_text(&self.texts, name, size, &side.ids[id_])
        return answer

    cdef int add_field(self, bint is_own, Opened* opened, int64_t index, int64_t start) noexcept nogil:
        """Notes the field whose value was written from `start` on."""
        cdef Side* side = &self.own if is_own else &self.other
        cdef uint32_t id_ = unsigned_at(opened.ids + index * opened.id_width, opened.id_width)
        side.used[id_] = 1
        return push(&self.entries, side.ids[id_], start, self.out.size - start) if self.writing else OK

    cdef int add_step(self, Step* step, int64_t start) noexcept nogil:
        step.is_used = True
        return push(&self.entries, step.id, start, self.out.size - start) if self.writing else OK

    cdef int add_element(self, int64_t start) noexcept nogil:
        return push(&self.entries, 0, start, self.out.size - start) if self.writing else OK

    cdef int wrap(self, int64_t base, int64_t first, bint is_object) noexcept nogil:
        cdef int answer = OK
        if self.writing:
            answer = wrap_values(
                self.out, base, self.entries.data + first, self.entries.size - first, is_object
            )
        self.entries.size = first
        return answer

    cdef int put_scalar(self, const uint8_t* data, int64_t size) noexcept nogil:
        cdef Scalar scalar
        cdef int answer = read_scalar(&scalar, data, size)
        if answer < 0 or not self.writing:
            return answer
        return put_text(self.out, scalar.payload, scalar.size) if scalar.type == 16 else put(self.out, data, size)

    cdef int put_copy(self, bint is_own, const uint8_t* data, int64_t size, int depth) noexcept nogil:
        """A value as it is; without nulls inside where these are stripped."""
        cdef Names* names = &self.rows.names if is_own else &self.others.names
        cdef int64_t index, start, base = self.out.size, first = self.entries.size, child_size = 0
        cdef const uint8_t* child
        cdef Opened opened
        cdef bint is_object, strips
        cdef int answer
        if size < 1:
            return REJECT
        if data[0] & 3 < OBJECT:
            return self.put_scalar(data, size)
        if depth < 1:
            return REJECT
        answer = open_container(&opened, data, size, names)
        if answer < 0:
            return answer
        is_object = data[0] & 3 == OBJECT
        strips = self.op == STRIP and (is_object or self.flag)
        for index in range(opened.count):
            child = span_of(&opened, index, &child_size)
            if strips and child_size == 1 and child[0] == 0:
                continue
            start = self.out.size
            answer = self.put_copy(is_own, child, child_size, depth - 1)
            if answer == OK:
                answer = self.add_field(is_own, &opened, index, start) if is_object else self.add_element(start)
            if answer != OK:
                return close(&opened, answer)
        close(&opened, OK)
        return self.wrap(base, first, is_object)

    cdef int put_value(self, int depth) noexcept nogil:
        return self.put_copy(False, self.value, self.value_size, depth)

    cdef int put_nulls(self, int64_t count) noexcept nogil:
        cdef int64_t index
        cdef int answer = OK
        for index in range(count):
            if self.writing:
                answer = put_byte(self.out, 0)
                if answer == OK:
                    answer = self.add_element(self.out.size - 1)
            if answer != OK:
                break
        return answer

    cdef int put_new(self, int64_t at, int depth) noexcept nogil:
        """The value in the containers that the steps from `at` on ask for."""
        cdef int64_t start, base = self.out.size, first = self.entries.size
        cdef Step* step = &self.steps[at]
        cdef int answer = OK
        if at == self.count:
            return self.put_value(depth)
        if depth < 1:
            return REJECT
        if not step.is_name:
            if step.index < 0:
                return UNFIT
            answer = self.put_nulls(step.index)
        start = self.out.size
        if answer == OK:
            answer = self.put_new(at + 1, depth - 1)
        if answer == OK:
            answer = self.add_step(step, start) if step.is_name else self.add_element(start)
        return self.wrap(base, first, step.is_name) if answer == OK else answer

    cdef int put_edited(self, const uint8_t* data, int64_t size, int64_t at, int depth) noexcept nogil:
        """A value that the steps before `at` lead to, edited."""
        cdef Opened opened
        cdef bint is_object
        cdef int answer
        if size < 1:
            return REJECT
        is_object = data[0] & 3 == OBJECT
        if at == self.count:  # to append to
            if data[0] & 3 != ARRAY:
                return UNFIT
        elif (is_object or data[0] & 3 == ARRAY) and is_object == self.steps[at].is_name:
            pass
        elif self.op == DELETE:
            return self.put_copy(True, data, size, depth)
        else:
            return UNFIT
        if depth < 1:
            return REJECT
        answer = open_container(&opened, data, size, &self.rows.names)
        if answer < 0:
            return answer
        answer = self.edit_object(&opened, at, depth) if is_object else self.edit_array(&opened, at, depth)
        return close(&opened, answer)

    cdef int edit_object(self, Opened* opened, int64_t at, int depth) noexcept nogil:
        cdef int64_t index, start, base = self.out.size, first = self.entries.size, size = 0, name_size = 0
        cdef Step* step = &self.steps[at]
        cdef bint is_last = at == self.count - 1, is_met = False
        cdef bint makes = self.op == INSERT or (self.op == SET and self.flag)
        cdef const uint8_t* child
        cdef const uint8_t* name
        cdef int order, answer = OK
        for index in range(opened.count + 1):
            order = 1
            if index < opened.count:
                name = name_at(
                    &self.rows.names, unsigned_at(opened.ids + index * opened.id_width, opened.id_width), &name_size
                )
                order = compare(name, name_size, step.name, step.size)
            if order > 0 and not is_met:
                is_met = True
                if makes:
                    start = self.out.size
                    answer = self.put_new(at + 1, depth - 1)
                    if answer == OK:
                        answer = self.add_step(step, start)
                    if answer != OK:
                        return answer
            if index == opened.count:
                break
            child = span_of(opened, index, &size)
            start = self.out.size
            if order != 0:
                answer = self.put_copy(True, child, size, depth - 1)
            else:
                is_met = True
                if is_last and self.op == INSERT:
                    return UNFIT
                if is_last and self.op == DELETE:
                    continue
                if is_last and self.op == SET:
                    answer = self.put_value(depth - 1)
                else:
                    answer = self.put_edited(child, size, at + 1, depth - 1)
            if answer == OK:
                answer = self.add_field(True, opened, index, start)
            if answer != OK:
                return answer
        return self.wrap(base, first, True)

    cdef int edit_array(self, Opened* opened, int64_t at, int depth) noexcept nogil:
        cdef int64_t index, start, base = self.out.size, first = self.entries.size, size = 0, place = -1
        cdef bint is_last = at == self.count - 1, is_there = False
        cdef bint makes = self.op == INSERT or (self.op == SET and self.flag)
        cdef const uint8_t* child
        cdef int answer = OK
        if at < self.count:
            place = self.steps[at].index
            if place < 0:
                place += opened.count
            if place < 0 and makes:
                return UNFIT
            is_there = 0 <= place < opened.count
        for index in range(opened.count):
            if is_last and index == place:
                if self.op == DELETE:
                    continue
                if self.op == INSERT or self.op == SET:
                    start = self.out.size
                    answer = self.put_value(depth - 1)
                    if answer == OK:
                        answer = self.add_element(start)
                    if answer != OK:
                        return answer
                    if self.op == SET:
                        continue
            child = span_of(opened, index, &size)
            start = self.out.size
            if index == place and not (is_last and self.op == INSERT):
                answer = self.put_edited(child, size, at + 1, depth - 1)
            else:
                answer = self.put_copy(True, child, size, depth - 1)
            if answer == OK:
                answer = self.add_element(start)
            if answer != OK:
                return answer
        if at == self.count or (makes and not is_there):
            if at < self.count:
                answer = self.put_nulls(place - opened.count)
            start = self.out.size
            if answer == OK:
                answer = self.put_value(depth - 1) if at == self.count else self.put_new(at + 1, depth - 1)
            if answer == OK:
                answer = self.add_element(start)
            if answer != OK:
                return answer
        return self.wrap(base, first, False)

    cdef int put_picked(self, const uint8_t* data, int64_t size, int depth) noexcept nogil:
        """An object with none but the fields that the steps name."""
        cdef int64_t index, step = 0, start, base = self.out.size, first = self.entries.size, name_size = 0
        cdef const uint8_t* child
        cdef const uint8_t* name
        cdef Opened opened
        cdef int order, answer
        if size < 1:
            return REJECT
        if data[0] & 3 != OBJECT:
            return UNFIT
        if depth < 1:
            return REJECT
        answer = open_container(&opened, data, size, &self.rows.names)
        if answer < 0:
            return answer
        for index in range(opened.count):
            name = name_at(
                &self.rows.names, unsigned_at(opened.ids + index * opened.id_width, opened.id_width), &name_size
            )
            order = 1
            while step < self.count:
                order = compare(name, name_size, self.steps[step].name, self.steps[step].size)
                if order <= 0:
                    break
                step += 1
            if step == self.count:
                break
            if order != 0:
                continue
            child = span_of(&opened, index, &size)
            start = self.out.size
            answer = self.put_copy(True, child, size, depth - 1)
            if answer == OK:
                answer = self.add_field(True, &opened, index, start)
            if answer != OK:
                return close(&opened, answer)
        close(&opened, OK)
        return self.wrap(base, first, True)

    cdef int put_merged(
        self, const uint8_t* data, int64_t size, const uint8_t* patch, int64_t patch_size, int depth
    ) noexcept nogil:
        """RFC 7396: `data` is NULL where there is nothing to patch."""
        cdef Opened mine, theirs
        cdef int answer
        if patch_size < 1 or (data != NULL and size < 1):
            return REJECT
        if patch[0] & 3 != OBJECT:
            return self.put_copy(False, patch, patch_size, depth)
        if depth < 1:
            return REJECT
        answer = open_container(&theirs, patch, patch_size, &self.others.names)
        if answer < 0:
            return answer
        mine.count = 0
        mine.ordered = NULL
        if data != NULL and data[0] & 3 == OBJECT:
            answer = open_container(&mine, data, size, &self.rows.names)
        if answer == OK:
            answer = self.merge_fields(&mine, &theirs, depth)
        close(&mine, OK)
        return close(&theirs, answer)

    cdef int merge_fields(self, Opened* mine, Opened* theirs, int depth) noexcept nogil:
        cdef int64_t i = 0, j = 0, start, base = self.out.size, first = self.entries.size
        cdef int64_t a_size = 0, b_size = 0, size = 0, patch_size = 0
        cdef const uint8_t* a
        cdef const uint8_t* b
        cdef const uint8_t* child
        cdef const uint8_t* patch
        cdef int order, answer = OK
        while answer == OK and (i < mine.count or j < theirs.count):
            order = -1 if j == theirs.count else 1
            if i < mine.count and j < theirs.count:
                a = name_at(&self.rows.names, unsigned_at(mine.ids + i * mine.id_width, mine.id_width), &a_size)
                b = name_at(
                    &self.others.names, unsigned_at(theirs.ids + j * theirs.id_width, theirs.id_width), &b_size
                )
                order = compare(a, a_size, b, b_size)
            start = self.out.size
            child = span_of(mine, i, &size) if order <= 0 else NULL
            if order < 0:
                answer = self.put_copy(True, child, size, depth - 1)
                if answer == OK:
                    answer = self.add_field(True, mine, i, start)
            else:
                patch = span_of(theirs, j, &patch_size)
                if patch_size != 1 or patch[0] != 0:
                    answer = self.put_merged(child, size, patch, patch_size, depth - 1)
                    if answer == OK:
                        answer = self.add_field(False, theirs, j, start)
                j += 1
            if order <= 0:
                i += 1
        return self.wrap(base, first, True) if answer == OK else answer


def edit_rows(storage, others, int op, steps, bint flag, limits, bint tries):
    """`others` has a row for each, or one for all; None where the edit needs no values."""
    cdef Rows rows = Rows(storage, limits)
    cdef Rows values = Rows(storage if others is None else others, limits)
    cdef Editor editor = Editor(rows, values, op, steps, flag)
    cdef bint has_values = others is not None
    cdef bint is_one = has_values and values.struct.length == 1
    cdef Bytes metadata_data, metadata_offsets, value_data, value_offsets
    cdef Bits valid
    cdef int64_t row = -1, at, nulls, before, names_before, size = 0
    cdef const uint8_t* data = NULL
    cdef int answer
    cdef bint is_there
    memset(&metadata_data, 0, sizeof(Bytes))
    memset(&metadata_offsets, 0, sizeof(Bytes))
    memset(&value_data, 0, sizeof(Bytes))
    memset(&value_offsets, 0, sizeof(Bytes))
    memset(&valid, 0, sizeof(Bits))
    with nogil:
        answer = put_i32(&metadata_offsets, 0)
        if answer == OK:
            answer = put_i32(&value_offsets, 0)
        for row in range(rows.struct.length):
            at = 0 if is_one else row
            before = value_data.size
            names_before = metadata_data.size
            is_there = is_valid(&rows.struct, row) and (not has_values or is_valid(&values.struct, at))
            if answer == OK and is_there:
                answer = rows.open_row(row, &data, &size)
                if answer == OK:  # what is deleted or replaced is not walked below
                    answer = check_value(data, size, &rows.names, rows.depth)
                if answer == OK:
                    answer = editor.open_side(&editor.own, rows)
                if answer == OK and has_values:
                    answer = values.open_row(at, &editor.value, &editor.value_size)
                    if answer == OK:
                        answer = check_value(editor.value, editor.value_size, &values.names, values.depth)
                    if answer == OK:
                        answer = editor.open_side(&editor.other, values)
                if answer == OK:
                    answer = editor.edit_row(data, size, &metadata_data, &value_data)
                    if answer == REJECT:  # what was given is sound, so the result is too deep
                        answer = UNFIT
                    elif answer == OK and value_data.size - before > rows.limit:
                        answer = UNFIT
                    elif answer == OK and metadata_data.size - names_before > rows.limit:
                        answer = UNFIT
                if answer == UNFIT and tries:
                    answer = OK
                    is_there = False
                    value_data.size = before
                    metadata_data.size = names_before
            if answer == OK and not is_there:
                answer = put(&metadata_data, <const uint8_t*> b"\x11\x00\x00", 3)
            if answer == OK:
                answer = put_bit(&valid, is_there)
            if answer == OK:
                answer = put_i32(&metadata_offsets, metadata_data.size)
            if answer == OK:
                answer = put_i32(&value_offsets, value_data.size)
            if answer != OK:
                break
    if answer != OK:
        free(metadata_data.data)
        free(metadata_offsets.data)
        free(value_data.data)
        free(value_offsets.data)
        free(valid.bytes.data)
        if answer == REJECT or answer == UNFIT:
            return row
        fail(answer)
    nulls = valid.nulls
    count = valid.count
    names = pa.Array.from_buffers(
        pa.binary(), count, [None, as_buffer(&metadata_offsets), as_buffer(&metadata_data)], 0
    )
    validity = as_validity(&valid)
    edited = pa.Array.from_buffers(
        pa.binary(), count, [validity, as_buffer(&value_offsets), as_buffer(&value_data)], nulls
    )
    return pa.Array.from_buffers(storage_of(Group(True, None)), count, [validity], nulls, 0, [names, edited])
