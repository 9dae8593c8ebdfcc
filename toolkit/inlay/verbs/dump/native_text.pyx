# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The lines of a struct of the compact protocol, and of a FlatBuffer, as text, a piece at a time.

`inlay.verbs.dump.thrift` with `inlay.verbs.dump.lines` is the specification of structs. What is not a plain struct is left to Python: bytes that
end too early, maps, integers wider than their type.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdint cimport UINT32_MAX, int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from inlay_runtime.native.cursor cimport (
    EXTENSION_ID, FALSE, SPEC_WIRE_ID, STOP, TRUE, WIRE_BINARY, WIRE_DOUBLE, WIRE_I8, WIRE_LIST, WIRE_MAP, WIRE_SET,
    WIRE_STRUCT, WIRE_UUID, Bytes, Cursor, enter, is_varint, list_header, make_cursor, read_integer, read_size,
    skip_element,
)  # fmt: skip
from inlay_runtime.native.fields cimport read_field_header
from inlay_runtime.native.flat_walk cimport (
    P_SLOT, P_STRING, P_STRUCT, P_TABLE, P_TAG, P_VECTOR, P_VTABLE, FlatPieces, Piece,
)  # fmt: skip
from inlay_runtime.native.little_endian cimport load_u16, load_u32, load_u64
from inlay_runtime.native.utf8 cimport is_utf8

cdef enum:
    DEEPEST = 64
    COMMENTS = 56  # the column in which comments begin
    SHOWN = 8  # bytes of a line that are shown
    LONG_STRING = 64
    PIECE = 262144

cdef object write_string, write_double
cdef const char* HEX = b"0123456789abcdef"
cdef list TYPE_NAMES = [f"type{number}".encode() for number in range(16)]


def define_words(string, float_, names):
    """What writes strings and floats, and the names of the wire types by number."""
    global write_string, write_double
    write_string, write_double = string, float_
    for number, name in names.items():
        TYPE_NAMES[number] = name.encode()


cdef class TypeText:
    """What the IDL says of a value: names of its members, if it is an enum; its struct; its elements."""

    cdef dict members
    cdef StructText struct
    cdef TypeText element

    def __init__(self, members, struct, element):
        self.members = None if members is None else {number: name.encode() for number, name in members.items()}
        self.struct, self.element = struct, element


cdef class FieldText:
    cdef bytes name
    cdef TypeText type
    cdef int follows  # a number of `places.Follows`
    cdef str part


cdef class StructText:
    """A struct's name, and its fields by id; `is_known` where there is a table of them."""

    cdef bytes name
    cdef str title
    cdef bint is_known
    cdef dict fields

    def define(self, name, is_known, fields):
        """`fields` are tuples of id, name, type, and what a number follows from."""
        cdef FieldText field
        self.name, self.title, self.is_known = name.encode(), name, is_known
        self.fields = {}
        for field_id, text, type_, (follows, part) in fields:
            field = FieldText()
            field.name, field.type, field.follows, field.part = text.encode(), type_, follows, part
            self.fields[field_id] = field


cdef StructText UNKNOWN = StructText()
UNKNOWN.define("", False, ())


cdef struct Frame:
    void* plan  # a StructText, or of a list the TypeText of its elements or NULL; plans keep them
    bint is_list
    int element
    int64_t at  # the id of the last field; the index of the element
    int64_t size


include "text_lines.pxi"
include "placed_labels.pxi"
include "flat_text.pxi"


