# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The modules of pages, one behind another, as long as nothing is wrong with them; and their nonces.

`inlay.verbs.crypt.check_chunks` is the specification, and says what is wrong. The cipher is `cryptography`'s: what is saved is what
Python does around each call.
"""

from cpython.buffer cimport PyBuffer_FillInfo
from cpython.bytearray cimport PyByteArray_AS_STRING
from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from inlay_runtime.native.packed cimport Lent

cdef enum:  # as in `inlay.footers.encryption.cipher`
    LENGTH = 4
    NONCE = 12
    TAG = 16


cdef class Window:
    """Bytes that the cipher sees during one call. Each call moves it, so that no object is made for one."""

    cdef void* at
    cdef Py_ssize_t size
    cdef bint is_read_only

    def __getbuffer__(self, Py_buffer* view, int flags):
        PyBuffer_FillInfo(view, self, self.at, self.size, self.is_read_only, flags)


cdef Window make_window(bint is_read_only):
    cdef Window window = Window()
    window.is_read_only = is_read_only
    return window


cdef class PageModules:
    """Those of one chunk, as far as they were opened."""

    cdef object decrypt, invalid
    cdef list aads
    cdef int aad
    cdef bint has_ordinals, has_tagged_bodies
    cdef uint32_t page
    cdef Window nonce, sealed, text, place
    cdef uint8_t* scratch
    cdef int64_t scratch_size
    cdef int64_t* found_ends
    cdef uint8_t* found_nonces
    cdef int64_t count, room, at, opened

    def __cinit__(self, decrypt, invalid, int64_t start, list aads not None, bint has_tagged_bodies):
        self.decrypt, self.invalid, self.at, self.has_tagged_bodies = decrypt, invalid, start, has_tagged_bodies
        if len(aads) < 2:
            raise ValueError("the AADs of a header and of a body")
        self.aads = [bytearray(aad) for aad in aads]
        self.has_ordinals = bool(aads[0])
        self.nonce, self.sealed, self.place = make_window(True), make_window(True), make_window(True)
        self.text = make_window(False)

    def __dealloc__(self):
        free(self.scratch)
        free(self.found_ends)
        free(self.found_nonces)

    def __len__(self):
        return self.count

    def end_of(self, int64_t number):
        """Where a module ends in the file."""
        if not 0 <= number < self.count:
            raise IndexError(number)
        return self.found_ends[number]

    @property
    def opened_bytes(self):
        """Of those that have a tag."""
        return self.opened

    def open_next(self, data):
        """Those that lie whole in these bytes, which follow the ones before; how many bytes they are, or -1 if one does not open."""
        cdef Lent lent = Lent(data)
        cdef const uint8_t* at = <const uint8_t*> lent.view.buf
        cdef const uint8_t* begin = at
        cdef const uint8_t* end = at + lent.view.len
        cdef uint32_t size = 0
        if self.decrypt is None:  # it is finished
            return -1
        try:
            while end - at >= LENGTH:
                memcpy(&size, at, LENGTH)
                if size < NONCE + (TAG if self._has_tag() else 0):
                    return -1
                if <int64_t> size > end - at - LENGTH:
                    break
                at += LENGTH
                self._open(at, size)
                at += size
        except self.invalid:
            return -1
        return at - begin

    cdef int _open(self, const uint8_t* sealed, uint32_t size) except -1:
        """Raises what the cipher does for a tag that does not agree."""
        cdef bint has_tag = self._has_tag()
        self._reserve(size if has_tag else 0)
        self._name_place()
        if has_tag:
            self.nonce.at, self.nonce.size = <void*> sealed, NONCE
            self.sealed.at, self.sealed.size = <void*> (sealed + NONCE), size - NONCE
            self.text.at, self.text.size = self.scratch, size - NONCE - TAG
            self.decrypt(self.nonce, self.sealed, self.place, self.text)
            self.opened += LENGTH + <int64_t> size
        memcpy(self.found_nonces + self.count * NONCE, sealed, NONCE)
        self.at += LENGTH + <int64_t> size
        self.found_ends[self.count] = self.at
        self.count += 1
        return 0

    cdef bint _has_tag(self) noexcept:
        """Of the next one: a body follows each header."""
        return self.has_tagged_bodies or self.count % 2 == 0

    cdef int _name_place(self) except -1:
        """The AAD of the next module: pages follow the dictionary, if there is one, and a body each header."""
        cdef bytearray aad = self.aads[self.aad]
        cdef uint8_t* last = <uint8_t*> PyByteArray_AS_STRING(aad) + len(aad)
        cdef bint is_of_page = self.aad >= len(self.aads) - 2
        self.place.at, self.place.size = PyByteArray_AS_STRING(aad), len(aad)
        if is_of_page and self.has_ordinals:
            last[-2] = self.page & 0xFF
            last[-1] = (self.page >> 8) & 0xFF
        self.aad += 1
        if self.aad == len(self.aads):
            self.aad -= 2
            self.page += 1
        return 0

    cdef int _reserve(self, uint32_t size) except -1:
        """Room for one more module, and for its text."""
        if size > self.scratch_size:
            self.scratch = <uint8_t*> _resize(self.scratch, size)
            self.scratch_size = size
        if self.count == self.room:
            self.room = max(2 * self.room, 8)
            self.found_ends = <int64_t*> _resize(self.found_ends, self.room * sizeof(int64_t))
            self.found_nonces = <uint8_t*> _resize(self.found_nonces, self.room * NONCE)
        return 0

    def finish(self):
        """No more are opened: what only that needs is given back, since there is one of these for each chunk."""
        free(self.scratch)
        self.scratch, self.scratch_size = NULL, 0
        self.decrypt = self.invalid = self.aads = self.nonce = self.sealed = self.text = self.place = None
        if self.count:
            self.room = self.count
            self.found_ends = <int64_t*> _resize(self.found_ends, self.room * sizeof(int64_t))
            self.found_nonces = <uint8_t*> _resize(self.found_nonces, self.room * NONCE)

    def note_nonces(self, dict seen not None, int64_t first):
        """Notes a number for each nonce that is not there yet. Of the others, which module it is and the number that is there."""
        cdef list repeated = []
        cdef int64_t at
        cdef object number  # one of Python, which is the one that is there or not
        for at in range(self.count):
            number = first + at
            earlier = seen.setdefault(self.found_nonces[at * NONCE : at * NONCE + NONCE], number)
            if earlier is not number:
                repeated.append((at, earlier))
        return repeated


cdef void* _resize(void* memory, int64_t size) except NULL:
    """On failure the caller keeps what it had."""
    cdef void* grown = realloc(memory, size)
    if grown == NULL:
        raise MemoryError
    return grown
