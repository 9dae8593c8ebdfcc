# Part of native_lines.pyx: the words of a line, one after another. `inlay.verbs.dump.tokens` is the specification.

cdef extern from "Python.h":
    double PyOS_string_to_double(const char* text, char** end, void* overflow) except? -1.0

cdef enum:
    BOOL = 1
    I8 = 3
    I16 = 4
    I64 = 6
    DOUBLE = 7
    BINARY = 8
    LIST = 9
    SET = 10
    STRUCT = 12
    UUID = 13
    TRUE = 14  # no types: words in place of one
    FALSE = 15

cdef list WORDS = [b"", b"bool", b"", b"i8", b"i16", b"i32", b"i64", b"double", b"binary", b"list", b"set", b"", b"struct",
                   b"uuid", b"true", b"false"]  # fmt: skip


cdef class LineWords(LateParts):
    """Takes one word of a line, or says that it is another. Behind each, all spaces are skipped."""

    cdef readonly int64_t line
    cdef Text start  # of the line, and its end
    cdef Text end
    cdef Text at

    cdef bint is_end(self) noexcept:
        """Whether nothing follows but a comment."""
        self.skip_spaces()
        return self.at == self.end or self.at[0] == b"#"

    cdef int skip_spaces(self) noexcept:
        while self.at < self.end and self.at[0] == b" ":
            self.at += 1
        return 0

    cdef bint skip_word(self, const char* word, int64_t size) noexcept:
        """This one, if a space or the end follows."""
        if self.end - self.at < size or memcmp(self.at, word, size):
            return False
        if self.at + size < self.end and self.at[size] != b" ":
            return False
        self.at += size
        self.skip_spaces()
        return True

    cdef bint skip_name(self) noexcept:
        """A word that is not looked at, or none; it may not be what a number or a string begins with."""
        cdef Text begin = self.at
        while self.at < self.end and is_in_word(self.at[0]):
            self.at += 1
        if self.at == begin:
            return True
        if b"0" <= begin[0] <= b"9" or (self.at - begin == 3 and not memcmp(begin, b"inf", 3)):
            return False
        if self.at < self.end and self.at[0] != b" " and self.at[0] != b":":
            return False
        self.skip_spaces()
        return True

    cdef int skip_type(self) except -2:
        """The number of a type; -1 for what is none."""
        cdef Text begin = self.at
        cdef int64_t size
        cdef int at
        while self.at < self.end and is_in_word(self.at[0]):
            self.at += 1
        size = self.at - begin
        if self.at < self.end and self.at[0] != b" " and self.at[0] != b"<":
            return -1
        self.skip_spaces()
        for at in range(1, 16):
            if size and PyBytes_GET_SIZE(<bytes>WORDS[at]) == size and not memcmp(begin, PyBytes_AS_STRING(<bytes>WORDS[at]), size):
                return at
        return -1

    cdef int skip_element(self) except -2:
        """The number of the type of elements, which may be `type14`, too."""
        cdef Text begin = self.at
        cdef int64_t number = 0
        cdef int kind
        while self.at < self.end and is_in_word(self.at[0]):
            self.at += 1
        cdef Text end = self.at
        if end - begin > 4 and not memcmp(begin, b"type", 4):
            self.at = begin + 4
            return number if self.take_digits(&number, 2) and self.at == end and number < 16 else -1
        self.at = begin
        cdef Text line_end = self.end
        self.end = end
        kind = self.skip_type()
        self.end = line_end
        return kind if kind < TRUE else -1

    cdef int64_t take_label(self) except -2:
        """The label behind `@` or `&`; -1 for what is none."""
        cdef Text begin = self.at + 1
        self.at += 1
        if self.at == self.end or not is_in_word(self.at[0]) or b"0" <= self.at[0] <= b"9":
            return -1
        while self.at < self.end and (is_in_word(self.at[0]) or self.at[0] == b"."):
            self.at += 1
        if self.at < self.end and self.at[0] != b" ":
            return -1
        cdef int64_t size = self.at - begin
        self.skip_spaces()
        return self.find_label(begin, size)

    cdef bint take_places(self, Number* number) except -1:
        """`&label`, or `&label - &label`, and nothing else."""
        number.line = self.line
        number.second = NOWHERE
        number.columns[0] = self.at - self.start + 1
        number.first = self.take_label()
        if number.first < 0:
            return False
        if self.at < self.end and self.at[0] == b"-":
            self.at += 1
            self.skip_spaces()
            if self.at == self.end or self.at[0] != b"&":
                return False
            number.columns[1] = self.at - self.start + 1
            number.second = self.take_label()
            if number.second < 0:
                return False
        return self.is_end()

    cdef bint take_digits(self, int64_t* value, int most) noexcept:
        cdef Text begin = self.at
        while self.at < self.end and b"0" <= self.at[0] <= b"9":
            value[0] = 10 * value[0] + self.at[0] - 48
            self.at += 1
            if self.at - begin > most:
                return False
        return self.at > begin and (begin[0] != b"0" or self.at == begin + 1)

    cdef bint take_number(self, int64_t* value) noexcept:
        cdef bint is_negative = self.at < self.end and self.at[0] == b"-"
        self.at += is_negative
        if not self.take_digits(value, 18) or (self.at < self.end and self.at[0] != b" "):
            return False
        if is_negative:
            value[0] = -value[0]
        return True

    cdef bint take_double(self, double* value) except -1:
        """Digits, perhaps with a point and an exponent."""
        cdef char[64] text
        cdef char* end = NULL
        cdef int64_t size = 0
        while self.at < self.end and self.at[0] != b" ":
            if size == 63 or not (b"0" <= self.at[0] <= b"9" or self.at[0] in b"+-.eE"):
                return False
            text[size] = self.at[0]
            size += 1
            self.at += 1
        text[size] = 0
        if not is_decimal(text, size):
            return False
        value[0] = PyOS_string_to_double(text, &end, NULL)
        return True

    cdef int64_t measure_strings(self) noexcept:
        """Bytes of the strings that follow; -1 where there is none, or one that is not plain."""
        cdef int64_t size = -1
        cdef Text begin
        while self.at < self.end and (self.at[0] == b'"' or self.at[0] == b"x"):
            size = max(size, 0)
            if self.at[0] == b'"':
                begin = self.at = self.at + 1
                while self.at < self.end and self.at[0] != b'"':
                    if self.at[0] == b"\\" or self.at[0] < 32:
                        return -1
                    self.at += 1
                size += self.at - begin
            else:
                if self.end - self.at < 3 or self.at[1] != b'"':
                    return -1
                begin = self.at = self.at + 2
                while self.at < self.end and self.at[0] != b'"':
                    if digit_of(self.at[0]) < 0:
                        return -1
                    self.at += 1
                if (self.at - begin) & 1:
                    return -1
                size += (self.at - begin) // 2
            if self.at == self.end:
                return -1
            self.at += 1
            if self.at < self.end and self.at[0] != b" " and self.at[0] != b"#":
                return -1
            self.skip_spaces()
        return size

    cdef int put_strings(self, Text text, int64_t size) except -1:
        """The bytes of those that were measured, which begin at `text`."""
        cdef uint8_t* output
        self.reserve(size)
        output = self.fixed + self.size
        self.size += size
        while output < self.fixed + self.size:
            while text[0] == b" ":
                text += 1
            if text[0] == b'"':
                text += 1
                while text[0] != b'"':
                    output[0] = text[0]
                    output += 1
                    text += 1
            else:
                text += 2
                while text[0] != b'"':
                    output[0] = <uint8_t>(digit_of(text[0]) << 4 | digit_of(text[1]))
                    output += 1
                    text += 2
            text += 1
        return 0


