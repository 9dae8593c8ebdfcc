# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The text of a JSON document: `inlay.ground.documents.pieces` is the specification, and writes each document that is not plain: numbers that
JSON lacks, bytes in the place of text, other types than those of JSON, and what is nested deeply."""

from collections.abc import Iterator, Mapping
from json.encoder import encode_basestring_ascii

from cpython.dict cimport PyDict_Next
from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE
from cpython.mem cimport PyMem_Free
from cpython.object cimport PyObject
from libc.math cimport isfinite
from libc.stdint cimport uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    const uint8_t* PyUnicode_1BYTE_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    object PyUnicode_DecodeASCII(const char* text, Py_ssize_t size, const char* errors)
    long long PyLong_AsLongLongAndOverflow(object number, int* overflow) except? -1
    char* PyOS_double_to_string(double number, char format, int precision, int flags, int* kind) except NULL
    const int Py_DTSF_ADD_DOT_0

cdef enum:
    DEEPEST = 64

cdef str ESCAPED_BYTE = "\\udc"


def format_plain(document, str line not None):
    """The text, where what ends a line and begins the next one is `line`; None for a document that Python has to write."""
    cdef JsonText text = JsonText()
    text.is_in_line = not line
    return text.take() if text.write(document, max(len(line) - 1, 0) // 2) else None


def is_streamed(document):
    """Whether an iterator stands for a list in it, be it in objects."""
    if type(document) is dict:
        for value in (<dict>document).values():
            if is_value(value):
                continue
            if is_streamed(value):
                return True
        return False
    if isinstance(document, Mapping):
        return any(map(is_streamed, document.values()))
    return isinstance(document, Iterator)


cdef inline bint is_value(object value):
    kind = type(value)
    return value is None or kind is str or kind is int or kind is list or kind is float or kind is bool


cdef class JsonText:
    """What is written, which grows."""

    cdef bint is_in_line
    cdef char* text
    cdef Py_ssize_t size
    cdef Py_ssize_t room

    def __cinit__(self):
        self.text = NULL
        self.size = self.room = 0

    def __dealloc__(self):
        free(self.text)

    cdef object take(self):
        return PyUnicode_DecodeASCII(self.text, self.size, NULL)

    cdef inline int reserve(self, Py_ssize_t more) except -1:
        return self.grow(self.size + more) if self.room - self.size < more else 0

    cdef int grow(self, Py_ssize_t room) except -1:
        cdef void* text
        room += room // 2 + 2048
        text = realloc(self.text, room)
        if text == NULL:
            raise MemoryError
        self.text, self.room = <char*>text, room
        return 0

    cdef inline int put(self, const void* text, Py_ssize_t size) except -1:
        self.reserve(size)
        memcpy(self.text + self.size, text, size)
        self.size += size
        return 0

    cdef int put_ascii(self, str text) except -1:
        return self.put(PyUnicode_1BYTE_DATA(text), PyUnicode_GET_LENGTH(text))

    cdef int end_line(self, int depth) except -1:
        """And begins the next one."""
        if self.is_in_line:
            return 0
        self.reserve(2 * depth + 1)
        self.text[self.size] = b"\n"
        memset(self.text + self.size + 1, b" ", 2 * depth)
        self.size += 2 * depth + 1
        return 0

    cdef int separate(self, bint is_first, int depth) except -1:
        """Before an item."""
        if not is_first:
            self.put(b", ", 2 if self.is_in_line else 1)
        return self.end_line(depth)

    # Each of these says whether it has written the value, which it does only to plain ones

    cdef bint write(self, object value, int depth) except -1:
        kind = type(value)
        if kind is str:
            return self.write_string(value)
        if kind is int:
            return self.write_integer(value)
        if kind is dict:
            return self.write_object(value, depth)
        if kind is list:
            return self.write_list(value, depth)
        if kind is float:
            return self.write_double(value)
        if value is None:
            self.put(b"null", 4)
        elif value is True:
            self.put(b"true", 4)
        elif value is False:
            self.put(b"false", 5)
        else:
            return False
        return True

    cdef bint write_object(self, dict document, int depth) except -1:
        cdef PyObject* key = NULL
        cdef PyObject* value = NULL
        cdef Py_ssize_t at = 0
        cdef bint is_first = True
        if depth >= DEEPEST:
            return False
        self.put(b"{", 1)
        while PyDict_Next(document, &at, &key, &value):
            self.separate(is_first, depth + 1)
            is_first = False
            if type(<object>key) is not str or not self.write_string(<object>key):
                return False
            self.put(b": ", 2)
            if not self.write(<object>value, depth + 1):
                return False
        if not is_first:
            self.end_line(depth)
        self.put(b"}", 1)
        return True

    cdef bint write_list(self, list items, int depth) except -1:
        cdef Py_ssize_t at = 0
        if depth >= DEEPEST:
            return False
        self.put(b"[", 1)
        while at < PyList_GET_SIZE(items):
            self.separate(not at, depth + 1)
            if not self.write(<object>PyList_GET_ITEM(items, at), depth + 1):
                return False
            at += 1
        if at:
            self.end_line(depth)
        self.put(b"]", 1)
        return True

    cdef bint write_string(self, str value) except -1:
        cdef const uint8_t* data
        cdef Py_ssize_t size, at
        cdef bint is_plain = PyUnicode_IS_ASCII(value)
        if is_plain:
            data, size = PyUnicode_1BYTE_DATA(value), PyUnicode_GET_LENGTH(value)
            for at in range(size):
                is_plain &= 32 <= data[at] < 127 and data[at] != b'"' and data[at] != b"\\"
        if is_plain:
            self.reserve(size + 2)
            self.text[self.size] = b'"'
            memcpy(self.text + self.size + 1, data, size)
            self.text[self.size + size + 1] = b'"'
            self.size += size + 2
            return True
        text = encode_basestring_ascii(value)
        if ESCAPED_BYTE in text:
            return False
        self.put_ascii(text)
        return True

    cdef bint write_integer(self, object value) except -1:
        cdef int overflow = 0
        cdef long long number = PyLong_AsLongLongAndOverflow(value, &overflow)
        cdef unsigned long long rest
        cdef char[24] digits
        cdef int at = 24
        if overflow:
            self.put_ascii(str(value))
            return True
        rest = <unsigned long long>number if number >= 0 else <unsigned long long>0 - <unsigned long long>number
        while True:
            at -= 1
            digits[at] = <char>(48 + rest % 10)
            rest //= 10
            if not rest:
                break
        if number < 0:
            at -= 1
            digits[at] = b"-"
        self.put(&digits[at], 24 - at)
        return True

    cdef bint write_double(self, double value) except -1:
        cdef char* digits
        cdef Py_ssize_t size = 0
        if not isfinite(value):
            return False
        digits = PyOS_double_to_string(value, b"r", 0, Py_DTSF_ADD_DOT_0, NULL)
        try:
            while digits[size]:
                size += 1
            self.put(digits, size)
        finally:
            PyMem_Free(digits)
        return True
