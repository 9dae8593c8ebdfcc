# Part of native_columns.pyx: which rows hold the same in all of some columns.

cdef struct Seen:
    uint64_t value
    int32_t before  # the number of the row before this column
    int32_t after  # and with it; 0 for a free place, numbers count from 1


cdef inline uint64_t hash_seen(uint64_t value, int32_t before) noexcept nogil:
    return ((value + <uint64_t> 0x9E3779B97F4A7C15 * <uint64_t> before) * <uint64_t> 0x9E3779B97F4A7C15) >> 32


cdef class DistinctRows:
    """A number for what each row holds, from 0 in the order in which it first comes. Columns are added one by one."""

    cdef int32_t* numbers
    cdef Seen* seen
    cdef int64_t rows, room, count

    def __cinit__(self, numbers_room, int64_t rows):
        """`numbers_room` is memory for an int32 for each row."""
        self.numbers = <int32_t*> <uintptr_t> numbers_room.address
        self.rows = rows
        memset(self.numbers, 0, rows * sizeof(int32_t))

    def __dealloc__(self):
        free(self.seen)

    def add_column(self, validity, values, int width):
        """`width` is that of a number in bytes, 0 for bits. Raises MemoryError."""
        cdef KindTexts lent = KindTexts([[validity, None, values]])
        cdef int64_t row = 0
        self.count = 0
        if self.seen == NULL:
            self.grow(64)
        memset(self.seen, 0, self.room * sizeof(Seen))
        while row < self.rows:
            row = self.number_rows(lent.kinds[0].validity, lent.kinds[0].data, width, row)
            if row < self.rows:
                self.grow(4 * self.room)

    cdef int64_t number_rows(self, const uint8_t* validity, const uint8_t* data, int width, int64_t row) noexcept nogil:
        """From a row on, as far as there is room for new numbers; the row after that."""
        cdef int32_t* numbers = self.numbers
        cdef Seen* seen = self.seen
        cdef int64_t rows = self.rows, last = self.room - 1, most = self.room // 2, count = self.count, place
        cdef uint64_t value
        cdef int32_t before
        while row < rows and count < most:
            value = 0
            before = 2 * numbers[row]
            if validity == NULL or validity[row >> 3] >> (row & 7) & 1:
                before += 1
                if width == 1:
                    value = data[row]
                elif width == 4:
                    memcpy(&value, data + 4 * row, 4)
                elif width == 0:
                    value = data[row >> 3] >> (row & 7) & 1
                else:
                    memcpy(&value, data + width * row, width)
            place = hash_seen(value, before) & last
            while seen[place].after and (seen[place].value != value or seen[place].before != before):
                place = place + 1 & last
            if not seen[place].after:
                count += 1
                seen[place] = Seen(value, before, <int32_t> count)
            numbers[row] = seen[place].after - 1
            row += 1
        self.count = count
        return row

    cdef int grow(self, int64_t room) except -1:
        cdef Seen* grown = <Seen*> calloc(room, sizeof(Seen))
        cdef int64_t at, place
        if grown == NULL:
            raise MemoryError
        for at in range(self.room):
            if self.seen[at].after:
                place = hash_seen(self.seen[at].value, self.seen[at].before) & (room - 1)
                while grown[place].after:
                    place = place + 1 & (room - 1)
                grown[place] = self.seen[at]
        free(self.seen)
        self.seen = grown
        self.room = room
        return 0

    def list_firsts(self):
        """By number, the first row that has it."""
        cdef int64_t row
        cdef list firsts = []
        for row in range(self.rows):
            if self.numbers[row] == len(firsts):
                firsts.append(row)
        return firsts
