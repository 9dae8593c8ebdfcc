# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_variant.arrow.pure_edits.edit_rows`, natively: edited storage, or the first row that is not taken.

Each row is walked twice: for the names that are left, which become its dictionary, and for its bytes. Fields are met in the order
of their names, so they are written in the order of their new numbers.
"""
cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint32_t, uint8_t
from libc.stdlib cimport calloc, free

from inlay_variant.native.buffers cimport OK, REJECT, is_valid
from inlay_variant.native.containers cimport (
    ARRAY, OBJECT, Opened, close, id_of, name_of, open_container, span_of,
)
from inlay_variant.native.memory cimport as_storage, fail
from inlay_variant.native.names cimport compare
from inlay_variant.native.plan cimport Rows, check_value
from inlay_variant.native.texts cimport Texts, add_text, write_texts
from inlay_variant.native.unshredded cimport (
    Unshredded, close_unshredded, end_row, fits_limit, forget_row, open_unshredded,
)
from inlay_variant.native.used_names cimport UsedNames, add_uses, close_uses, forget_uses
from inlay_variant.native.value_writer cimport (
    ValueWriter, add_element, add_entry, put_null_elements, put_scalar, wrap_entries,
)

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


@cython.final
cdef class Editor:
    """An edit, and what is kept from row to row. The functions on it are in the parts that are included below."""

    cdef Rows rows, others
    cdef UsedNames own, other  # names of a row, and of the value that goes into it
    cdef int op
    cdef bint flag, makes
    cdef Step* steps
    cdef int64_t count
    cdef list alive
    cdef Texts texts
    cdef ValueWriter writer
    cdef const uint8_t* value
    cdef int64_t value_size

    def __cinit__(self, Rows rows, Rows others, int op, steps, bint flag):
        cdef Step* step
        cdef int64_t at
        cdef bytes name
        self.rows = rows
        self.others = others
        self.own.names = &rows.names
        self.other.names = &others.names
        self.op = op
        self.flag = flag
        self.makes = op == INSERT or (op == SET and flag)
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
        free(self.writer.entries.data)
        close_uses(&self.own)
        close_uses(&self.other)


include "edit_copies.pxi"
include "edit_paths.pxi"
include "edit_objects.pxi"


cdef int edit_value(Editor editor, const uint8_t* data, int64_t size, bint writes) noexcept nogil:
    """One walk of a row."""
    editor.writer.writes = writes
    editor.writer.entries.size = 0
    if editor.op == MERGE:
        return put_merged(editor, data, size, editor.value, editor.value_size, editor.rows.depth)
    if editor.op == PICK:
        return put_picked(editor, data, size, editor.rows.depth)
    if editor.op == STRIP:
        return put_copy(editor, &editor.own, data, size, editor.rows.depth)
    return put_edited(editor, data, size, 0, editor.rows.depth)


cdef int write_names(Editor editor, Unshredded* output) noexcept nogil:
    """The dictionary of the names that a walk has used, which get their numbers in it."""
    cdef int64_t at
    cdef Step* step
    cdef int answer
    editor.texts.size = 0
    answer = add_uses(&editor.own, &editor.texts)
    if answer == OK and editor.value != NULL:
        answer = add_uses(&editor.other, &editor.texts)
    for at in range(editor.count):
        step = &editor.steps[at]
        if step.is_used and answer == OK:
            answer = add_text(&editor.texts, step.name, step.size, &step.id)
    return write_texts(&editor.texts, &output.metadata) if answer == OK else answer


cdef int open_given(Editor editor, int64_t row) noexcept nogil:
    """The value that goes into the next row."""
    cdef int answer = editor.others.open_row(row, &editor.value, &editor.value_size)
    if answer == OK:
        answer = check_value(editor.value, editor.value_size, editor.other.names, editor.others.depth)
    return forget_uses(&editor.other) if answer == OK else answer


cdef int write_row(Editor editor, const uint8_t* data, int64_t size, Unshredded* output) noexcept nogil:
    """Both walks of a row."""
    cdef int64_t at
    cdef int answer
    editor.writer.out = &output.value
    for at in range(editor.count):
        editor.steps[at].is_used = False
    answer = edit_value(editor, data, size, False)
    if answer == OK:
        answer = write_names(editor, output)
    if answer == OK:
        answer = edit_value(editor, data, size, True)
    if answer == REJECT:  # what was given is sound, so the result is too deep
        return UNFIT
    return UNFIT if answer == OK and not fits_limit(output, editor.rows.limit) else answer


cdef int edit_row(Editor editor, int64_t row, int64_t given, Unshredded* output) noexcept nogil:
    """Writes a row; `given` is the row of the value that goes into it, or -1."""
    cdef const uint8_t* data = NULL
    cdef int64_t size = 0
    cdef int answer = editor.rows.open_row(row, &data, &size)
    if answer == OK:  # what is deleted or replaced is not walked below
        answer = check_value(data, size, editor.own.names, editor.rows.depth)
    if answer == OK:
        answer = forget_uses(&editor.own)
    if answer == OK and given >= 0:
        answer = open_given(editor, given)
    return write_row(editor, data, size, output) if answer == OK else answer


def edit_rows(storage, others, int op, steps, bint flag, limits, bint tries):
    """`others` has a row for each, or one for all; None where the edit needs no values."""
    cdef Rows rows = Rows(storage, limits)
    cdef Rows values = Rows(storage if others is None else others, limits)
    cdef Editor editor = Editor(rows, values, op, steps, flag)
    cdef bint has_values = others is not None
    cdef bint is_single = has_values and values.struct.length == 1
    cdef Unshredded output
    cdef int64_t row = -1, given
    cdef int answer
    cdef bint is_there
    with nogil:
        answer = open_unshredded(&output)
        for row in range(rows.struct.length):
            given = -1 if not has_values else 0 if is_single else row
            is_there = is_valid(&rows.struct, row) and (given < 0 or is_valid(&values.struct, given))
            if answer == OK and is_there:
                answer = edit_row(editor, row, given, &output)
                if answer == UNFIT and tries:
                    forget_row(&output)
                    answer = OK
                    is_there = False
            if answer == OK:
                answer = end_row(&output, is_there)
            if answer != OK:
                break
    if answer == OK:
        return as_storage(&output)
    close_unshredded(&output)
    if answer == REJECT or answer == UNFIT:
        return row
    fail(answer)
