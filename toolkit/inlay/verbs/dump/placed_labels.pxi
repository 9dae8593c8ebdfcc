# The labels of a file and the numbers that follow from them: `label_order.LabelOrder` and `places.Places` are the specification.


cdef enum Follows:  # as `places.Follows`
    OFFSET = 1
    PART
    ROW_GROUP
    BODY
    PAGE


cdef struct LabelPlace:
    int64_t place
    int64_t at  # in the order of ends, then beginnings and bodies


cdef int compare_places(const void* one, const void* other) noexcept nogil:
    cdef const LabelPlace* a = <const LabelPlace*>one
    cdef const LabelPlace* b = <const LabelPlace*>other
    if a.place != b.place:
        return 1 if a.place > b.place else -1
    return (a.at > b.at) - (a.at < b.at)


cdef class PlacedLabels:
    """Where parts begin and end, and where their bodies begin; -1 where they have none. `numbers` are the labels by name, and `names`
    has the label that a number of this place is written with."""

    cdef list labels
    cdef dict numbers, names
    cdef const int64_t[:] starts, ends, bodies
    cdef LabelPlace* order
    cdef Py_ssize_t size, next

    def __cinit__(self):
        self.order = NULL

    def __dealloc__(self):
        free(self.order)

    def __init__(self, list labels not None, dict numbers not None, dict names not None, starts, ends, bodies):
        cdef Py_ssize_t at
        cdef Py_ssize_t count = len(labels)
        self.labels, self.numbers, self.names = labels, numbers, names
        self.starts, self.ends, self.bodies = starts, ends, bodies
        self.size = self.next = 0
        self.order = <LabelPlace*>malloc((3 * count + 1) * sizeof(LabelPlace))
        if self.order == NULL:
            raise MemoryError
        for at in range(count):
            self.add(self.ends[at], at)
            self.add(self.starts[at], count + 2 * at)
            self.add(self.bodies[at], count + 2 * at + 1)
        qsort(self.order, self.size, sizeof(LabelPlace), compare_places)

    cdef void add(self, int64_t place, Py_ssize_t at) noexcept:
        if place >= 0:
            self.order[self.size].place, self.order[self.size].at = place, at
            self.size += 1

    cdef Py_ssize_t reach(self, int64_t place) noexcept:
        """Leads to the first label of a place; returns the one behind its last."""
        cdef Py_ssize_t low = self.next
        cdef Py_ssize_t high = self.size
        if low == high or place < self.order[low].place:
            return low
        if place > self.order[low].place:
            while low < high:
                if self.order[(low + high) // 2].place < place:
                    low = (low + high) // 2 + 1
                else:
                    high = (low + high) // 2
            self.next = low
        while low < self.size and self.order[low].place == place:
            low += 1
        return low

    cdef tuple name(self, Py_ssize_t at):
        """A label, and what stands behind it."""
        cdef Py_ssize_t count = len(self.labels)
        at = self.order[at].at
        if at < count:
            return self.labels[at], ".end"
        return self.labels[(at - count) // 2], ".body" if (at - count) % 2 else ""

    def take(self, int64_t place):
        """The labels of a place, once, and only in the order of places."""
        cdef Py_ssize_t at
        cdef Py_ssize_t end = self.reach(place)
        cdef list names = ["".join(self.name(at)) for at in range(self.next, end)]
        self.next = end
        return names

    cdef int write(self, TextLines out, int64_t place) except -1:
        """Their line, without its end; nothing where there are none."""
        cdef Py_ssize_t at
        cdef Py_ssize_t end = self.reach(place)
        for at in range(self.next, end):
            label, behind = self.name(at)
            out.put(b" @" if at > self.next else b"@", 2 if at > self.next else 1)
            out.put_text(label)
            out.put_text(behind)
        self.next = end
        return 0

    cdef bint write_symbol(self, TextWriter out, FieldText field, int64_t value) except -1:
        """Whether the number is written as what it follows from."""
        cdef str label
        cdef int64_t group, column
        if field.follows == OFFSET:
            label = self.names.get(value) if value > 0 else None
            if label is None:
                return False
            out.put(b"&", 1)
            out.put_text(label)
            return True
        if field.follows == BODY:
            return self.write_size(out, out.label, value, b".body")
        group = out.index_of(0)
        if field.follows == PAGE:
            return self.write_size(out, f"{out.label.removesuffix('.offset_index')}.p{group}", value, b"")
        if field.follows == ROW_GROUP:
            return self.write_size(out, f"g{group}", value, b"")
        column = out.index_of(1)
        return column >= 0 and self.write_size(out, f"g{group}.c{column}{field.part}", value, b"")

    cdef bint write_size(self, TextWriter out, str label, int64_t value, bytes begin) except -1:
        """The same of the size of a part, or of its body."""
        cdef object number = self.numbers.get(label)
        cdef int64_t start
        if number is None:
            return False
        start = self.bodies[number] if begin else self.starts[number]
        if start < 0 or self.ends[number] - start != value:
            return False
        out.put(b"&", 1)
        out.put_text(label)
        out.put(b".end - &", 8)
        out.put_text(label)
        out.put_bytes(begin)
        return True
