# cython: language_level=3
"""What was seen at each place of a sample, in C; inline, to be cimported. `inlay_variant.value.counting.Seen` says what is counted.

Places lie in one array, in the order in which they were first seen, and so do the kinds of their values. A field is looked up
by its place and name in one table. Keys may be hostile, so the hash has a secret that nobody knows before.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from inlay_variant.native.buffers cimport NO_MEMORY, OK, TOO_LARGE, grow_rows

cdef enum:
    ROOT = 0
    NONE = 0  # no place and no kind, for the first of each is never pointed at


cdef extern from *:
    """
    static unsigned long long inlay_mixed(unsigned long long a, unsigned long long b) {
        unsigned __int128 product = (unsigned __int128)a * b;
        return (unsigned long long)product ^ (unsigned long long)(product >> 64);
    }
    """
    uint64_t mixed "inlay_mixed"(uint64_t a, uint64_t b) noexcept nogil


# How many values of a place were of one kind; `next` is the kind that was seen there after it.
ctypedef struct Kind:
    int64_t count
    uint32_t next
    int code

# `name` is NULL for the elements of an array; it points into the column. `bits`, `whole` and `scale` are those of `Seen`.
ctypedef struct Place:
    const uint8_t* name
    uint64_t hash
    int64_t rows
    int64_t nulls
    uint32_t name_size
    uint32_t parent
    uint32_t elements
    uint32_t kinds
    uint8_t bits
    uint8_t whole
    uint8_t scale

ctypedef struct Places:
    Place* data
    int64_t size
    int64_t room
    Kind* kinds
    int64_t kinds_size
    int64_t kinds_room
    uint32_t* table  # numbers of places, 0 where there is none
    int64_t table_size
    uint64_t secret[2]


cdef inline int open_places(Places* places, const uint8_t* secret) noexcept nogil:
    """The root, and an empty table; `secret` has 16 bytes."""
    cdef uint32_t root
    memset(places, 0, sizeof(Places))
    memcpy(places.secret, secret, 16)
    places.table_size = 256
    places.table = <uint32_t*> calloc(places.table_size, sizeof(uint32_t))
    places.kinds = <Kind*> calloc(64, sizeof(Kind))
    if places.table == NULL or places.kinds == NULL:
        return NO_MEMORY
    places.kinds_room = 64
    places.kinds_size = 1
    return add_place(places, ROOT, NULL, 0, 0, &root)


cdef inline void close_places(Places* places) noexcept nogil:
    free(places.data)
    free(places.kinds)
    free(places.table)
    memset(places, 0, sizeof(Places))


cdef inline int add_place(
    Places* places, uint32_t parent, const uint8_t* name, int64_t name_size, uint64_t hash_, uint32_t* number
) noexcept nogil:
    cdef void* grown
    cdef Place* data
    if places.size > 0x7FFFFFFF:
        return TOO_LARGE
    grown = grow_rows(places.data, places.size, &places.room, sizeof(Place))
    if grown == NULL:
        return NO_MEMORY
    places.data = <Place*> grown
    number[0] = <uint32_t> places.size
    data = &places.data[places.size]
    memset(data, 0, sizeof(Place))
    data.name = name
    data.name_size = <uint32_t> name_size
    data.parent = parent
    data.hash = hash_
    places.size += 1
    return OK


cdef inline int element_of(Places* places, uint32_t parent, uint32_t* number) noexcept nogil:
    """The place of the elements of an array."""
    cdef int answer
    number[0] = places.data[parent].elements
    if number[0] != NONE:
        return OK
    answer = add_place(places, parent, NULL, 0, 0, number)
    if answer == OK:
        places.data[parent].elements = number[0]
    return answer


cdef inline uint64_t hash_of(Places* places, uint32_t parent, const uint8_t* name, int64_t size) noexcept nogil:
    cdef uint64_t hash_ = mixed(places.secret[0] ^ parent, places.secret[1] ^ <uint64_t> size), word
    while size >= 8:
        memcpy(&word, name, 8)
        hash_ = mixed(hash_ ^ word, places.secret[1])
        name += 8
        size -= 8
    word = 0
    if size:
        memcpy(&word, name, size)
    return mixed(hash_ ^ word, places.secret[0])


cdef inline int field_of(
    Places* places, uint32_t parent, const uint8_t* name, int64_t size, uint32_t* number
) noexcept nogil:
    """The place of a field of the objects at `parent`."""
    cdef uint64_t hash_ = hash_of(places, parent, name, size)
    cdef int64_t mask = places.table_size - 1
    cdef int64_t at = <int64_t> (hash_ & <uint64_t> mask)
    cdef Place* place
    cdef int answer
    while places.table[at]:
        place = &places.data[places.table[at]]
        if place.hash == hash_ and place.parent == parent and place.name_size == size and (
            size == 0 or memcmp(place.name, name, size) == 0
        ):
            number[0] = places.table[at]
            return OK
        at = (at + 1) & mask
    answer = add_place(places, parent, name, size, hash_, number)
    if answer < 0:
        return answer
    places.table[at] = number[0]
    # Elements are places that the table does not have, so this errs to the side of room.
    return grow_table(places) if places.size * 2 > places.table_size else OK


cdef inline int grow_table(Places* places) noexcept nogil:
    cdef int64_t size = places.table_size * 2, number, at
    cdef uint32_t* table = <uint32_t*> calloc(size, sizeof(uint32_t))
    if table == NULL:
        return NO_MEMORY
    for number in range(places.size):
        if places.data[number].name == NULL:
            continue
        at = <int64_t> (places.data[number].hash & <uint64_t> (size - 1))
        while table[at]:
            at = (at + 1) & (size - 1)
        table[at] = <uint32_t> number
    free(places.table)
    places.table = table
    places.table_size = size
    return OK


cdef inline int note_kind(Places* places, uint32_t number, int code) noexcept nogil:
    """A further value of a kind, which comes last among the kinds of its place where it is new."""
    cdef uint32_t at = places.data[number].kinds, last = NONE
    cdef void* grown
    while at != NONE:
        if places.kinds[at].code == code:
            places.kinds[at].count += 1
            return OK
        last = at
        at = places.kinds[at].next
    if places.kinds_size > 0x7FFFFFFF:
        return TOO_LARGE
    grown = grow_rows(places.kinds, places.kinds_size, &places.kinds_room, sizeof(Kind))
    if grown == NULL:
        return NO_MEMORY
    places.kinds = <Kind*> grown
    at = <uint32_t> places.kinds_size
    places.kinds[at].code = code
    places.kinds[at].count = 1
    places.kinds[at].next = NONE
    places.kinds_size += 1
    if last == NONE:
        places.data[number].kinds = at
    else:
        places.kinds[last].next = at
    return OK
