# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Numbers that are taken out one by one: see `inlay.verbs.store.key_set`, whose class is the specification. A set of Python has an object for
each number, which is six times the memory, and a walk through it."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

cdef enum:
    FEW = 1 << 10  # places of an empty set

cdef enum:  # of a place
    NOTHING = 0
    THERE = 1
    TAKEN = 2


cdef class NativeKeySet:
    cdef int64_t* keys
    cdef uint8_t* states
    cdef Py_ssize_t room  # a power of two
    cdef Py_ssize_t used  # places that are not empty, those that were taken too
    cdef Py_ssize_t count

    def __cinit__(self):
        self.make_room(FEW)

    def __dealloc__(self):
        free(self.keys)
        free(self.states)

    def __len__(self):
        return self.count

    def add(self, list keys not None):
        cdef list again = []
        cdef Py_ssize_t at, place
        cdef int64_t key
        for at in range(len(keys)):
            key = keys[at]
            if self.used * 2 >= self.room:
                self.make_room(self.room * 2)
            place = self.find(key)
            if self.states[place] == THERE:
                again.append(at)
                continue
            if self.states[place] == NOTHING:
                self.used += 1
            self.keys[place], self.states[place] = key, THERE
            self.count += 1
        return again

    def take(self, list keys not None):
        cdef list missing = []
        cdef Py_ssize_t at, place
        for at in range(len(keys)):
            place = self.find(keys[at])
            if self.states[place] == THERE:
                self.states[place] = TAKEN
                self.count -= 1
            else:
                missing.append(at)
        return missing

    def list_left(self):
        cdef Py_ssize_t at
        return [self.keys[at] for at in range(self.room) if self.states[at] == THERE]

    cdef Py_ssize_t find(self, int64_t key) noexcept:
        """Where the number is, or was, or the empty place that it would have."""
        cdef Py_ssize_t place = <Py_ssize_t>((<uint64_t>key * <uint64_t>0x9E3779B97F4A7C15) >> 20) & (self.room - 1)
        while self.states[place] != NOTHING and self.keys[place] != key:
            place = (place + 1) & (self.room - 1)
        return place

    cdef int make_room(self, Py_ssize_t room) except -1:
        cdef int64_t* keys = self.keys
        cdef uint8_t* states = self.states
        cdef Py_ssize_t before = self.room
        cdef Py_ssize_t at, place
        cdef int64_t* more_keys = <int64_t*>calloc(room, sizeof(int64_t))
        cdef uint8_t* more_states = <uint8_t*>calloc(room, sizeof(uint8_t))
        if more_keys == NULL or more_states == NULL:
            free(more_keys)
            free(more_states)
            raise MemoryError
        self.keys, self.states, self.room, self.used = more_keys, more_states, room, 0
        for at in range(before):
            if states[at] == THERE:
                place = self.find(keys[at])
                self.keys[place], self.states[place] = keys[at], THERE
                self.used += 1
        free(keys)
        free(states)
        return 0