cdef class TextWriter(TextLines):
    """The text of the struct that `data` begins with, which lies at `base` of the file, in pieces of whole lines.

    `symbols` takes the way to a number and the number, or is those of the piece of the file that has this label; `contents` takes the
    data, its base, the ends of a long binary in the data and a depth, and gives an iterator over its lines, one or more at once.
    """

    cdef object symbols, contents
    cdef PlacedLabels placed
    cdef str label
    cdef Frame[DEEPEST + 2] frames
    cdef int depth
    cdef object inside  # what is left of the lines of a long binary
    cdef Bytes behind  # where that ends

    def __init__(self, symbols, str label, contents):
        self.label, self.contents = label, contents
        if isinstance(symbols, PlacedLabels):
            self.placed = symbols
        else:
            self.symbols = symbols

    def start(self, bytes data not None, int64_t base, StructText root not None):
        """Where the struct ends; -1 where Python has to write it."""
        cdef int64_t end = self.measure(data, base)
        if end >= 0:
            self.open(root)
        return end

    cdef int64_t measure(self, bytes data, int64_t base):
        cdef Bytes begin = <Bytes>PyBytes_AS_STRING(data)
        cdef int64_t size = PyBytes_GET_SIZE(data)
        self.cursor = make_cursor(begin, size, DEEPEST, size, size, 0)
        cdef Bytes end = check_struct(&self.cursor, begin)
        self.data, self.base = data, base
        return -1 if end == NULL else end - begin

    cdef int open(self, StructText root) except -1:
        cdef int64_t size = PyBytes_GET_SIZE(self.data)
        self.position = <Bytes>PyBytes_AS_STRING(self.data)
        self.cursor = make_cursor(self.position, size, DEEPEST, size, size, 0)
        self.depth = 0
        self.begin(0)
        return self.open_struct(self.position, root)

    def is_done(self):
        """Whether the last line was taken."""
        return not self.depth

    def take_piece(self):
        """The next lines; nothing behind the last one."""
        while self.depth and self.size < PIECE:
            self.write_line()
        return self.take()

    def write_page(
        self, bytes data not None, int64_t base, int64_t body, StructText root not None, str label not None, str note not None
    ):
        """Adds the lines of a header that ends at `body`, and one for the few bytes behind it, each behind the labels of its place; says
        whether it did. The text is taken with `take`."""
        cdef bytes noted = note.encode()
        cdef Bytes behind
        if self.measure(data, base) != body - base:
            return False
        self.label = label
        self.write_labels(base)
        self.open(root)
        while self.depth:
            self.write_line()
        self.write_labels(body)
        behind, self.position = self.position, self.cursor.end
        self.begin(0)
        self.put(b"bytes ", 6)
        self.put_string(behind, self.position - behind)
        self.end(behind, PyBytes_AS_STRING(noted), PyBytes_GET_SIZE(noted))
        return True

    cdef int write_labels(self, int64_t place) except -1:
        cdef Py_ssize_t size = self.size
        self.begin(0)
        self.placed.write(self, place)
        if self.size > size:
            self.put(b"\n", 1)
        return 0

    cdef int write_line(self) except -1:
        cdef Frame* frame = &self.frames[self.depth - 1]
        if self.inside is not None:
            self.write_inside()
        elif not frame.is_list:
            self.write_field(frame)
        elif frame.at + 1 == frame.size:
            self.depth -= 1
            self.begin(self.depth)
            self.put(b"]", 1)
            self.end(self.position, NULL, 0)
        else:
            frame.at += 1
            self.begin(self.depth)
            self.write_value(self.position, frame.element, <TypeText>frame.plan if frame.plan != NULL else None, None)
        return 0

    # The values of `TextWriter`: each begins behind what stands before it in its line

    cdef int write_field(self, Frame* frame) except -1:
        """The next field of a struct, or its end."""
        cdef StructText plan = <StructText>frame.plan
        cdef FieldText field
        cdef Bytes start = self.position
        cdef int64_t last = frame.at
        cdef int wire = 0
        cdef bytes note = None
        self.position = read_field_header(&self.cursor, self.position, &wire, &frame.at)
        if wire == STOP:
            self.depth -= 1
            self.begin(self.depth)
            self.put(b"}", 1)
            if start[0]:
                self.put_bytes(f" 0x{start[0]:02x}".encode())
            return self.end(start, NULL, 0)
        self.begin(self.depth)
        self.put_number(frame.at)
        self.put_width(
            self.position - start, 1 if 0 < frame.at - last < 16 else 1 + length_of(zigzag(frame.at))
        )
        field = plan.fields.get(frame.at)
        if field is not None:
            self.put(b" ", 1)
            self.put_bytes(field.name)
        elif plan.is_known:
            is_extension = wire == WIRE_BINARY and (frame.at == EXTENSION_ID or frame.at == SPEC_WIRE_ID)
            note = b"extension" if is_extension else b"no field of the IDL"
        self.put(b": ", 2)
        if wire == TRUE or wire == FALSE:
            if wire == TRUE:
                self.put(b"true", 4)
            else:
                self.put(b"false", 5)
            return self.end_noted(start, note)
        if wire == WIRE_STRUCT:
            self.put(b"struct ", 7)
        if field is not None and field.follows and is_varint(wire):
            return self.write_integer(start, wire, field.type, note, field)
        return self.write_value(start, wire, field.type if field is not None else None, note)

    cdef int write_value(self, Bytes start, int wire, TypeText type_, bytes note) except -1:
        cdef Bytes at = self.position
        cdef int64_t size = 0
        if wire == WIRE_STRUCT:
            return self.open_struct(start, type_.struct if type_ is not None else None)
        if wire == WIRE_LIST or wire == WIRE_SET:
            return self.write_list(start, wire, type_.element if type_ is not None else None)
        if wire == WIRE_BINARY:
            return self.write_binary(start, note)
        if is_varint(wire):
            return self.write_integer(start, wire, type_, note, None)
        if wire == WIRE_DOUBLE:
            self.position += 8
            self.put_bytes(f"double {write_double(at[:8])}".encode())
        elif wire == WIRE_UUID:
            self.position += 16
            self.put_bytes(f'uuid x"{at[:16].hex()}"'.encode())
        else:
            self.position += 1
            if wire == WIRE_I8:
                self.put(b"i8 ", 3)
                size = (at[0] ^ 0x80) - 0x80
                if note is None:
                    note = self.name_member(type_, size)
            else:
                self.put(b"bool ", 5)
                size = at[0]
            self.put_number(size)
        return self.end_noted(start, note)

    cdef bytes name_member(self, TypeText type_, int64_t value):
        if type_ is None or type_.members is None:
            return None
        return type_.members.get(value, b"no member of the enum")

    cdef int write_integer(self, Bytes start, int wire, TypeText type_, bytes note, FieldText field) except -1:
        """`field` is that of a number that may follow from others."""
        cdef int64_t value = 0
        cdef Bytes at = self.position
        self.position = read_integer(&self.cursor, at, 10, 64, &value)
        cdef Py_ssize_t usual = length_of(zigzag(value))
        self.put_bytes(TYPE_NAMES[wire])
        self.put(b" ", 1)
        if field is not None and self.position - at == usual and self.put_symbol(field, value):
            note = str(value).encode()
        else:
            self.put_number(value)
        self.put_width(self.position - at, usual)
        return self.end_noted(start, self.name_member(type_, value) if note is None else note)

    cdef bint put_symbol(self, FieldText field, int64_t value) except -1:
        """Whether there is one."""
        cdef str symbol
        if self.placed is not None:
            return self.placed.write_symbol(self, field, value)
        symbol = self.symbols(self.way(), value)
        self.put_text(symbol)
        return bool(symbol)

    cdef int64_t index_of(self, int number) noexcept:
        """Of the element of a list on the way, the outermost first; -1 where there are not so many."""
        cdef int at
        for at in range(self.depth):
            if self.frames[at].is_list:
                if not number:
                    return self.frames[at].at
                number -= 1
        return -1

    cdef tuple way(self):
        cdef list steps = []
        cdef int at
        for at in range(self.depth):
            name = "" if self.frames[at].is_list else (<StructText>self.frames[at].plan).title
            steps.append((name, self.frames[at].at))
        return tuple(steps)

    cdef int write_binary(self, Bytes start, bytes note) except -1:
        cdef Bytes header = self.position
        cdef int64_t size = 0
        cdef Bytes first = read_size(&self.cursor, header, &size)
        self.put(b"binary", 6)
        self.put_width(first - header, length_of(size))
        if size > LONG_STRING:
            self.position = first
            self.put(b" (", 2)
            self.end_noted(start, note)
            self.behind = first + size
            self.inside = self.contents(
                self.data, self.base, first - self.cursor.begin, self.behind - self.cursor.begin, self.depth + 1
            )
            return 0
        self.put(b" ", 1)
        self.put_string(first, size)
        self.position = first + size
        return self.end_noted(start, note)

    cdef int write_inside(self) except -1:
        """The next lines of a long binary, or its end."""
        cdef str text = next(self.inside, None)
        if text is not None:
            return self.put_text(text)
        self.inside = None
        self.position = self.behind
        self.begin(self.depth)
        self.put(b")", 1)
        return self.end(self.position, NULL, 0)

    cdef int write_list(self, Bytes start, int wire, TypeText element) except -1:
        cdef Bytes header = self.position
        cdef int64_t size = 0
        cdef int kind = 0
        cdef Frame* frame
        self.position = list_header(&self.cursor, header, &size, &kind)
        self.put_bytes(TYPE_NAMES[wire])
        self.put(b"<", 1)
        self.put_bytes(TYPE_NAMES[kind])
        self.put(b">", 1)
        self.put_width(self.position - header, 1 if size < 15 else 1 + length_of(size))
        if not size:
            self.put(b" []", 3)
            return self.end(start, NULL, 0)
        self.put(b" [", 2)
        self.end(start, NULL, 0)
        frame = &self.frames[self.depth]
        frame.plan, frame.is_list = <void*>element if element is not None else NULL, True
        frame.element, frame.at, frame.size = kind, -1, size
        self.depth += 1
        return 0

    cdef int open_struct(self, Bytes start, StructText plan) except -1:
        cdef Frame* frame = &self.frames[self.depth]
        if plan is None:
            plan = UNKNOWN
        self.put(b"{", 1)
        if PyBytes_GET_SIZE(plan.name):
            self.put(b" ", 1)
            self.put_bytes(plan.name)
        self.end(start, NULL, 0)
        frame.plan, frame.is_list, frame.at = <void*>plan, False, 0
        self.depth += 1
        return 0


