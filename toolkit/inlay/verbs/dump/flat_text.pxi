# The lines of a FlatBuffer: `inlay.verbs.dump.flatbuffer` is the specification.

cdef enum:
    WINDOW = 1 << 22  # bytes of a FlatBuffer whose pieces are held at once
    LINE_BYTES = 32  # bytes of a line that is nothing but bytes
    NO_NUMBER = 0  # the code of a type that is no number


cdef class FlatType:
    """What lines say of a value, or of a table: the names of its slots by number."""

    cdef bytes name  # of a number, as the text has it; of a table or a fixed struct
    cdef char code
    cdef int size  # in line; 0 for an offset
    cdef bint are_bytes  # a vector of these is bytes
    cdef dict members
    cdef list slots

    def __init__(self, name, code, size, are_bytes, members, slots):
        self.name, self.code, self.size, self.are_bytes = name.encode(), ord(code) if code else NO_NUMBER, size, are_bytes
        self.members = None if members is None else {number: text.encode() for number, text in members.items()}
        self.slots = None if slots is None else [text.encode() for text in slots]


cdef class FlatWriter(TextLines):
    """The text of the FlatBuffer that `pieces` are of, which lies at `base` of the file, in pieces of whole lines; `types` are those of
    the pieces, in their order, and `schema` is the name of the root."""

    cdef FlatPieces pieces
    cdef list names, types
    cdef int depth
    cdef uint32_t* order  # of the pieces in the window
    cdef int64_t window  # where the next one begins
    cdef Py_ssize_t at  # of the next piece in the order
    cdef bytes schema
    cdef int64_t head  # bytes before the pieces

    def __init__(self, FlatPieces pieces not None, int64_t base, int depth, list types not None, str schema not None, bint is_identified):
        self.pieces, self.types, self.depth, self.base = pieces, types, depth, base
        self.names = [name.encode() for name in pieces.names]
        self.data, self.schema, self.head = pieces.buffer, schema.encode(), 8 if is_identified else 4
        self.order, self.window = NULL, 0
        self.cursor.begin = self.position = pieces.data
        self.cursor.end = pieces.data + pieces.size

    def __dealloc__(self):
        free(self.order)

    def is_plain(self):
        """Whether no piece reaches into another one, nor into what stands before them; what is shared as a whole is plain."""
        cdef int64_t position = self.head, size = self.pieces.size
        cdef const Piece* piece
        cdef const Piece* before
        cdef Py_ssize_t at
        while self.window < size:
            if not self.open_window(self.window):
                return False
            before = NULL
            for at in range(self.pieces.count):
                piece = &self.pieces.pieces[self.order[at]]
                if piece.start < position and not (before != NULL and self.are_alike(before, piece)):
                    return False
                position = self.end_of(piece)
                before = piece
        if position > size:
            return False
        return self.window == WINDOW or self.open_window(0)

    cdef bint open_window(self, int64_t start) except -1:
        """Whether the pieces that begin in it are at hand, in the order of the bytes."""
        cdef bint is_whole
        free(self.order)
        self.order, self.at = NULL, 0
        with nogil:
            is_whole = self.pieces.gather(start, start + WINDOW)
        if is_whole:
            self.order, self.window = self.pieces.sort(), start + WINDOW
        return is_whole

    cdef bint are_alike(self, const Piece* one, const Piece* other):
        """Whether their lines are, but for names."""
        cdef uint32_t head = 4 if one.kind == P_VECTOR else 0
        return (
            one.kind == other.kind and one.start == other.start and one.end == other.end
            and (one.type == other.type or one.kind in (P_STRING, P_VTABLE) or one.end == one.start + head)
        )  # fmt: skip

    cdef int64_t end_of(self, const Piece* piece):
        """Of the bytes that it has lines for: what is in a table, and what a vector leads to, are pieces of their own."""
        if piece.kind == P_TABLE or (piece.kind == P_VECTOR and not (<FlatType>self.types[piece.type]).size):
            return piece.start + 4
        return piece.end

    def is_done(self):
        """Whether the last line was taken."""
        return self.position == self.cursor.end and not self.size

    def take_piece(self):
        """The next lines; nothing behind the last one."""
        cdef const Piece* piece
        if self.position == self.cursor.begin:
            self.write_head()
        while self.size < PIECE:
            if self.at == self.pieces.count:
                if self.window >= <int64_t>self.pieces.size:
                    break
                if not self.open_window(self.window):
                    raise MemoryError  # it was walked before
                continue
            piece = &self.pieces.pieces[self.order[self.at]]
            self.at += 1
            if self.at < self.pieces.count and self.pieces.pieces[self.order[self.at]].start == piece.start:
                continue  # shared: its last name is the one that is written
            self.write_gap(self.pieces.data + piece.start)
            self.write_flat(piece)
        if self.at == self.pieces.count and self.window >= <int64_t>self.pieces.size:
            self.write_gap(self.cursor.end)
        return self.take()

    cdef int write_head(self) except -1:
        self.write_offset(load_u32(self.position), self.schema, b", the root", -1)
        if self.head > 4:
            self.write_bytes(self.cursor.begin + self.head, b"the file identifier", b"", -1)
        return 0

    cdef int write_gap(self, Bytes end) except -1:
        """Bytes that are no piece, up to there."""
        cdef bint is_padding = end - self.position < 8
        cdef Bytes at = self.position
        while at < end:
            is_padding = is_padding and not at[0]
            at += 1
        return self.write_bytes(end, b"padding" if is_padding else b"nothing leads here", b"", -1)

    cdef int write_flat(self, const Piece* piece) except -1:
        cdef FlatType type_ = self.types[piece.type]
        cdef bytes name = self.names[piece.name]
        cdef Bytes end = self.pieces.data + piece.end
        cdef int64_t number
        if piece.kind == P_VTABLE:
            return self.write_vtable(end, type_)
        if piece.kind == P_TABLE:
            return self.write_number(c"i", b"int32", 4, name, b": " + type_.name + b", back to its vtable", piece.number, None)
        if piece.kind == P_TAG:
            return self.write_number(c"B", b"uint8", 1, name, b", its type", piece.number, None)
        if piece.kind == P_SLOT and piece.target:
            return self.write_offset(piece.target, name, b"", piece.number)
        if piece.kind == P_SLOT or piece.kind == P_STRUCT:
            return self.write_flat_value(type_, name, piece.number)
        if piece.kind == P_STRING:
            self.write_number(c"I", b"uint32", 4, name, b", its length", piece.number, None)
            self.write_bytes(end - 1, name, b"", piece.number)
            return self.write_bytes(end, b"end of the string", b"", -1)
        self.write_number(c"I", b"uint32", 4, name, b", how many", piece.number, None)
        if type_.are_bytes:
            return self.write_bytes(end, name, b"", piece.number)
        number = 0
        while type_.size and self.position < end:
            self.write_flat_value(type_, name, number)
            number += 1
        return 0

    cdef int write_vtable(self, Bytes end, FlatType table) except -1:
        cdef Py_ssize_t slot = 0
        self.write_number(c"H", b"uint16", 2, b"vtable of ", table.name + b", its size", -1, None)
        self.write_number(c"H", b"uint16", 2, b"size of the table", b"", -1, None)
        while self.position < end:
            text = b" " + table.slots[slot] if slot < len(table.slots) and table.slots[slot] else b""
            self.write_number(c"H", b"uint16", 2, b"slot ", text, -2 - slot, None)
            slot += 1
        return 0

    cdef int write_flat_value(self, FlatType type_, bytes name, int64_t number) except -1:
        if type_.code == NO_NUMBER:
            return self.write_bytes(self.position + type_.size, name, b": " + type_.name, number)
        return self.write_number(type_.code, type_.name, type_.size, name, b"", number, type_.members)

    cdef int write_offset(self, uint32_t target, bytes name, bytes more, int64_t number) except -1:
        return self.write_number(c"I", b"uint32", 4, name, more + f" -> {self.base + target}".encode(), number, None)

    cdef int write_number(
        self, char code, bytes type_, int size, bytes name, bytes more, int64_t number, dict members
    ) except -1:
        """A number and what it is; the bytes of a NaN."""
        cdef Bytes start = self.position
        cdef object value = read_flat_number(start, code)
        if value != value:
            return self.write_bytes(start + size, name, more, number)
        self.begin(self.depth)
        self.put_bytes(type_)
        self.put(b" ", 1)
        if code == c"f" or code == c"d":
            self.put_bytes(repr(value).encode())
        elif code == c"Q":
            self.put_bytes(str(value).encode())
        else:
            self.put_number(value)
        self.position = start + size
        self.comment(start, True)
        self.put_name(name, more, number)
        if members is not None:
            member = members.get(value)
            if member is not None:
                self.put(b": ", 2)
                self.put_bytes(member)
        return self.put(b"\n", 1)

    cdef int write_bytes(self, Bytes end, bytes name, bytes more, int64_t number) except -1:
        """What is up to there, so many bytes in a line; the first line says what it is."""
        cdef Bytes first = self.position
        cdef Bytes start
        while self.position < end:
            start = self.position
            self.begin(self.depth)
            self.put(b"bytes ", 6)
            self.position = min(start + LINE_BYTES, end)
            self.put_string(start, self.position - start)
            self.comment(start, start == first)
            if start == first:
                self.put_name(name, more, number)
            self.put(b"\n", 1)
        return 0

    cdef int put_name(self, bytes name, bytes more, int64_t number) except -1:
        """With the number of an element; below -1, that of a slot."""
        self.put_bytes(name)
        if number >= 0:
            self.put(b"[", 1)
            self.put_number(number)
            self.put(b"]", 1)
        elif number < -1:
            self.put_number(-2 - number)
        return self.put_bytes(more)


cdef object read_flat_number(Bytes at, char code):
    """As `struct` reads it."""
    cdef float single
    cdef double real
    if code == c"q":
        return <int64_t>load_u64(at)
    if code == c"i":
        return <int32_t>load_u32(at)
    if code == c"I":
        return load_u32(at)
    if code == c"B":
        return at[0]
    if code == c"H":
        return load_u16(at)
    if code == c"b":
        return <int8_t>at[0]
    if code == c"h":
        return <int16_t>load_u16(at)
    if code == c"Q":
        return load_u64(at)
    if code == c"f":
        memcpy(&single, at, 4)
        return single
    memcpy(&real, at, 8)
    return real
