# cython: language_level=3
"""Which names of a dictionary are used, and their numbers in another one; inline, to be cimported."""

from libc.stdint cimport int64_t, uint32_t, uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from inlay_variant.native.buffers cimport NO_MEMORY, OK
from inlay_variant.native.names cimport Names, name_at
from inlay_variant.native.texts cimport Texts, add_text

ctypedef struct UsedNames:
    Names* names
    uint8_t* used
    uint32_t* numbers
    int64_t room


cdef inline int forget_uses(UsedNames* uses) noexcept nogil:
    """None is used; there is room for all names of the dictionary."""
    cdef int64_t count = uses.names.count
    cdef void* grown
    if count > uses.room:
        grown = realloc(uses.used, count)
        if grown == NULL:
            return NO_MEMORY
        uses.used = <uint8_t*> grown
        grown = realloc(uses.numbers, count * sizeof(uint32_t))
        if grown == NULL:
            return NO_MEMORY
        uses.numbers = <uint32_t*> grown
        uses.room = count
    if count:
        memset(uses.used, 0, count)
    return OK


cdef inline int add_uses(UsedNames* uses, Texts* texts) noexcept nogil:
    """Adds the names that are used to those of a dictionary, which sets their numbers when it is written."""
    cdef int64_t id_, size = 0
    cdef const uint8_t* name
    cdef int answer = OK
    for id_ in range(uses.names.count):
        if uses.used[id_] and answer == OK:
            name = name_at(uses.names, <uint32_t> id_, &size)
            answer = add_text(texts, name, size, &uses.numbers[id_])
    return answer


cdef inline void close_uses(UsedNames* uses) noexcept nogil:
    free(uses.used)
    free(uses.numbers)