cdef Bytes check_struct(Cursor* c, Bytes p) noexcept nogil:
    """Where a plain struct ends; NULL for another."""
    cdef int64_t field_id = 0
    cdef int wire = 0
    if enter(c, p) == NULL:
        return NULL
    while True:
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL:
            return NULL
        if wire == STOP:
            break
        if wire > FALSE:
            p = check_value(c, p, wire)
            if p == NULL:
                return NULL
    c.depth -= 1
    return p


cdef Bytes check_value(Cursor* c, Bytes p, int wire) noexcept nogil:
    cdef int64_t at
    cdef int64_t size = 0
    cdef int element = 0
    if wire == WIRE_MAP:
        return NULL
    if wire == WIRE_STRUCT:
        return check_struct(c, p)
    if wire != WIRE_LIST and wire != WIRE_SET:
        return skip_element(c, p, wire)
    p = list_header(c, p, &size, &element)
    if p == NULL or enter(c, p) == NULL:
        return NULL
    for at in range(size):
        p = check_value(c, p, element)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p


cdef inline Py_ssize_t length_of(uint64_t value) noexcept nogil:
    """Bytes of a varint at least."""
    cdef Py_ssize_t length = 1
    while value > 0x7F:
        value >>= 7
        length += 1
    return length


cdef inline uint64_t zigzag(int64_t value) noexcept nogil:
    return (<uint64_t>value << 1) ^ <uint64_t>(value >> 63)
