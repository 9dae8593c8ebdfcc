# The labels of a file and the numbers that follow from them: `label_order.LabelOrder` and `places.Places` are the specification.


cdef enum Follows:  # as `places.Follows`
    OFFSET = 1
    PART
    ROW_GROUP
    BODY
    PAGE


cdef enum:
    DIGIT = 11  # bits by which places are sorted at once


cdef class PlacedLabels:
    """Where parts begin and end, and where their bodies begin; -1 where they have none. `numbers` are the labels by name."""

    cdef list labels
    cdef dict numbers
    cdef const int64_t[:] starts, ends, bodies
    cdef uint32_t* order  # numbers: first the ends of all parts, then the beginning of each and of its body
    cdef Py_ssize_t size, next

    def __cinit__(self):
        self.order = NULL

    def __dealloc__(self):
        free(self.order)

    def __init__(self, list labels not None, dict numbers not None, starts, ends, bodies):
        cdef Py_ssize_t count = len(labels)
        cdef Py_ssize_t at
        cdef int64_t last = 0
        self.labels, self.numbers = labels, numbers
        self.starts, self.ends, self.bodies = starts, ends, bodies
        self.size = self.next = 0
        self.order = <uint32_t*>malloc((3 * count + 1) * sizeof(uint32_t))
        if self.order == NULL or 3 * count > UINT32_MAX:
            raise MemoryError
        for at in range(3 * count):
            if self.place_of(at) >= 0:
                self.order[self.size] = <uint32_t>at
                self.size += 1
                last = max(last, self.place_of(at))
        self.sort(last)

    cdef int sort(self, int64_t last) except -1:
        """By place, digit by digit; what has one place keeps its order."""
        cdef uint32_t* other = <uint32_t*>malloc((self.size + 1) * sizeof(uint32_t))
        cdef Py_ssize_t[1 << DIGIT] places
        cdef Py_ssize_t at, place, size
        cdef int shift = 0
        if other == NULL:
            raise MemoryError
        while last >> shift:
            memset(places, 0, sizeof(places))
            for at in range(self.size):
                places[(self.place_of(self.order[at]) >> shift) & ((1 << DIGIT) - 1)] += 1
            place = 0
            for at in range(1 << DIGIT):
                size = places[at]
                places[at] = place
                place += size
            for at in range(self.size):
                place = (self.place_of(self.order[at]) >> shift) & ((1 << DIGIT) - 1)
                other[places[place]] = self.order[at]
                places[place] += 1
            self.order, other = other, self.order
            shift += DIGIT
            if shift > 62:
                break
        free(other)
        return 0

    cdef inline int64_t place_of(self, Py_ssize_t at) noexcept:
        cdef Py_ssize_t count = len(self.labels)
        if at < count:
            return self.ends[at]
        at -= count
        return self.bodies[at // 2] if at % 2 else self.starts[at // 2]

    cdef Py_ssize_t first_at(self, int64_t place, Py_ssize_t low) noexcept:
        """The first label of a place, or of one behind it, from `low` on."""
        cdef Py_ssize_t high = self.size
        while low < high:
            if self.place_of(self.order[(low + high) // 2]) < place:
                low = (low + high) // 2 + 1
            else:
                high = (low + high) // 2
        return low

    cdef Py_ssize_t reach(self, int64_t place) noexcept:
        """Leads to the first label of a place; returns the one behind its last."""
        cdef Py_ssize_t low = self.next
        if low == self.size or place < self.place_of(self.order[low]):
            return low
        if place > self.place_of(self.order[low]):
            self.next = low = self.first_at(place, low)
        while low < self.size and self.place_of(self.order[low]) == place:
            low += 1
        return low

    def find(self, int64_t place):
        """The first part that begins there; empty where none does."""
        cdef Py_ssize_t count = len(self.labels)
        cdef Py_ssize_t low = self.first_at(place, 0)
        while low < self.size and self.place_of(self.order[low]) == place:
            if self.order[low] >= count and not (self.order[low] - count) % 2:
                return self.labels[(self.order[low] - count) // 2]
            low += 1
        return ""

    cdef tuple name(self, Py_ssize_t at):
        """A label, and what stands behind it."""
        cdef Py_ssize_t count = len(self.labels)
        at = self.order[at]
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
            label = self.find(value) if value > 0 else ""
            if not label:
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
