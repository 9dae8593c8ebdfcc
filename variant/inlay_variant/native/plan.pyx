# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The tree of groups, the rows of storage, and the strict pass over a value."""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from inlay_variant.native.buffers cimport OK, REJECT, bytes_at, is_valid, put_i32
from inlay_variant.native.containers cimport OBJECT, Opened, close, open_container, span_of
from inlay_variant.native.memory cimport as_buffer, as_validity, fail, open_column
from inlay_variant.native.names cimport Names, read_names
from inlay_variant.native.scalars cimport Scalar, read_scalar

import pyarrow as pa

from inlay_variant.storage.leaves import VariantLeaf
from inlay_variant.storage.shape import Elements, Entries, choose_arrow_type, storage_of, struct_of


cdef class Plan:
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
        elif isinstance(typed, VariantLeaf):
            part.kind = BITS + <int> typed.kind
            part.type = typed.type
            part.width = typed.width
            part.precision = typed.precision
            part.scale = typed.scale
        elif isinstance(typed, Elements):
            part.kind = LIST
            self.make_children(part, 1)
            self.build(part.children, typed.element)
        elif isinstance(typed, Entries):
            part.kind = MAP  # of keys and values
            self.make_children(part, 2)
            part.children[0].kind = BYTES
            self.build(&part.children[1], typed.element)
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
        elif part.kind == MAP:
            open_column(&part.children[0].typed, typed.keys, self.alive)
            self.read(&part.children[1], group.typed.element, typed.items)
        elif part.kind == FIELDS:
            for index, (name, child) in enumerate(group.typed.fields):
                self.read(&part.children[index], child, typed.field(name))
        return 0

    cdef list columns(self, Part* part, object group):
        """What was written, as arrays."""
        cdef list arrays = []
        if part.has_value:
            arrays.append(pa.Array.from_buffers(
                pa.binary(), part.rows,
                [as_validity(&part.value_valid), as_buffer(&part.value_offsets), as_buffer(&part.value_data)],
                part.value_valid.nulls,
            ))
        if part.kind != UNTYPED:
            arrays.append(self.typed_column(part, group.typed))
        return arrays

    cdef object typed_column(self, Part* part, object typed):
        cdef object type_ = choose_arrow_type(typed)
        cdef object validity = as_validity(&part.typed_valid)
        cdef int64_t nulls = part.typed_valid.nulls
        cdef object array
        if part.kind == LIST:
            child = self.struct(part.children, typed.element)
            buffers = [validity, as_buffer(&part.typed_offsets)]
            return pa.Array.from_buffers(type_, part.rows, buffers, nulls, 0, [child])
        if part.kind == MAP:
            keys = pa.Array.from_buffers(pa.string(), part.children[0].rows, [
                None, as_buffer(&part.children[0].typed_offsets), as_buffer(&part.children[0].typed_data),
            ])
            items = self.struct(&part.children[1], typed.element)
            entries = pa.Array.from_buffers(
                pa.struct([type_.key_field, type_.item_field]), len(items), [None], 0, 0, [keys, items]
            )
            buffers = [validity, as_buffer(&part.typed_offsets)]
            return pa.Array.from_buffers(type_, part.rows, buffers, nulls, 0, [entries])
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
        array = pa.Array.from_buffers(typed.arrow, part.rows, buffers, nulls)
        return array if type_ == typed.arrow else pa.ExtensionArray.from_storage(type_, array)

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


cdef int start_writing(Part* part) noexcept:
    """The first offset of every column that has offsets."""
    cdef int64_t index
    cdef int answer = OK
    if part.has_value:
        answer = put_i32(&part.value_offsets, 0)
    if answer == OK and (part.kind == LIST or part.kind == BYTES or part.kind == MAP):
        answer = put_i32(&part.typed_offsets, 0)
    for index in range(part.children_count):
        if answer == OK:
            answer = start_writing(&part.children[index])
    return answer


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


# Checking

cdef int check_value(const uint8_t* data, int64_t size, Names* names, int depth) noexcept nogil:
    """Whether data[:size] is one value, with at most `depth` containers in each other."""
    cdef Scalar scalar
    cdef Opened opened
    cdef const uint8_t* child
    cdef int64_t i, child_size
    cdef int answer
    if size < 1:
        return REJECT
    if data[0] & 3 < OBJECT:
        return read_scalar(&scalar, data, size)
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
    def __cinit__(self, storage, limits):
        self.alive = []
        memset(&self.names, 0, sizeof(Names))
        open_column(&self.struct, storage, self.alive)
        open_column(&self.metadata, storage.field("metadata"), self.alive)
        if storage.type.get_field_index("value") >= 0:
            open_column(&self.value, storage.field("value"), self.alive)
        self.limit = limits.size
        self.depth = limits.depth

    cdef int open_metadata(self, int64_t row) noexcept nogil:
        cdef int64_t size = 0
        cdef const uint8_t* data
        if not is_valid(&self.metadata, row):
            return REJECT
        data = bytes_at(&self.metadata, row, &size)
        return REJECT if data == NULL else read_names(&self.names, data, size, self.limit)

    cdef const uint8_t* open_value(self, int64_t row, int64_t* size) noexcept nogil:
        """NULL where it is too large or damaged; a missing value is a Variant null."""
        cdef const uint8_t* data
        if not is_valid(&self.value, row):
            size[0] = 1
            return <const uint8_t*> b"\x00"
        data = bytes_at(&self.value, row, size)
        return data if data != NULL and size[0] <= self.limit else NULL

    cdef int open_row(self, int64_t row, const uint8_t** data, int64_t* size) noexcept nogil:
        cdef int answer = self.open_metadata(row)
        if answer < 0:
            return answer
        data[0] = self.open_value(row, size)
        return REJECT if data[0] == NULL else OK


def check(storage, limits):
    """None, or the first row that is not a Variant."""
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
