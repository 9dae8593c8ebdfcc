# Lines of text, with the bytes that they stand for behind them: `inlay.verbs.dump.lines` is the specification.


cdef class TextLines:
    """Lines for the struct of `data`, which lies at `base` of the file; `position` is up to where lines stand for its bytes."""

    cdef bytes data
    cdef int64_t base
    cdef Cursor cursor
    cdef Bytes position
    cdef char* text
    cdef Py_ssize_t size
    cdef Py_ssize_t room
    cdef Py_ssize_t line  # where it begins

    def __cinit__(self):
        self.text = NULL
        self.size = self.room = 0

    def __dealloc__(self):
        free(self.text)

    def take(self):
        """All lines that are written."""
        text = PyUnicode_DecodeUTF8(self.text, self.size, NULL)
        self.size = 0
        return text

    def count(self):
        """Bytes of them."""
        return self.size

    cdef int reserve(self, Py_ssize_t more) except -1:
        cdef Py_ssize_t room = self.size + more
        cdef void* text
        if room > self.room:
            room += room // 2 + 256
            text = realloc(self.text, room)
            if text == NULL:
                raise MemoryError
            self.text, self.room = <char*>text, room
        return 0

    cdef inline int put(self, const char* text, Py_ssize_t size) except -1:
        self.reserve(size)
        memcpy(self.text + self.size, text, size)
        self.size += size
        return 0

    cdef inline int put_bytes(self, bytes text) except -1:
        return self.put(PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text))

    cdef int put_text(self, str text) except -1:
        cdef Py_ssize_t size = 0
        cdef const char* data = PyUnicode_AsUTF8AndSize(text, &size)
        return self.put(data, size)

    cdef int put_number(self, int64_t value) except -1:
        cdef char[24] digits
        cdef int at = 24
        cdef uint64_t rest = <uint64_t>value if value >= 0 else <uint64_t>0 - <uint64_t>value
        while True:
            at -= 1
            digits[at] = <char>(48 + rest % 10)
            rest //= 10
            if not rest:
                break
        if value < 0:
            at -= 1
            digits[at] = 45
        return self.put(&digits[at], 24 - at)

    cdef int put_hex(self, Bytes first, Py_ssize_t size) except -1:
        cdef Py_ssize_t at
        self.reserve(2 * size)
        for at in range(size):
            self.text[self.size] = HEX[first[at] >> 4]
            self.text[self.size + 1] = HEX[first[at] & 15]
            self.size += 2
        return 0

    cdef int put_string(self, Bytes first, int64_t size) except -1:
        cdef int64_t at
        cdef int64_t odd = 0
        cdef bint is_ascii = True
        cdef bint has_escapes = False
        for at in range(size):
            odd += first[at] < 32 or first[at] == 127
            is_ascii = is_ascii and first[at] < 128
            has_escapes = has_escapes or first[at] == 34 or first[at] == 92
        if is_ascii and not odd and not has_escapes:
            self.put(b'"', 1)
            self.put(<const char*>first, size)
            return self.put(b'"', 1)
        if not (odd * 4 > size if is_ascii else not is_utf8(first, first + size)):
            return self.put_bytes(write_string(first[:size]).encode())
        self.put(b'x"', 2)
        self.put_hex(first, size)
        return self.put(b'"', 1)

    cdef int put_width(self, Py_ssize_t taken, Py_ssize_t usual) except -1:
        if taken != usual:
            self.put_bytes(f" ({taken} byte{'s' * (taken != 1)})".encode())
        return 0

    cdef int begin(self, int depth) except -1:
        """A line."""
        self.reserve(2 * depth)
        self.line = self.size
        memset(self.text + self.size, 32, 2 * depth)
        self.size += 2 * depth
        return 0

    cdef int end(self, Bytes start, const char* note, Py_ssize_t noted) except -1:
        """Of a line for the bytes from `start` to where the cursor is."""
        if self.position != start or noted:
            self.comment(start, noted > 0)
            self.put(note, noted)
        return self.put(b"\n", 1)

    cdef int comment(self, Bytes start, bint is_noted) except -1:
        """What stands before the note of such a line."""
        cdef int64_t taken = self.position - start
        cdef int at
        cdef Py_ssize_t place
        cdef int width = 0
        for place in range(self.line, self.size):
            width += (<uint8_t>self.text[place] & 0xC0) != 0x80
        self.reserve(COMMENTS + 8)
        while width < COMMENTS:
            self.text[self.size] = 32
            self.size += 1
            width += 1
        self.put(b"  # ", 4)
        self.put_number(self.base + (start - self.cursor.begin))
        if taken:
            self.put(b": ", 2)
            for at in range(min(taken, SHOWN)):
                if at:
                    self.put(b" ", 1)
                self.put_hex(start + at, 1)
            if taken > SHOWN:
                self.put(b" ...", 4)
        return self.put(b"  ", 2) if is_noted else 0

    cdef int end_noted(self, Bytes start, bytes note) except -1:
        if note is None:
            return self.end(start, NULL, 0)
        return self.end(start, PyBytes_AS_STRING(note), PyBytes_GET_SIZE(note))
