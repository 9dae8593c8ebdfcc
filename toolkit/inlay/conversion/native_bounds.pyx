# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What `chunk_statistics.bounds_to_flat` does, natively: bounds that are bytes, in instances that are not lazy."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_CheckExact, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_XDECREF
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from inlay_runtime.native.compact cimport DONE, Located
from inlay_runtime.native.instances cimport slot_of, store

from inlay_runtime.native.plan import offset_of

cdef extern from "Python.h":
    PyTypeObject* Py_TYPE(PyObject*)
    PyObject* Py_None

cdef enum:
    LONGEST = 16
    T_INT32 = 1
    T_INT64
    T_INT96
    T_FLOAT
    T_DOUBLE
    T_BYTE_ARRAY
    T_FIXED

cdef enum:  # attributes of the table
    LO4
    LO8
    HI8
    LENGTH
    WHOLE
    OLD
    EQUALS
    OF_ONE  # so many of the minimum, then as many of the maximum

_FLAT = tuple(
    name.format(bound)
    for bound in ("min", "max")
    for name in ("{}_lo4", "{}_lo8", "{}_hi8", "{}_len", "{}_value", "{}", "{0}_equals_{0}_value")
)


cdef struct Packed:
    bint is_there
    uint32_t lo4
    uint64_t lo8
    uint64_t hi8
    int length


cdef class BoundsPacker:
    """For statistics of exactly these two classes."""

    cdef object thrift, flat
    cdef Py_ssize_t of_flat[14]
    cdef Py_ssize_t prefix
    cdef Py_ssize_t old[2]  # of a minimum, and of a maximum
    cdef Py_ssize_t whole[2]
    cdef Py_ssize_t exact[2]

    def __init__(self, thrift, flat):
        self.thrift, self.flat = thrift, flat
        for at, name in enumerate(_FLAT):
            self.of_flat[<int>at] = offset_of(flat, name)
        self.prefix = offset_of(flat, "prefix")
        for at, name in enumerate(("min", "max")):
            self.old[<int>at] = offset_of(thrift, name)
            self.whole[<int>at] = offset_of(thrift, f"{name}_value")
            self.exact[<int>at] = offset_of(thrift, f"is_{name}_value_exact")

    def __call__(self, thrift, flat, type_, bint may_pack, bint may_truncate):
        """Whether it was done; if not, nothing was."""
        cdef Packed packed[2]
        cdef PyObject* bounds[2]
        cdef PyObject* old
        cdef bint is_exact[2]
        cdef Py_ssize_t prefix = 0
        cdef int number, kind
        if Py_TYPE(<PyObject*>thrift) != <PyTypeObject*>self.thrift or (<Located>thrift).state != DONE:
            return False
        if Py_TYPE(<PyObject*>flat) != <PyTypeObject*>self.flat:
            return False
        for number in range(2):
            bounds[number] = slot_of(thrift, self.whole[number])
            if not is_bound(bounds[number]) or not is_bound(slot_of(thrift, self.old[number])):
                return False
            if slot_of(thrift, self.exact[number]) == NULL:
                return False
            packed[number].is_there = False
        held = <object>bounds[0], <object>bounds[1]  # whatever a flag's truth does
        for number in range(2):
            is_exact[number] = bool(<object>slot_of(thrift, self.exact[number]))
        kind = -1 if type_ is None or not may_pack else type_
        if kind == T_BYTE_ARRAY or kind == T_FIXED:
            prefix = pack_bytes(packed, bounds, is_exact, may_truncate)
        elif T_INT32 <= kind <= T_DOUBLE:
            for number in range(2):
                pack_number(&packed[number], bounds[number], is_exact[number], kind)
        if prefix:
            replace(flat, self.prefix, PyBytes_FromStringAndSize(PyBytes_AS_STRING(<bytes>bounds[0]), prefix))
        for number in range(2):
            self.put(flat, number, &packed[number], bounds[number], prefix)
            old = slot_of(thrift, self.old[number])
            if old != Py_None and bounds[number] != Py_None and <object>old == <object>bounds[number]:
                replace(flat, self.of_flat[number * OF_ONE + EQUALS], True)
            else:
                replace(flat, self.of_flat[number * OF_ONE + OLD], <object>old)
        return True

    cdef int put(self, object flat, int number, const Packed* packed, PyObject* bound, Py_ssize_t prefix) except -1:
        cdef const Py_ssize_t* of_flat = self.of_flat + number * OF_ONE
        cdef Py_ssize_t told = -1
        if packed.is_there:
            replace(flat, of_flat[LO4], packed.lo4)
            replace(flat, of_flat[LO8], packed.lo8)
            replace(flat, of_flat[HI8], packed.hi8)
            replace(flat, of_flat[LENGTH], packed.length)
            told = prefix + (packed.length if packed.length >= 0 else -packed.length)
        if bound == Py_None or told != PyBytes_GET_SIZE(<bytes>bound):
            replace(flat, of_flat[WHOLE], <object>bound)
        return 0


