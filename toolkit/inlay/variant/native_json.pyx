# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay.variant.pure.parse_json`, natively: a column of JSON text to metadata and value columns.

A document is read once into a tape, one slot for each value with the number of the slot behind it, while its
keys are looked up in a table that lives as long as the column. Documents of one shape have the same keys in the same
order; what belongs to such a list of keys (the dictionary, and each key's place in it) is made once.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcmp, memcpy, memset

from inlay.variant.native_core cimport *
from inlay.variant.native_memory cimport as_buffer, as_validity, fail, open_column

import pyarrow as pa

from inlay.variant.metadata import write_metadata
from inlay.variant.shape import Group, storage_of

cdef extern from "<math.h>":
    bint isinf(double) nogil

cdef enum:
    TEXT = 16
    FROM_SCRATCH = 64  # the text of a string stands in the scratch buffer, for it had escapes
    OF_OBJECT = 65
    OF_ARRAY = 66
    MAX_KEYS = 65536
    SHAPES = 512

ctypedef struct Slot:
    int kind  # a primitive type, TEXT, OF_OBJECT, ...
    uint32_t key
    uint32_t behind  # the slot behind it and all that is in it
    uint32_t size
    int64_t at  # in the text, or in scratch

ctypedef struct Key:
    int64_t at  # in `key_texts`
    int64_t size
    uint64_t hash
    int64_t document  # that had it last
    uint32_t rank  # its place in the dictionary of that document

# What documents with the same keys in the same order have in common.
ctypedef struct Shape:
    uint32_t* keys
    uint32_t* ranks
    int64_t count
    uint8_t* metadata
    int64_t metadata_size


cdef class Parser:
    cdef const uint8_t* text
    cdef int64_t size
    cdef int64_t at
    cdef int depth
    cdef int64_t document
    cdef Slot* slots
    cdef int64_t slot_count, slot_room
    cdef Bytes scratch
    cdef Key* keys
    cdef int64_t key_count, key_room
    cdef uint32_t* table
    cdef int64_t table_size
    cdef Bytes key_texts
    cdef Bytes document_keys  # uint32_t each
    cdef Entries entries
    cdef Shape shapes[SHAPES]
    cdef Shape* shape
    cdef uint32_t open_slots[1001]

    def __cinit__(self):
        memset(self.shapes, 0, sizeof(self.shapes))
        self.table_size = 1024
        self.table = <uint32_t*> calloc(self.table_size, sizeof(uint32_t))
        if self.table == NULL:
            raise MemoryError

    def __dealloc__(self):
        self.forget()
        free(self.slots)
        free(self.scratch.data)
        free(self.keys)
        free(self.table)
        free(self.key_texts.data)
        free(self.document_keys.data)
        free(self.entries.data)

    cdef void forget(self) noexcept:
        """Empties the table of keys, which a hostile column could fill without end."""
        cdef int i
        for i in range(SHAPES):
            free(self.shapes[i].keys)
            free(self.shapes[i].ranks)
            free(self.shapes[i].metadata)
        memset(self.shapes, 0, sizeof(self.shapes))
        memset(self.table, 0, self.table_size * sizeof(uint32_t))
        self.key_count = 0
        self.key_texts.size = 0

    # Reading

    cdef int read(self, const uint8_t* text, int64_t size) except? -9:
        """A document into slots."""
        cdef int answer, level = 0
        cdef Slot* top
        cdef int64_t here
        self.text = text
        self.size = size
        self.at = 0
        self.slot_count = 0
        self.scratch.size = 0
        self.document_keys.size = 0
        self.document += 1
        if self.key_count > MAX_KEYS:
            self.forget()
        if not is_utf8(text, size):
            return REJECT
        while True:
            here = self.slot_count
            answer = self.value()
            if answer < 0:
                return answer
            if self.slots[here].behind == 0:  # a container that holds something
                if level >= self.depth:
                    return REJECT
                self.open_slots[level] = <uint32_t> here
                level += 1
                if self.slots[here].kind == OF_OBJECT:
                    answer = self.key()
                    if answer < 0:
                        return answer
                continue
            if (self.slots[here].kind == OF_OBJECT or self.slots[here].kind == OF_ARRAY) and level >= self.depth:
                return REJECT
            while level:
                top = &self.slots[self.open_slots[level - 1]]
                self.skip_blanks()
                if self.at >= self.size:
                    return REJECT
                if self.text[self.at] == 44:  # ,
                    self.at += 1
                    if top.kind == OF_OBJECT:
                        answer = self.key()
                        if answer < 0:
                            return answer
                    break
                if self.text[self.at] != (125 if top.kind == OF_OBJECT else 93):
                    return REJECT
                self.at += 1
                top.behind = <uint32_t> self.slot_count
                level -= 1
            else:
                self.skip_blanks()
                return OK if self.at == self.size else REJECT

    cdef inline void skip_blanks(self) noexcept:
        cdef uint8_t byte
        while self.at < self.size:
            byte = self.text[self.at]
            if byte != 32 and byte != 10 and byte != 13 and byte != 9:
                return
            self.at += 1

    cdef Slot* slot(self) noexcept:
        """The next slot, whose key was set when it was read; NULL without memory."""
        cdef Slot* slots
        if self.slot_count + 1 >= self.slot_room:
            slots = <Slot*> realloc(self.slots, (self.slot_room * 2 + 256) * sizeof(Slot))
            if slots == NULL:
                return NULL
            self.slots = slots
            self.slot_room = self.slot_room * 2 + 256
        self.slot_count += 1
        self.slots[self.slot_count - 1].behind = <uint32_t> self.slot_count
        return &self.slots[self.slot_count - 1]

    cdef int value(self) except? -9:
        cdef Slot* slot = self.slot()
        cdef uint8_t byte
        if slot == NULL:
            return NO_MEMORY
        self.skip_blanks()
        if self.at >= self.size:
            return REJECT
        byte = self.text[self.at]
        if byte == 34:
            return self.string(slot)
        if byte == 123 or byte == 91:  # { [
            slot.kind = OF_OBJECT if byte == 123 else OF_ARRAY
            self.at += 1
            self.skip_blanks()
            if self.at < self.size and self.text[self.at] == byte + 2:
                self.at += 1
            else:
                slot.behind = 0
            return OK
        if byte == 116:
            slot.kind = 1
            return self.word(b"true", 4)
        if byte == 102:
            slot.kind = 2
            return self.word(b"false", 5)
        if byte == 110:
            slot.kind = 0
            return self.word(b"null", 4)
        return self.number(slot)

    cdef inline int word(self, const char* word, int size) noexcept:
        if self.size - self.at < size or memcmp(self.text + self.at, word, size):
            return REJECT
        self.at += size
        return OK

    cdef int key(self) noexcept:
        """A name and a colon; the next slot gets the key."""
        cdef Slot text
        cdef int answer
        cdef const uint8_t* data
        self.skip_blanks()
        if self.at >= self.size or self.text[self.at] != 34:
            return REJECT
        answer = self.string(&text)
        if answer < 0:
            return answer
        self.skip_blanks()
        if self.at >= self.size or self.text[self.at] != 58:
            return REJECT
        self.at += 1
        data = (self.scratch.data if text.kind == FROM_SCRATCH else self.text) + text.at
        # The slot is not taken yet, but there is always room for one more.
        if self.slot_count + 1 >= self.slot_room:
            if self.slot() == NULL:
                return NO_MEMORY
            self.slot_count -= 1
        return self.find_key(data, text.size, &self.slots[self.slot_count].key)

    cdef int find_key(self, const uint8_t* data, int64_t size, uint32_t* found) noexcept:
        cdef uint64_t hash_ = 14695981039346656037ULL, word
        cdef int64_t i = 0, at
        cdef uint32_t number
        cdef Key* key
        while i + 8 <= size:
            memcpy(&word, data + i, 8)
            hash_ = (hash_ ^ word) * 1099511628211ULL
            hash_ ^= hash_ >> 29
            i += 8
        while i < size:
            hash_ = (hash_ ^ data[i]) * 1099511628211ULL
            i += 1
        hash_ ^= hash_ >> 32
        at = <int64_t> (hash_ & <uint64_t> (self.table_size - 1))
        while True:
            number = self.table[at]
            if number == 0:
                break
            key = &self.keys[number - 1]
            if key.hash == hash_ and key.size == size and (
                size == 0 or memcmp(self.key_texts.data + key.at, data, size) == 0
            ):
                found[0] = number - 1
                return self.note_key(key, number - 1)
            at = (at + 1) & (self.table_size - 1)
        return self.add_key(data, size, hash_, at, found)

    cdef int add_key(
        self, const uint8_t* data, int64_t size, uint64_t hash_, int64_t at, uint32_t* found
    ) noexcept:
        cdef Key* keys
        cdef Key* key
        if self.key_count == self.key_room:
            keys = <Key*> realloc(self.keys, (self.key_room * 2 + 64) * sizeof(Key))
            if keys == NULL:
                return NO_MEMORY
            self.keys = keys
            self.key_room = self.key_room * 2 + 64
        key = &self.keys[self.key_count]
        key.at = self.key_texts.size
        key.size = size
        key.hash = hash_
        key.document = -1
        if put(&self.key_texts, data, size) < 0:
            return NO_MEMORY
        self.key_count += 1
        self.table[at] = <uint32_t> self.key_count
        found[0] = <uint32_t> (self.key_count - 1)
        if self.key_count * 2 > self.table_size and self.grow_table() < 0:
            return NO_MEMORY
        return self.note_key(key, found[0])

    cdef int grow_table(self) noexcept:
        cdef int64_t i, at, size = self.table_size * 4
        cdef uint32_t* table = <uint32_t*> calloc(size, sizeof(uint32_t))
        if table == NULL:
            return NO_MEMORY
        for i in range(self.key_count):
            at = <int64_t> (self.keys[i].hash & <uint64_t> (size - 1))
            while table[at]:
                at = (at + 1) & (size - 1)
            table[at] = <uint32_t> (i + 1)
        free(self.table)
        self.table = table
        self.table_size = size
        return OK

    cdef inline int note_key(self, Key* key, uint32_t number) noexcept:
        """The first time in a document, it joins its keys."""
        if key.document == self.document:
            return OK
        key.document = self.document
        return put(&self.document_keys, <const uint8_t*> &number, 4)

    cdef int string(self, Slot* slot) noexcept:
        """From the quote to behind the other one."""
        cdef int64_t start = self.at + 1, at = self.at + 1
        cdef uint8_t byte
        while at < self.size:
            byte = self.text[at]
            if byte == 34:
                slot.kind = TEXT
                slot.at = start
                slot.size = <uint32_t> (at - start)
                self.at = at + 1
                return OK
            if byte == 92:
                return self.escaped(slot, start, at)
            if byte < 32:
                return REJECT
            at += 1
        return REJECT

    cdef int escaped(self, Slot* slot, int64_t start, int64_t at) noexcept:
        """A string with escapes goes to scratch."""
        cdef Bytes* out = &self.scratch
        cdef int64_t first = out.size
        cdef uint8_t byte
        cdef int answer
        if put(out, self.text + start, at - start) < 0:
            return NO_MEMORY
        while at < self.size:
            byte = self.text[at]
            if byte == 34:
                slot.kind = FROM_SCRATCH
                slot.at = first
                slot.size = <uint32_t> (out.size - first)
                self.at = at + 1
                return OK
            if byte < 32:
                return REJECT
            if byte != 92:
                if put_byte(out, byte) < 0:
                    return NO_MEMORY
                at += 1
                continue
            if at + 1 >= self.size:
                return REJECT
            byte = self.text[at + 1]
            at += 2
            if byte == 117:
                answer = self.unicode(&at)
            else:
                answer = put_byte(out, byte) if byte == 34 or byte == 92 or byte == 47 else (
                    put_byte(out, 8) if byte == 98 else put_byte(out, 12) if byte == 102
                    else put_byte(out, 10) if byte == 110 else put_byte(out, 13) if byte == 114
                    else put_byte(out, 9) if byte == 116 else REJECT
                )
            if answer < 0:
                return answer
        return REJECT

    cdef int unit(self, int64_t at) noexcept:
        """Four hexadecimal digits; -1 where they are not."""
        cdef int number = 0, i
        cdef uint8_t byte
        if at + 4 > self.size:
            return -1
        for i in range(4):
            byte = self.text[at + i]
            if 48 <= byte <= 57:
                byte -= 48
            elif 97 <= byte <= 102:
                byte -= 87
            elif 65 <= byte <= 70:
                byte -= 55
            else:
                return -1
            number = number << 4 | byte
        return number

    cdef int unicode(self, int64_t* at) noexcept:
        cdef int first = self.unit(at[0]), second
        cdef uint8_t encoded[4]
        at[0] += 4
        if first < 0 or 0xDC00 <= first < 0xE000:
            return REJECT
        if 0xD800 <= first < 0xDC00:
            if at[0] + 6 > self.size or self.text[at[0]] != 92 or self.text[at[0] + 1] != 117:
                return REJECT
            second = self.unit(at[0] + 2)
            if not 0xDC00 <= second < 0xE000:
                return REJECT
            at[0] += 6
            first = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
        if first < 0x80:
            return put_byte(&self.scratch, <uint8_t> first)
        if first < 0x800:
            encoded[0] = <uint8_t> (0xC0 | first >> 6)
            encoded[1] = <uint8_t> (0x80 | first & 0x3F)
            return put(&self.scratch, encoded, 2)
        if first < 0x10000:
            encoded[0] = <uint8_t> (0xE0 | first >> 12)
            encoded[1] = <uint8_t> (0x80 | first >> 6 & 0x3F)
            encoded[2] = <uint8_t> (0x80 | first & 0x3F)
            return put(&self.scratch, encoded, 3)
        encoded[0] = <uint8_t> (0xF0 | first >> 18)
        encoded[1] = <uint8_t> (0x80 | first >> 12 & 0x3F)
        encoded[2] = <uint8_t> (0x80 | first >> 6 & 0x3F)
        encoded[3] = <uint8_t> (0x80 | first & 0x3F)
        return put(&self.scratch, encoded, 4)

    cdef int number(self, Slot* slot) except? -9:
        """An integer or decimal where 38 digits hold it, else a double; its payload goes to scratch."""
        cdef int64_t start = self.at, at = self.at, whole, after
        cdef bint negative = self.text[at] == 45
        cdef int128 number = 0
        cdef int64_t small = 0
        cdef int digits = 0, places = 0
        cdef bint exact = True
        if negative:
            at += 1
        whole = at
        while at < self.size and 48 <= self.text[at] <= 57:
            if digits or self.text[at] != 48:
                digits += 1
                if digits <= 18:
                    small = small * 10 + (self.text[at] - 48)
                elif digits <= 38:
                    if digits == 19:
                        number = small
                    number = number * 10 + (self.text[at] - 48)
            at += 1
        if at == whole:
            return REJECT
        if self.text[whole] == 48 and at > whole + 1:
            at = whole + 1  # what follows a leading zero is not part of the number
            digits = 0
            small = 0
        if at + 1 < self.size and self.text[at] == 46 and 48 <= self.text[at + 1] <= 57:
            at += 1
            after = at
            while at < self.size and 48 <= self.text[at] <= 57:
                if digits or self.text[at] != 48:
                    digits += 1
                    if digits <= 18:
                        small = small * 10 + (self.text[at] - 48)
                    elif digits <= 38:
                        if digits == 19:
                            number = small
                        number = number * 10 + (self.text[at] - 48)
                at += 1
            if at - after > 38:
                exact = False
            else:
                places = <int> (at - after)
        if at < self.size and (self.text[at] == 101 or self.text[at] == 69):
            after = at + 1
            if after < self.size and (self.text[after] == 43 or self.text[after] == 45):
                after += 1
            if after < self.size and 48 <= self.text[after] <= 57:
                exact = False
                at = after
                while at < self.size and 48 <= self.text[at] <= 57:
                    at += 1
        self.at = at
        slot.at = self.scratch.size
        if not exact or digits > 38:
            return self.double(slot, start, at)
        if digits <= 18:
            number = small
        if negative:
            number = -number
            small = -small
        if places:
            return self.decimal(slot, number, digits if digits > places else places, places)
        if digits > 18 and (number >= (<int128> 1) << 63 or number < -((<int128> 1) << 63)):
            return self.decimal(slot, number, 38, 0)
        return self.integer(slot, number)

    cdef int integer(self, Slot* slot, int128 number) noexcept:
        cdef int64_t small = <int64_t> number
        slot.kind = 3 if -128 <= small < 128 else 4 if -32768 <= small < 32768 else (
            5 if -2147483648 <= small < 2147483648 else 6
        )
        slot.size = sizes[slot.kind]
        return put(&self.scratch, <const uint8_t*> &small, slot.size)

    cdef int decimal(self, Slot* slot, int128 number, int digits, int places) noexcept:
        slot.kind = 8 if digits <= 9 else 9 if digits <= 18 else 10
        slot.size = sizes[slot.kind]
        if put_byte(&self.scratch, <uint8_t> places) < 0:
            return NO_MEMORY
        return put(&self.scratch, <const uint8_t*> &number, slot.size - 1)

    cdef int double(self, Slot* slot, int64_t start, int64_t end) except? -9:
        cdef bytes text = (<const char*> self.text)[start:end]
        cdef double value = float(text)
        if isinf(value):
            return REJECT
        slot.kind = 7
        slot.size = 8
        return put(&self.scratch, <const uint8_t*> &value, 8)

    # Writing

    cdef int write(self, Bytes* metadata, Bytes* value) except? -9:
        cdef int answer = self.find_shape()
        if answer < 0:
            return answer
        if put(metadata, self.shape.metadata, self.shape.metadata_size) < 0:
            return NO_MEMORY
        self.entries.size = 0
        return self.write_slot(0, value)

    cdef int find_shape(self) except? -9:
        """The dictionary for the keys of the document, and the place of each in it."""
        cdef uint32_t* numbers = <uint32_t*> self.document_keys.data
        cdef int64_t count = self.document_keys.size // 4, i
        cdef uint64_t hash_ = 14695981039346656037ULL
        cdef Shape* shape
        for i in range(count):
            hash_ = (hash_ ^ numbers[i]) * 1099511628211ULL
            hash_ ^= hash_ >> 31
        shape = &self.shapes[hash_ % SHAPES]
        if shape.metadata == NULL or shape.count != count or (
            count and memcmp(shape.keys, numbers, count * 4)
        ):
            if self.make_shape(shape, numbers, count) < 0:
                return NO_MEMORY
        for i in range(count):
            self.keys[numbers[i]].rank = shape.ranks[i]
        self.shape = shape
        return OK

    cdef int make_shape(self, Shape* shape, const uint32_t* numbers, int64_t count) except? -9:
        cdef int64_t i
        cdef list names = [
            (<const char*> self.key_texts.data)[self.keys[numbers[i]].at : self.keys[numbers[i]].at + self.keys[numbers[i]].size]
            if self.keys[numbers[i]].size else b""
            for i in range(count)
        ]
        cdef list order = sorted(range(count), key=names.__getitem__)
        cdef bytes metadata = write_metadata(names)
        free(shape.keys)
        free(shape.ranks)
        free(shape.metadata)
        shape.keys = <uint32_t*> malloc(count * 4 or 1)
        shape.ranks = <uint32_t*> malloc(count * 4 or 1)
        shape.metadata = <uint8_t*> malloc(len(metadata))
        shape.metadata_size = len(metadata)
        shape.count = count
        if shape.keys == NULL or shape.ranks == NULL or shape.metadata == NULL:
            shape.count = -1
            return NO_MEMORY
        memcpy(shape.metadata, <const char*> metadata, len(metadata))
        if count:
            memcpy(shape.keys, numbers, count * 4)
        for i in range(count):
            shape.ranks[<int64_t> order[i]] = <uint32_t> i
        return OK

    cdef int write_slot(self, int64_t index, Bytes* out) noexcept:
        cdef Slot* slot = &self.slots[index]
        if slot.kind == TEXT:
            return put_text(out, self.text + slot.at, slot.size)
        if slot.kind == FROM_SCRATCH:
            return put_text(out, self.scratch.data + slot.at, slot.size)
        if slot.kind >= OF_OBJECT:
            return self.write_container(slot.kind == OF_OBJECT, index, out)
        if put_byte(out, <uint8_t> (slot.kind << 2)) < 0:
            return NO_MEMORY
        if slot.kind < 3:
            return OK
        return put(out, self.scratch.data + slot.at, slot.size)

    cdef int write_container(self, bint is_object, int64_t index, Bytes* out) noexcept:
        """Values in the order of their names, then header and tables before them."""
        cdef int64_t first = self.entries.size, base = out.size, child = index + 1, i, start
        cdef int64_t end = self.slots[index].behind, count
        cdef int answer
        while child < end:
            if push(&self.entries, self.keys[self.slots[child].key].rank if is_object else 0, child, 0) < 0:
                return NO_MEMORY
            child = self.slots[child].behind
        count = self.entries.size - first
        if is_object and not sort_entries(self.entries.data + first, count):
            return REJECT  # a name is there twice
        for i in range(first, first + count):
            start = out.size
            answer = self.write_slot(self.entries.data[i].start, out)
            if answer < 0:
                return answer
            self.entries.data[i].size = out.size - start
        answer = wrap_values(out, base, self.entries.data + first, count, is_object)
        self.entries.size = first
        return answer


cdef int by_id(const void* a, const void* b) noexcept nogil:
    cdef uint32_t x = (<const Entry*> a).id, y = (<const Entry*> b).id
    return (x > y) - (x < y)


cdef bint sort_entries(Entry* entries, int64_t count) noexcept nogil:
    """By id; false where one is there twice."""
    cdef int64_t i, j
    cdef Entry one
    if count > 24:
        qsort(entries, count, sizeof(Entry), by_id)
    else:
        for i in range(1, count):
            one = entries[i]
            j = i
            while j > 0 and entries[j - 1].id > one.id:
                entries[j] = entries[j - 1]
                j -= 1
            entries[j] = one
    for i in range(1, count):
        if entries[i].id == entries[i - 1].id:
            return False
    return True


def parse_json(text, limits):
    """Unshredded storage, or the first row that is not taken."""
    cdef Parser parser = Parser()
    cdef Column column
    cdef list alive = []
    cdef Bytes metadata_offsets, metadata, value_offsets, value
    cdef Bits validity
    cdef int64_t row = -1, size = 0, before, metadata_before, limit = limits.size
    cdef const uint8_t* data
    cdef bytes empty = write_metadata([])
    cdef int answer
    memset(&metadata_offsets, 0, sizeof(Bytes))
    memset(&metadata, 0, sizeof(Bytes))
    memset(&value_offsets, 0, sizeof(Bytes))
    memset(&value, 0, sizeof(Bytes))
    memset(&validity, 0, sizeof(Bits))
    parser.depth = limits.depth
    open_column(&column, text, alive)
    try:
        answer = put_i32(&metadata_offsets, 0)
        if answer == OK:
            answer = put_i32(&value_offsets, 0)
        if answer == OK:
            for row in range(column.length):
                if not is_valid(&column, row):
                    answer = put(&metadata, <const uint8_t*> <const char*> empty, len(empty))
                    if answer == OK:
                        answer = put_bit(&validity, False)
                else:
                    data = bytes_at(&column, row, &size)
                    before = value.size
                    metadata_before = metadata.size
                    answer = REJECT if data == NULL or size > limit else parser.read(data, size)
                    if answer == OK:
                        answer = parser.write(&metadata, &value)
                    if answer == OK and (
                        value.size - before > limit or metadata.size - metadata_before > limit
                    ):
                        answer = REJECT
                    if answer == OK:
                        answer = put_bit(&validity, True)
                if answer == OK:
                    answer = put_i32(&metadata_offsets, metadata.size)
                if answer == OK:
                    answer = put_i32(&value_offsets, value.size)
                if answer < 0:
                    break
        if answer == REJECT:
            return row
        if answer < 0:
            fail(answer)
        nulls = validity.nulls
        bits = as_validity(&validity)
        names = pa.Array.from_buffers(
            pa.binary(), column.length, [None, as_buffer(&metadata_offsets), as_buffer(&metadata)], 0
        )
        values = pa.Array.from_buffers(
            pa.binary(), column.length, [bits, as_buffer(&value_offsets), as_buffer(&value)], nulls
        )
        return pa.Array.from_buffers(
            storage_of(Group(True, None)), column.length, [bits], nulls, 0, [names, values]
        )
    finally:
        free(metadata_offsets.data)
        free(metadata.data)
        free(value_offsets.data)
        free(value.data)
        free(validity.bytes.data)
