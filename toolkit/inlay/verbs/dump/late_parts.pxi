# The bytes that a text stands for, while places in them are not settled: `inlay.verbs.dump.unsettled` is the specification.

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy, memmove, memset

ctypedef const uint8_t* Text

cdef enum:
    NOWHERE = -1
    CHUNK = 1 << 20


cdef struct Point:
    int64_t at  # up to which of the fixed bytes lie before it
    int64_t what  # a number from 0 on; -1 is a place of labels; from -2 down a part of Python's


cdef struct Number:
    int64_t value  # of the places of two labels the difference; the place of one, if the second is NOWHERE
    int64_t first
    int64_t second
    int64_t line
    int columns[2]
    bint is_signed


cdef struct Label:  # of a wide file, there are five for each chunk
    int64_t name  # where it begins among the names
    int64_t point
    int32_t size
    uint32_t hash


cdef int make_room(void** items, int64_t* room, int64_t wanted, size_t size) except -1:
    cdef void* larger
    if wanted > room[0]:
        wanted += wanted // 4 + 64
        larger = realloc(items[0], wanted * size)
        if larger == NULL:
            raise MemoryError
        items[0], room[0] = larger, wanted
    return 0


cdef class LateParts:
    """Fixed bytes, and points between them: places that have labels, numbers that follow from such places, parts of Python's."""

    cdef uint8_t* fixed
    cdef Point* points
    cdef Number* numbers
    cdef Label* labels
    cdef uint8_t* names
    cdef int32_t* slots  # labels by hash, and as many empty ones
    cdef int64_t* places
    cdef int64_t size, room, point_count, point_room, number_count, number_room, label_count, label_room
    cdef int64_t name_size, name_room, slot_count, part_count

    def __dealloc__(self):
        free(self.fixed)
        free(self.points)
        free(self.numbers)
        free(self.labels)
        free(self.names)
        free(self.slots)
        free(self.places)

    def add_bytes(self, bytes data not None):
        """Behind all that was added."""
        self.put(<Text>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data))

    def add_part(self):
        """One of Python's; they count from 0."""
        self.part_count += 1
        self.add_point(-1 - self.part_count)

    def mark(self, bytes name not None):
        """A label for the place behind all that was added."""
        self.define(self.find_label(<Text>PyBytes_AS_STRING(name), PyBytes_GET_SIZE(name)))

    def define(self, int64_t label):
        """The same for a label by its number."""
        if not self.point_count or self.points[self.point_count - 1].what != NOWHERE or (
            self.points[self.point_count - 1].at != self.size
        ):
            self.add_point(NOWHERE)
        self.labels[label].point = self.point_count - 1

    def point_of(self, bytes name not None):
        """The point that a label names, or -1."""
        cdef int64_t label = self.find_label(<Text>PyBytes_AS_STRING(name), PyBytes_GET_SIZE(name))
        return self.labels[label].point

    def list_names(self):
        """Of the labels that have a place."""
        cdef int64_t at
        return [self.name_of(at) for at in range(self.label_count) if self.labels[at].point >= 0 and self.labels[at].size]

    def name_of(self, int64_t label):
        return PyBytes_FromStringAndSize(<char*>self.names + self.labels[label].name, self.labels[label].size)

    def close_list(self, int64_t header, int64_t first, int element, int64_t count):
        """A list whose header of one byte is so far in, and inside of which the points from `first` on are."""
        cdef int64_t more = 0
        cdef int64_t at
        cdef uint8_t[10] digits
        if count < 15:
            self.fixed[header] = <uint8_t>(count << 4 | element)
            return
        more = write_varint(digits, count)
        self.reserve(more)
        memmove(self.fixed + header + 1 + more, self.fixed + header + 1, self.size - header - 1)
        self.fixed[header] = <uint8_t>(0xF0 | element)
        memcpy(self.fixed + header + 1, digits, more)
        self.size += more
        for at in range(first, self.point_count):
            self.points[at].at += more

    def place_of(self, int64_t point):
        """As far as it is settled."""
        return self.places[point]

    def measure(self, sizes):
        """Where each point lies, if the parts of Python's have these sizes; how many bytes there are."""
        cdef int64_t at, what
        cdef int64_t more = 0
        cdef void* items
        if self.places == NULL:
            items = realloc(NULL, (self.point_count + 1) * sizeof(int64_t))
            if items == NULL:
                raise MemoryError
            self.places = <int64_t*>items
        for at in range(self.point_count):
            self.places[at] = self.points[at].at + more
            what = self.points[at].what
            if what >= 0:
                more += self.length_of(&self.numbers[what])
            elif what < NOWHERE:
                more += sizes[-2 - what]
        return self.size + more

    def renew(self, renew_part, fail):
        """Gives each number its value, once; whether one is another than before. `renew_part` does the same for a part of
        Python's, and `fail` raises what is wrong with the name of a label that is nowhere, its line and its column."""
        cdef int64_t at, what, value
        cdef Number* number
        cdef bint is_new = False
        for at in range(self.point_count):
            what = self.points[at].what
            if what < NOWHERE:
                is_new |= renew_part(-2 - what)
            if what < 0:
                continue
            number = &self.numbers[what]
            value = self.place(number, 0, fail)
            if number.second != NOWHERE:
                value -= self.place(number, 1, fail)
            is_new |= value != number.value
            number.value = value
        return is_new

    def first_line(self):
        """The line of the first number, and how many parts of Python's lie before it; line 0 where there is none."""
        cdef int64_t at
        cdef int64_t parts = 0
        for at in range(self.point_count):
            if self.points[at].what >= 0:
                return self.numbers[self.points[at].what].line, parts
            parts += self.points[at].what < NOWHERE
        return 0, parts

    def render(self, int64_t at, int64_t end):
        """The bytes behind the point before `at`, up to the end of the point before `end`: some of them, the next point, and which
        part of Python's follows, or -1."""
        cdef int64_t begin = self.points[at - 1].at if at else 0
        cdef bytearray output = bytearray()
        cdef uint8_t[10] digits
        cdef int64_t stop, what
        while at < end:
            stop = self.points[at].at
            output += (<char*>self.fixed)[begin:stop]
            begin, what = stop, self.points[at].what
            at += 1
            if what >= 0:
                output += (<char*>digits)[:self.write(&self.numbers[what], digits)]
            elif what < NOWHERE:
                return bytes(output), at, -2 - what
            if len(output) >= CHUNK:
                break
        return bytes(output), at, NOWHERE

    def render_rest(self):
        """The bytes behind the last point."""
        cdef int64_t begin = self.points[self.point_count - 1].at if self.point_count else 0
        return PyBytes_FromStringAndSize(<char*>self.fixed + begin, self.size - begin)

    def count_points(self):
        return self.point_count

    cdef int64_t place(self, Number* number, int which, fail) except? -1:
        cdef int64_t label = number.second if which else number.first
        cdef int64_t point = self.labels[label].point
        if point < 0:
            fail(self.name_of(label), number.line, number.columns[which])
        return self.places[point]

    cdef int64_t length_of(self, Number* number) noexcept:
        cdef uint8_t[10] digits
        return self.write(number, digits)

    cdef int64_t write(self, Number* number, uint8_t* digits) noexcept:
        cdef int64_t value = number.value
        if number.is_signed:
            return write_varint(digits, (<uint64_t>value << 1) ^ <uint64_t>(value >> 63))
        return write_varint(digits, value)

    cdef int reserve(self, int64_t more) except -1:
        return make_room(<void**>&self.fixed, &self.room, self.size + more, 1)

    cdef int put(self, Text data, int64_t size) except -1:
        self.reserve(size)
        memcpy(self.fixed + self.size, data, size)
        self.size += size
        return 0

    cdef int put_byte(self, uint8_t byte) except -1:
        return self.put(&byte, 1)

    cdef int put_varint(self, uint64_t value) except -1:
        cdef uint8_t[10] digits
        return self.put(digits, write_varint(digits, value))

    cdef int put_signed(self, int64_t value) except -1:
        return self.put_varint((<uint64_t>value << 1) ^ <uint64_t>(value >> 63))

    cdef int add_point(self, int64_t what) except -1:
        make_room(<void**>&self.points, &self.point_room, self.point_count + 1, sizeof(Point))
        self.points[self.point_count].at = self.size
        self.points[self.point_count].what = what
        self.point_count += 1
        return 0

    cdef int add_number(self, Number number) except -1:
        make_room(<void**>&self.numbers, &self.number_room, self.number_count + 1, sizeof(Number))
        number.value = 0
        self.numbers[self.number_count] = number
        self.number_count += 1
        return self.add_point(self.number_count - 1)

    cdef int32_t add_label(self, Text name, int64_t size, uint32_t hashed) except -1:
        """One that has no place yet; its number."""
        cdef Label* label
        if size > INT32_MAX or self.label_count == INT32_MAX:
            raise MemoryError
        make_room(<void**>&self.labels, &self.label_room, self.label_count + 1, sizeof(Label))
        make_room(<void**>&self.names, &self.name_room, self.name_size + size, 1)
        label = &self.labels[self.label_count]
        label.name, label.size, label.hash, label.point = self.name_size, <int32_t>size, hashed, NOWHERE
        if size:
            memcpy(self.names + self.name_size, name, size)
        self.name_size += size
        self.label_count += 1
        return <int32_t>(self.label_count - 1)

    cdef int64_t find_label(self, Text name, int64_t size) except -1:
        """The number of a label, which has one from now on."""
        cdef uint32_t hashed = <uint32_t><int64_t>hash(PyBytes_FromStringAndSize(<const char*>name, size))
        cdef int64_t slot
        cdef int32_t label
        if 2 * (self.label_count + 1) > self.slot_count:
            self.widen()
        slot = self.find_slot(name, size, hashed)
        label = self.slots[slot]
        if label < 0:
            label = self.slots[slot] = self.add_label(name, size, hashed)
        return label

    cdef int64_t find_slot(self, Text name, int64_t size, uint32_t hashed) noexcept:
        cdef int64_t slot = hashed & (self.slot_count - 1)
        cdef Label* label
        while self.slots[slot] >= 0:
            label = &self.labels[self.slots[slot]]
            if label.hash == hashed and label.size == size and not memcmp(self.names + label.name, name, size):
                break
            slot = (slot + 1) & (self.slot_count - 1)
        return slot

    cdef int widen(self) except -1:
        cdef int64_t wanted = 2 * self.slot_count if self.slot_count else 1024
        cdef int32_t at
        cdef Label* label
        cdef void* larger = realloc(self.slots, wanted * sizeof(int32_t))
        if larger == NULL:
            raise MemoryError
        self.slots, self.slot_count = <int32_t*>larger, wanted
        memset(self.slots, 0xFF, wanted * sizeof(int32_t))
        for at in range(<int32_t>self.label_count):
            label = &self.labels[at]
            if label.size:
                self.slots[self.find_slot(self.names + label.name, label.size, label.hash)] = at
        return 0


cdef int64_t write_varint(uint8_t* digits, uint64_t value) noexcept nogil:
    cdef int64_t size = 0
    while value > 0x7F:
        digits[size] = <uint8_t>(value & 0x7F | 0x80)
        value >>= 7
        size += 1
    digits[size] = <uint8_t>value
    return size + 1