cdef inline bint is_bound(PyObject* value) noexcept:
    return value == Py_None or (value != NULL and PyBytes_CheckExact(<object>value))


cdef inline const uint8_t* start_of(PyObject* bound) noexcept:
    return <const uint8_t*>PyBytes_AS_STRING(<bytes>bound)


cdef void pack_number(Packed* packed, PyObject* bound, bint is_exact, int kind) noexcept:
    cdef int size = 4 if kind == T_INT32 or kind == T_FLOAT else 12 if kind == T_INT96 else 8
    cdef const uint8_t* data
    if bound == Py_None or PyBytes_GET_SIZE(<bytes>bound) != size:
        return
    data = start_of(bound)
    packed.is_there = True
    packed.lo4 = 0
    packed.lo8 = packed.hi8 = 0
    packed.length = size if is_exact else -size
    if size != 8:
        memcpy(&packed.lo4, data, 4)
    if size != 4:
        memcpy(&packed.lo8, data + (size - 8), 8)


cdef Py_ssize_t pack_bytes(Packed* packed, PyObject** bounds, const bint* is_exact, bint may_truncate) noexcept:
    """Both bounds without the bytes that they begin with alike; returns how many these are."""
    cdef uint8_t suffix[LONGEST]
    cdef Py_ssize_t prefix = 0
    cdef Py_ssize_t left
    cdef int number
    cdef bint exact
    if bounds[0] != Py_None and bounds[1] != Py_None:
        prefix = shared(bounds[0], bounds[1])
        for number in range(2):
            if not is_exact[number] and PyBytes_GET_SIZE(<bytes>bounds[number]) == prefix:
                prefix = max(prefix - 1, 0)  # or its length would be 0, and 0 has no sign
                break
    for number in range(2):
        if bounds[number] == Py_None:
            continue
        left = PyBytes_GET_SIZE(<bytes>bounds[number]) - prefix
        exact = is_exact[number]
        memset(suffix, 0, LONGEST)
        memcpy(suffix, start_of(bounds[number]) + prefix, min(left, LONGEST))
        if left > LONGEST:
            if not may_truncate:
                continue
            exact = False
            left = LONGEST if number == 0 else raised(suffix)
        if left == 0 and not exact:
            continue
        packed[number].is_there = True
        packed[number].lo4 = 0
        packed[number].lo8 = big(suffix)
        packed[number].hi8 = big(suffix + 8)
        packed[number].length = left if exact else -left
    return prefix if packed[0].is_there or packed[1].is_there else 0


cdef Py_ssize_t shared(PyObject* first, PyObject* second) noexcept:
    cdef const uint8_t* one = start_of(first)
    cdef const uint8_t* other = start_of(second)
    cdef Py_ssize_t size = min(PyBytes_GET_SIZE(<bytes>first), PyBytes_GET_SIZE(<bytes>second))
    cdef Py_ssize_t at = 0
    while at + 64 <= size and memcmp(one + at, other + at, 64) == 0:
        at += 64
    while at < size and one[at] == other[at]:
        at += 1
    return at


cdef Py_ssize_t raised(uint8_t* suffix) noexcept:
    """The least bytes above all that begin with these; how many they are, 0 if there are none."""
    cdef Py_ssize_t size = LONGEST
    while size and suffix[size - 1] == 0xFF:
        size -= 1
        suffix[size] = 0
    if size:
        suffix[size - 1] += 1
    return size


cdef uint64_t big(const uint8_t* data) noexcept:
    cdef uint64_t value = 0
    cdef int at
    for at in range(8):
        value = value << 8 | data[at]
    return value


cdef inline void replace(object record, Py_ssize_t offset, object value) noexcept:
    cdef PyObject* old = slot_of(record, offset)
    store(record, offset, value)
    Py_XDECREF(old)