cdef inline bint is_in_word(uint8_t byte) noexcept nogil:
    return b"a" <= byte <= b"z" or b"A" <= byte <= b"Z" or b"0" <= byte <= b"9" or byte == b"_"


cdef inline int digit_of(uint8_t byte) noexcept nogil:
    if b"0" <= byte <= b"9":
        return byte - 48
    if b"a" <= byte <= b"f":
        return byte - 87
    return byte - 55 if b"A" <= byte <= b"F" else -1


cdef bint is_decimal(const char* text, int64_t size) noexcept nogil:
    """Sign, digits, a point and digits, an exponent: all but the first digits may be missing."""
    cdef int64_t at = 0
    cdef int64_t begin
    if at < size and (text[at] == b"+" or text[at] == b"-"):
        at += 1
    begin = at
    while at < size and b"0" <= text[at] <= b"9":
        at += 1
    if at == begin:
        return False
    if at < size and text[at] == b".":
        at += 1
        begin = at
        while at < size and b"0" <= text[at] <= b"9":
            at += 1
        if at == begin:
            return False
    if at < size and (text[at] == b"e" or text[at] == b"E"):
        at += 1
        if at < size and (text[at] == b"+" or text[at] == b"-"):
            at += 1
        begin = at
        while at < size and b"0" <= text[at] <= b"9":
            at += 1
        if at == begin:
            return False
    return at == size
