# Part of native_copying.pyx: what `chunk_statistics.bounds_to_flat` does: bounds that are bytes, in instances that are not lazy.


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
        cdef Span spans[2]
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
        held = <object>bounds[0], <object>bounds[1]  # whatever a flag's truth does
        for number in range(2):
            is_exact[number] = bool(<object>slot_of(thrift, self.exact[number]))
            spans[number] = span_of(bounds[number])
        kind = -1 if type_ is None or not may_pack else type_
        prefix = pack(packed, spans, is_exact, kind, may_truncate)
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


cdef inline Span span_of(PyObject* bound) noexcept:
    cdef Span span
    span.data, span.size = NULL, 0
    if bound != Py_None:
        span.data, span.size = <const uint8_t*>PyBytes_AS_STRING(<bytes>bound), PyBytes_GET_SIZE(<bytes>bound)
    return span


cdef inline bint is_bound(PyObject* value) noexcept:
    return value == Py_None or (value != NULL and PyBytes_CheckExact(<object>value))
