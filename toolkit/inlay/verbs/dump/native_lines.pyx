# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The lines of a text as the bytes that they stand for.

`inlay.verbs.dump.assemble` with `inlay.verbs.dump.tokens` is the specification, and reads each line that is not plain: long
spellings, escapes, sums, maps, and whatever is wrong. A line is looked at to its end before anything comes of it.
"""

from libc.string cimport memchr

include "late_parts.pxi"
include "line_words.pxi"

cdef enum:
    IN_FILE = 0  # and in a binary
    IN_STRUCT = 1
    IN_LIST = 2  # and in a map
    IN_BINARY = 3
    DEEPEST = 64
    MOST_LABELS = 16

cdef struct Frame:
    int kind
    int element
    int64_t line
    int64_t last_id
    int64_t count
    int64_t header  # of a list: where its byte is
    int64_t first  # of a list: the first point inside; of a binary: the label of its end


cdef class LineReader(LineWords):
    """Reads plain lines. What is open before it begins is the caller's, who closes that."""

    cdef Frame[DEEPEST + 1] frames
    cdef int depth, limit
    cdef readonly bint says_nothing

    def __init__(self):
        self.says_nothing = True

    def read(self, bytes block not None, int64_t at, int64_t line, int kind, int64_t last_id, int64_t count, int depth):
        """Where in the block the first line begins that is not plain, or its size and 1 more. `line` lines lie before the first one,
        and `depth` frames are open, the innermost with this kind, id and count."""
        cdef Text begin = <Text>PyBytes_AS_STRING(block)
        cdef Text stop = begin + PyBytes_GET_SIZE(block)
        cdef Text start = begin + at
        self.depth, self.limit, self.line = 0, DEEPEST - min(depth, DEEPEST), line
        self.frames[0] = Frame(kind, 0, 0, last_id, count, 0, 0)
        while start <= stop:
            self.at = self.start = start
            self.end = <Text>find_end(start, stop)
            self.line += 1
            if not self.read_line():
                self.line -= 1
                break
            start = self.end + 1
        return start - begin

    def take_frames(self):
        """The id and the count of the caller's frame; and kind, line, id, count, and what closes it, of each that was opened since."""
        opened = [
            (self.frames[at].kind, self.frames[at].line, self.frames[at].last_id, self.frames[at].count,
             self.frames[at].header, self.frames[at].first, self.frames[at].element)
            for at in range(1, self.depth + 1)
        ]  # fmt: skip
        self.depth = 0
        return self.frames[0].last_id, self.frames[0].count, opened

    # Each of these gives 0 where the line is not plain, and has changed nothing then

    cdef bint read_line(self) except -1:
        cdef Frame* frame = &self.frames[self.depth]
        self.skip_spaces()
        if self.is_end():
            return True
        if not self.read_words(frame):
            return False
        self.says_nothing = False
        return True

    cdef bint read_words(self, Frame* frame) except -1:
        cdef uint8_t first = self.at[0]
        cdef int64_t size
        cdef Text text
        if first == b"}" or first == b"]" or first == b")":
            return self.close(first, frame)
        if first == b"@":
            return self.read_labels()
        if self.skip_word(b"bytes", 5):
            text = self.at
            size = self.measure_strings()
            if size <= 0 or not self.is_end():  # no string at all is a mistake
                return False
            self.put_strings(text, size)
            return True
        if frame.kind == IN_STRUCT:
            return self.read_field(frame)
        if frame.kind == IN_LIST:
            if first == b"{":
                if not self.opens_struct():
                    return False
                frame.count += 1
                return self.open(IN_STRUCT)
            return self.read_value(self.skip_type(), frame, False, 0)
        return first == b"{" and self.opens_struct() and self.open(IN_STRUCT)

    cdef bint close(self, uint8_t bracket, Frame* frame) except -1:
        self.at += 1
        if not self.depth or not self.is_end():
            return False
        if bracket == b"}" and frame.kind == IN_STRUCT:
            self.put_byte(0)
        elif bracket == b"]" and frame.kind == IN_LIST:
            self.close_list(frame.header, frame.first, frame.element, frame.count)
        elif bracket == b")" and frame.kind == IN_BINARY:
            self.define(frame.first)
        else:
            return False
        self.depth -= 1
        return True

    cdef bint read_labels(self) except -1:
        cdef int64_t[MOST_LABELS] labels
        cdef int count = 0
        cdef int at
        while not self.is_end():
            if self.at[0] != b"@" or count == MOST_LABELS:
                return False
            labels[count] = self.take_label()
            if labels[count] < 0 or self.labels[labels[count]].point >= 0:
                return False
            for at in range(count):
                if labels[at] == labels[count]:
                    return False
            count += 1
        for at in range(count):
            self.define(labels[at])
        return True

    cdef bint read_field(self, Frame* frame) except -1:
        cdef int64_t field_id = 0
        cdef int kind
        if not self.take_digits(&field_id, 9):
            return False
        if self.at < self.end and self.at[0] != b" " and self.at[0] != b":":
            return False
        self.skip_spaces()
        if not self.skip_name() or self.at == self.end or self.at[0] != b":":
            return False
        self.at += 1
        self.skip_spaces()
        kind = self.skip_type()
        return self.read_value(kind, frame, True, field_id)

    cdef int put_header(self, Frame* frame, bint is_field, int64_t field_id, int kind) except -1:
        """Of a field; an element has none, and counts."""
        if not is_field:
            frame.count += 1
        elif 0 < field_id - frame.last_id < 16:
            self.put_byte(<uint8_t>((field_id - frame.last_id) << 4 | kind))
        else:
            self.put_byte(<uint8_t>kind)
            self.put_signed(field_id)
        if is_field:
            frame.last_id = field_id
        return 0

    cdef bint read_value(self, int kind, Frame* frame, bint is_field, int64_t field_id) except -1:
        cdef int64_t value = 0
        cdef Text text = self.at
        cdef double number = 0
        cdef Number late
        if kind == TRUE or kind == FALSE:
            if not is_field or not self.is_end():
                return False
            self.put_header(frame, True, field_id, 1 if kind == TRUE else 2)
        elif I16 <= kind <= I64:
            if self.at < self.end and self.at[0] == b"&":
                late.is_signed = True
                if not self.take_places(&late):
                    return False
                self.put_header(frame, is_field, field_id, kind)
                self.add_number(late)
            else:
                if not self.take_number(&value) or not self.is_end():
                    return False
                self.put_header(frame, is_field, field_id, kind)
                self.put_signed(value)
        elif kind == BINARY:
            if self.at < self.end and self.at[0] == b"(":
                self.at += 1
                if not self.is_end() or self.depth >= self.limit:
                    return False
                self.put_header(frame, is_field, field_id, kind)
                return self.open_binary()
            value = self.measure_strings()
            if value < 0 or not self.is_end():
                return False
            self.put_header(frame, is_field, field_id, kind)
            self.put_varint(value)
            self.put_strings(text, value)
        elif kind == STRUCT:
            if self.at == self.end or self.at[0] != b"{" or not self.opens_struct():
                return False
            self.put_header(frame, is_field, field_id, kind)
            return self.open(IN_STRUCT)
        elif kind == LIST or kind == SET:
            return self.read_list(kind, frame, is_field, field_id)
        elif kind == DOUBLE:
            if self.measure_strings() == 8 and self.is_end():
                self.put_header(frame, is_field, field_id, kind)
                self.put_strings(text, 8)
                return True
            self.at = text
            if not self.take_double(&number) or not self.is_end():
                return False
            self.put_header(frame, is_field, field_id, kind)
            self.put_double(number)
        elif kind == UUID:
            if self.measure_strings() != 16 or not self.is_end():
                return False
            self.put_header(frame, is_field, field_id, kind)
            self.put_strings(text, 16)
        elif kind == I8 or kind == BOOL:
            if not self.take_number(&value) or not self.is_end():
                return False
            if not (-128 <= value < 128 if kind == I8 else 0 <= value < 256):
                return False
            self.put_header(frame, is_field, field_id, kind)
            self.put_byte(<uint8_t>value)
        else:
            return False
        return True

    cdef bint read_list(self, int kind, Frame* frame, bint is_field, int64_t field_id) except -1:
        cdef int element
        if self.at == self.end or self.at[0] != b"<":
            return False
        self.at += 1
        element = self.skip_element()
        if element < 0 or self.at == self.end or self.at[0] != b">":
            return False
        self.at += 1
        self.skip_spaces()
        if self.at == self.end or self.at[0] != b"[":
            return False
        self.at += 1
        self.skip_spaces()
        if self.at < self.end and self.at[0] == b"]":
            self.at += 1
            if not self.is_end():
                return False
            self.put_header(frame, is_field, field_id, kind)
            self.put_byte(<uint8_t>element)
            return True
        if not self.is_end() or self.depth >= self.limit:
            return False
        self.put_header(frame, is_field, field_id, kind)
        self.open(IN_LIST)
        frame = &self.frames[self.depth]
        frame.element, frame.header, frame.first = element, self.size, self.point_count
        self.put_byte(0)
        return True

    # What is open

    cdef bint opens_struct(self) except -1:
        """`{`, perhaps with a name, and nothing else."""
        self.at += 1
        self.skip_spaces()
        return self.skip_name() and self.is_end() and self.depth < self.limit

    cdef bint open(self, int kind) except -1:
        self.depth += 1
        self.frames[self.depth] = Frame(kind, 0, self.line, 0, 0, 0, 0)
        return True

    cdef bint open_binary(self) except -1:
        cdef int64_t begin = self.add_label(NULL, 0, 0)
        cdef int64_t end = self.add_label(NULL, 0, 0)
        self.add_number(Number(0, end, begin, self.line, [0, 0], False))
        self.define(begin)
        self.open(IN_BINARY)
        self.frames[self.depth].first = end
        return True

    cdef int put_double(self, double value) except -1:
        cdef uint64_t bits
        cdef uint8_t[8] digits
        cdef int at
        memcpy(&bits, &value, 8)
        for at in range(8):
            digits[at] = <uint8_t>(bits >> 8 * at)
        return self.put(digits, 8)


cdef const char* find_end(Text start, Text stop) noexcept nogil:
    """Of the line."""
    cdef const void* end = memchr(start, 10, stop - start)
    return <const char*>stop if end == NULL else <const char*>end
