# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`inlay_runtime.flat.view`, method for method: what a table in a verified buffer holds; and one slot of many tables.

The generated `fill` methods call it as they call that one. A buffer was verified before, or somebody has
vouched for it; since that may be a mistake, every read is compared with the end of the buffer all the same.
"""

import struct

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.object cimport PyObject, PyTypeObject
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memcpy, memset

from inlay_runtime.native.little_endian cimport load_u16, load_u32, load_u64
from inlay_runtime.native.packed cimport Lent

from inlay_runtime.extension import Extension
from inlay_runtime.flat import schema as flat
from inlay_runtime.flat.masked import placeholder

cdef object I8 = flat.I8, U8 = flat.U8, I16 = flat.I16, U16 = flat.U16
cdef object I32 = flat.I32, U32 = flat.U32, I64 = flat.I64
cdef tuple NOTHING = ()


cdef class Source:
    """The bytes that everything is read from."""

    cdef readonly bytes buffer
    cdef readonly bint lazy
    cdef const uint8_t* first
    cdef Py_ssize_t size

    cdef void open(self, bytes buffer, bint lazy):
        self.buffer = buffer
        self.lazy = lazy
        self.first = buffer
        self.size = len(buffer)

    cdef inline const uint8_t* place(self, Py_ssize_t at, Py_ssize_t size) except NULL:
        if at < 0 or size < 0 or size > self.size - at:
            raise ValueError(f"not a verified buffer: {size} bytes at {at} of {self.size}")
        return self.first + at

    cdef inline Py_ssize_t follow(self, Py_ssize_t at) except -1:
        return at + load_u32(self.place(at, 4))

    cdef str text(self, Py_ssize_t at):
        cdef Py_ssize_t length = load_u32(self.place(at, 4))
        return PyUnicode_DecodeUTF8(<const char*> self.place(at + 4, length), length, "surrogateescape")

    cdef bytes binary(self, Py_ssize_t at):
        cdef Py_ssize_t length = load_u32(self.place(at, 4))
        return (<const char*> self.place(at + 4, length))[:length]

    cdef object new_table(self, cls, Py_ssize_t position, chosen):
        if chosen is not None:
            return cls.view(self.buffer, position, self.lazy, chosen)
        cdef object table = (<PyTypeObject*> cls).tp_new(cls, <PyObject*> NOTHING, NULL)
        table.remainder = None
        if self.lazy:
            table.source = (self.buffer, position, None)
        else:
            table.source = None
            table.fill(View(self.buffer, position, False))
        return table


cdef class View(Source):
    """Reads the fields of one table; `lazy` is handed on to the tables below.

    Of a table that was `chosen` by a mask it reads what is asked for, and the rest is as if it were absent.
    """

    cdef readonly Py_ssize_t position
    cdef object chosen
    cdef dict wanted
    cdef const uint8_t* entries  # of the vtable
    cdef int32_t slots

    def __init__(self, bytes buffer not None, Py_ssize_t position, bint lazy, chosen=None):
        self.open(buffer, lazy)
        self.position = position
        self.chosen = chosen
        self.wanted = None if chosen is None else chosen.selections
        cdef Py_ssize_t vtable = position - <int32_t> load_u32(self.place(position, 4))
        cdef uint16_t size = load_u16(self.place(vtable, 4))  # the smallest vtable has four bytes
        self.slots = (size - 4) >> 1
        self.entries = self.place(vtable, max(size, 4)) + 4

    cdef inline Py_ssize_t find(self, int slot) except -1:
        """Where a field is, or 0 where it is absent."""
        cdef uint16_t offset
        if slot >= self.slots or (self.wanted is not None and slot not in self.wanted):
            return 0
        offset = load_u16(self.entries + 2 * slot)
        return self.position + offset if offset else 0

    def at(self, int slot):
        return self.find(slot)

    # Scalars: absent, they have their default; optional ones are None

    def integer(self, int slot, scalar, default):
        cdef Py_ssize_t at = self.find(slot)
        return integer_at(self, at, scalar) if at else default

    def optional_integer(self, int slot, scalar):
        cdef Py_ssize_t at = self.find(slot)
        return integer_at(self, at, scalar) if at else None

    def real(self, int slot, scalar, default):
        cdef Py_ssize_t at = self.find(slot)
        return real_at(self, at, scalar) if at else default

    def optional_real(self, int slot, scalar):
        cdef Py_ssize_t at = self.find(slot)
        return real_at(self, at, scalar) if at else None

    def boolean(self, int slot, default):
        cdef Py_ssize_t at = self.find(slot)
        return self.place(at, 1)[0] != 0 if at else default

    def optional_boolean(self, int slot):
        cdef Py_ssize_t at = self.find(slot)
        return self.place(at, 1)[0] != 0 if at else None

    def enum(self, int slot, scalar, enum, default):
        cdef Py_ssize_t at = self.find(slot)
        return member_of(enum, integer_at(self, at, scalar)) if at else default

    def optional_enum(self, int slot, scalar, enum):
        cdef Py_ssize_t at = self.find(slot)
        return member_of(enum, integer_at(self, at, scalar)) if at else None

    # What only some fields need

    def present(self, value):
        if value is None and self.wanted is None:
            raise AssertionError("a required field is absent from a verified buffer")
        return value

    def or_default(self, value, default):
        return default if value is None else value

    # Out of line

    def string(self, int slot):
        cdef Py_ssize_t at = self.find(slot)
        return self.text(self.follow(at)) if at else None

    def extension(self, int slot):
        payload = self.data_at(slot)
        return None if payload is None else Extension(payload)

    def data(self, int slot):
        return self.data_at(slot)

    cdef object data_at(self, int slot):
        cdef Py_ssize_t at = self.find(slot)
        return self.binary(self.follow(at)) if at else None

    def table(self, int slot, cls):
        cdef Py_ssize_t at = self.find(slot)
        return self.new_table(cls, self.follow(at), self.below(cls, slot, 0)) if at else None

    cdef object below(self, cls, int slot, Py_ssize_t position):
        """What is asked of a table in a slot, at a position of its list; None is all of it."""
        return None if self.chosen is None else self.chosen.below(cls.SCHEMA, slot, position)

    def fixed(self, int slot, cls):
        cdef Py_ssize_t at = self.find(slot)
        return cls.unpack_from(self.buffer, at) if at else None

    # Vectors

    cdef Py_ssize_t vector(self, int slot, Py_ssize_t width, Py_ssize_t* length) except -1:
        """Where the elements of a vector begin, and how many they are; 0 where it is absent."""
        cdef Py_ssize_t at = self.find(slot)
        if not at:
            return 0
        at = self.follow(at)
        length[0] = load_u32(self.place(at, 4))
        self.place(at + 4, length[0] * width)
        return at + 4

    def integers(self, int slot, scalar):
        return self.scalars(slot, scalar)

    def reals(self, int slot, scalar):
        return self.scalars(slot, scalar)

    cdef object scalars(self, int slot, scalar):
        cdef Py_ssize_t length = 0, start = self.vector(slot, scalar.size, &length)
        if not start:
            return None
        return list(struct.unpack_from(f"<{length}{scalar.layout.format[1:]}", self.buffer, start))

    def booleans(self, int slot):
        cdef Py_ssize_t length = 0, index, start = self.vector(slot, 1, &length)
        if not start:
            return None
        return [self.first[start + index] != 0 for index in range(length)]

    def enums(self, int slot, scalar, enum):
        cdef Py_ssize_t length = 0, index, width = scalar.size, start = self.vector(slot, width, &length)
        if not start:
            return None
        cdef dict members = {}  # an unknown one is a new object
        cdef list values = []
        for index in range(length):
            value = integer_at(self, start + width * index, scalar)
            member = members.get(value)
            if member is None:
                member = members[value] = member_of(enum, value)
            values.append(member)
        return values

    def strings(self, int slot):
        cdef Py_ssize_t length = 0, index, start = self.vector(slot, 4, &length)
        if not start:
            return None
        return [self.text(self.follow(start + 4 * index)) for index in range(length)]

    def binaries(self, int slot):
        cdef Py_ssize_t length = 0, index, start = self.vector(slot, 4, &length)
        if not start:
            return None
        return [self.binary(self.follow(start + 4 * index)) for index in range(length)]

    def tables(self, int slot, cls):
        cdef Py_ssize_t length = 0, index, at, start = self.vector(slot, 4, &length)
        if not start:
            return None
        if self.chosen is None:
            return [self.new_table(cls, self.follow(start + 4 * index), None) for index in range(length)]
        cdef list values = [placeholder(cls)] * length
        for index in self.chosen.positions(slot, length):
            at = self.follow(start + 4 * index)
            values[index] = self.new_table(cls, at, self.below(cls, slot, index))
        return values

    def fixeds(self, int slot, cls):
        cdef Py_ssize_t width = cls.SIZE, length = 0, index, start = self.vector(slot, width, &length)
        if not start:
            return None
        return [cls.unpack_from(self.buffer, start + width * index) for index in range(length)]

    # Unions

    def union(self, int slot, read):
        return self.union_at(slot, read)

    def required_union(self, int slot, read):
        return self.present(self.union_at(slot, read))

    cdef object union_at(self, int slot, read):
        """A union whose value is in `slot` and whose type is in the slot before."""
        cdef Py_ssize_t at = self.find(slot - 1)
        cdef uint8_t tag = self.place(at, 1)[0] if at else 0
        return read(tag, make_member(self, self.follow(self.find(slot)))) if tag else None

    def unions(self, int slot, read):
        cdef Py_ssize_t length = 0, number = 0, index
        cdef Py_ssize_t tags = self.vector(slot - 1, 1, &number), start = self.vector(slot, 4, &length)
        if not tags or not start:
            return None
        self.place(tags, length)
        return [
            read(self.first[tags + index], make_member(self, self.follow(start + 4 * index)))
            for index in range(length)
        ]


cdef class Member(Source):
    """The value of a union, whatever its type turns out to be."""

    cdef Py_ssize_t position

    def table(self, cls):
        return self.new_table(cls, self.position, None)

    def fixed(self, cls):
        return cls.unpack_from(self.buffer, self.position)

    def string(self):
        return self.text(self.position)


cdef Member make_member(Source source, Py_ssize_t position):
    cdef Member value = Member.__new__(Member)
    value.open(source.buffer, source.lazy)
    value.position = position
    return value


cdef object integer_at(Source source, Py_ssize_t at, scalar):
    if scalar is I8:
        return <int8_t> source.place(at, 1)[0]
    if scalar is U8:
        return source.place(at, 1)[0]
    if scalar is I32:
        return <int32_t> load_u32(source.place(at, 4))
    if scalar is I64:
        return <int64_t> load_u64(source.place(at, 8))
    if scalar is I16:
        return <int16_t> load_u16(source.place(at, 2))
    if scalar is U16:
        return load_u16(source.place(at, 2))
    if scalar is U32:
        return load_u32(source.place(at, 4))
    return load_u64(source.place(at, 8))


cdef object real_at(Source source, Py_ssize_t at, scalar):
    return scalar.layout.unpack_from(source.buffer, at)[0]


cdef object member_of(enum, value):
    """The member of an enum; one that is not known is made by the enum."""
    found = enum._value2member_map_.get(value)
    return enum(value) if found is None else found


include "flat_gather.pxi"
