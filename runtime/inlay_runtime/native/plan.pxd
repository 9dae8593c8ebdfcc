# cython: language_level=3
"""The schema tables of generated classes as C structs."""

from cpython.object cimport PyObject, PyTypeObject
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

cdef enum Kind:
    K_BOOL
    K_I8
    K_I16
    K_I32
    K_I64
    K_DOUBLE
    K_BINARY
    K_BORROWED
    K_STRING
    K_UUID
    K_ENUM
    K_TAGS
    K_STRUCT
    K_UNION
    K_LIST
    K_MAP
    K_HOOKED  # what follows the scalars and structs: a look at the header of a value may not tell its type

cdef enum:
    NO_ROW = 255
    DENSE = 64  # field ids below this are looked up, others searched for

cdef struct Members:
    # of an enum: by the one byte that a member takes on the wire, and all, ascending;
    # of an enum of tags: by field id
    PyObject* cls
    PyObject* by_byte[128]
    int count
    int32_t* values
    PyObject** members
    bint closed

cdef struct Hook:
    # the modules of a reader and a writer, and their names in these
    PyObject* reader_module
    PyObject* reader
    PyObject* writer_module
    PyObject* writer

cdef struct Type:
    Kind kind
    int wire
    Type* element  # of a list or set; the values of a map; the container that a hook reads, or NULL
    Type* key
    bint is_flat_list  # or set: of what is not a container itself
    bint is_strict  # a string that has to be UTF-8
    bint pairs  # a map whose keys cannot be hashed: a list of pairs
    Plan* plan  # of a struct or union
    Members* members
    Hook* hook
    bint calls_hooks  # reading a value does, at whatever depth

cdef struct Row:
    int id
    Kind kind  # those of `type`
    int wire
    bint required
    Type* type
    Py_ssize_t offset  # of the slot, in an instance
    PyObject* slot  # its name
    PyObject* wrapper  # the class of a variant whose payload does not tell it apart
    Py_ssize_t wrapped_offset

cdef struct Plan:
    int number
    PyTypeObject* cls  # NULL for a union
    PyObject* schema
    int count
    int required
    Row* rows  # by ascending id
    signed char by_id[64]
    bint is_union
    bint is_closed  # of a union: to variants, too, that the IDL does not have
    bint is_empty_variant
    bint is_native  # nothing below needs pure Python
    bint has_hooks  # its values, or those below, are read by code of the user's
    bint is_acyclic  # no instance can come to hold itself
    size_t last_size  # of what was last written with an instance at its root
    bint is_nested  # holds structs or lists
    bint is_heavy  # holds, at any depth, lists of nested structs: those are worth a look into the index
    # by the row before (0: none) and the byte of a header, the row that follows; NO_ROW for anything but a known
    # field in the short form, of the right type. NULL for unions and for structs of too many fields
    uint8_t* next
    Py_ssize_t extension_offset
    Py_ssize_t remainder_offset
    PyObject* blank  # an instance with nothing in it, for one struct after the other to be built in; or NULL


cdef inline Row* row_of(Plan* plan, int field_id) noexcept nogil:
    """The row of a field, or NULL."""
    cdef int low, high, middle
    if 0 <= field_id < DENSE:
        low = plan.by_id[field_id]
        return &plan.rows[low] if low >= 0 else NULL
    low = 0
    high = plan.count
    while low < high:
        middle = (low + high) // 2
        if plan.rows[middle].id < field_id:
            low = middle + 1
        else:
            high = middle
    if low < plan.count and plan.rows[low].id == field_id:
        return &plan.rows[low]
    return NULL


cdef inline PyObject* member_of(Members* members, int64_t value) noexcept nogil:
    """The member with a value (a tag: a field id), or NULL."""
    cdef int low = 0
    cdef int high = members.count
    cdef int middle
    while low < high:
        middle = (low + high) // 2
        if members.values[middle] < value:
            low = middle + 1
        else:
            high = middle
    if low < members.count and members.values[low] == value:
        return members.members[low]
    return NULL


cdef Plan* plan_of(object cls) except? NULL
cdef Plan* plan_at(int number) noexcept
