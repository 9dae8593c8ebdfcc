# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What `find_differences` and `edit_script` do with the bytes: the steps from a base to an original, and following them.

The walk goes into structs as the compact protocol has them and takes strict spellings only; whatever else there
is, the pure walk decides about. Steps that do not hold are left to the pure reader, which says why.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memcpy

from inlay_runtime.native.compact_output cimport (
    LONGEST_VARINT, Output, take_up_to, end_of, make_room, make_output, store_varint,
)  # fmt: skip
from inlay_runtime.native.cursor cimport (
    STOP, WIRE_LIST, WIRE_STRUCT, Bytes, Cursor, make_cursor, enter, is_varint, list_header, skip,
    skip_element,
)  # fmt: skip
from inlay_runtime.native.fields cimport read_field_header

cdef enum:
    DEEPEST = 100
    SHORTEST_COPY = 4
    LONGEST_EQUAL = 9  # bytes of an integer: with one more it may have too many bits


cdef struct Header:
    Bytes start
    int wire_type
    int64_t wire_id


cdef struct Walk:
    Cursor base
    Cursor original
    Bytes b  # where each of them is
    Bytes o
    # the steps
    Output out
    Bytes source  # up to where the base has been taken
    bint is_pending
    Bytes base_start  # of the edit that is not written yet
    Bytes base_end
    Bytes start
    Bytes end
    bint is_out_of_memory


def find_steps(bytes base not None, bytes original not None):
    """The steps, or None: then the pure walk decides."""
    cdef Walk w
    cdef bint is_done
    cdef Py_ssize_t base_size = PyBytes_GET_SIZE(base), size = PyBytes_GET_SIZE(original)
    w.b = <Bytes>PyBytes_AS_STRING(base)
    w.o = <Bytes>PyBytes_AS_STRING(original)
    w.base = make_cursor(w.b, base_size, DEEPEST, base_size + 1, base_size + 1, 0)
    w.original = make_cursor(w.o, size, DEEPEST, size + 1, size + 1, 0)
    w.base.is_validated = w.original.is_validated = True  # integers are taken for what they are on the wire
    w.out = make_output()
    w.source = w.b
    w.is_pending = w.is_out_of_memory = False
    try:
        with nogil:
            is_done = compare_structs(&w) and replace(&w, w.b, w.base.end, w.o, w.original.end) and close(&w)
        if w.is_out_of_memory:
            raise MemoryError
        return PyBytes_FromStringAndSize(<char*>w.out.data, w.out.size) if is_done else None
    finally:
        free(w.out.data)


cdef bint replace(Walk* w, Bytes base_start, Bytes base_end, Bytes start, Bytes end) noexcept nogil:
    """An edit, less what is equal at either end."""
    if base_end - base_start == end - start and memcmp(base_start, start, end - start) == 0:
        return True
    while base_start < base_end and start < end and base_start[0] == start[0]:
        base_start += 1
        start += 1
    while base_start < base_end and start < end and (base_end - 1)[0] == (end - 1)[0]:
        base_end -= 1
        end -= 1
    return edit(w, base_start, base_end, start, end)


cdef bint edit(Walk* w, Bytes base_start, Bytes base_end, Bytes start, Bytes end) noexcept nogil:
    """One that follows the edit before closely is one with it: what is copied has to be worth a step."""
    if w.is_pending and base_start - w.base_end < SHORTEST_COPY:
        w.base_end = base_end
        w.end = end
        return True
    if w.is_pending and not put_step(w):
        return False
    w.is_pending = True
    w.base_start, w.base_end, w.start, w.end = base_start, base_end, start, end
    return True


cdef bint put_step(Walk* w) noexcept nogil:
    """Writes the edit that is pending."""
    cdef size_t inserted = w.end - w.start
    cdef uint8_t* to
    if not make_room(&w.out, inserted + 3 * LONGEST_VARINT):
        w.is_out_of_memory = True
        return False
    to = store_varint(end_of(&w.out), w.base_start - w.source)
    to = store_varint(to, w.base_end - w.base_start)
    to = store_varint(to, inserted)
    memcpy(to, w.start, inserted)
    take_up_to(&w.out, to + inserted)
    w.source = w.base_end
    w.is_pending = False
    return True


cdef bint close(Walk* w) noexcept nogil:
    """The last step, which ends the base and the original."""
    cdef bint is_at_end
    if w.is_pending:
        is_at_end = w.base_end == w.base.end and w.end == w.original.end
        if not put_step(w) or is_at_end:
            return is_at_end
    elif w.base.begin == w.base.end and w.original.begin == w.original.end:
        return True
    w.base_start = w.base_end = w.base.end
    w.start = w.end = w.original.end
    return put_step(w)


# The walk


cdef bint read_header(Cursor* c, Bytes* p, int64_t last_id, Header* found) noexcept nogil:
    """The header of a field, or a stop byte; the position is at the value then."""
    found.start = p[0]
    found.wire_id = last_id
    p[0] = read_field_header(c, p[0], &found.wire_type, &found.wire_id)
    return p[0] != NULL


cdef bint compare_structs(Walk* w) noexcept nogil:
    """The structs that both are at."""
    cdef Header old, new
    if enter(&w.base, w.b) == NULL:
        return False
    if not read_header(&w.base, &w.b, 0, &old) or not read_header(&w.original, &w.o, 0, &new):
        return False
    while True:
        if old.wire_type == STOP and new.wire_type == STOP:
            if not replace(w, old.start, w.b, new.start, w.o):
                return False
            break
        if old.wire_type != STOP and (new.wire_type == STOP or old.wire_id < new.wire_id):
            w.b = skip(&w.base, w.b, old.wire_type)
            if w.b == NULL or not edit(w, old.start, w.b, new.start, new.start):
                return False
            if not read_header(&w.base, &w.b, old.wire_id, &old):
                return False
        elif new.wire_type != STOP and (old.wire_type == STOP or new.wire_id < old.wire_id):
            w.o = skip(&w.original, w.o, new.wire_type)
            if w.o == NULL or not edit(w, old.start, old.start, new.start, w.o):
                return False
            if not read_header(&w.original, &w.o, new.wire_id, &new):
                return False
        else:
            if not pass_equal(w, &old, &new) and not compare_values(w, &old, &new):
                return False
            if not read_header(&w.base, &w.b, old.wire_id, &old):
                return False
            if not read_header(&w.original, &w.o, new.wire_id, &new):
                return False
    w.base.depth -= 1
    return True


cdef inline bint pass_equal(Walk* w, const Header* old, const Header* new) noexcept nogil:
    """Passes over an integer that both have, headers included, with the same bytes; False where they have to be looked at."""
    cdef Bytes b = w.b
    cdef Bytes o = w.o
    cdef int left = LONGEST_EQUAL
    if b - old.start != 1 or o - new.start != 1 or old.start[0] != new.start[0] or not is_varint(old.wire_type):
        return False
    while left and b < w.base.end and o < w.original.end and b[0] == o[0]:
        if b[0] < 0x80:
            w.b, w.o = b + 1, o + 1
            return True
        b += 1
        o += 1
        left -= 1
    return False


cdef bint compare_values(Walk* w, Header* old, Header* new) noexcept nogil:
    """A field that both have."""
    if old.wire_type == WIRE_STRUCT and new.wire_type == WIRE_STRUCT:
        return replace(w, old.start, w.b, new.start, w.o) and compare_structs(w)
    if old.wire_type == WIRE_LIST and new.wire_type == WIRE_LIST:
        return lists(w, old.start, new.start)
    w.b = skip(&w.base, w.b, old.wire_type)
    w.o = skip(&w.original, w.o, new.wire_type)
    return w.b != NULL and w.o != NULL and replace(w, old.start, w.b, new.start, w.o)


cdef bint lists(Walk* w, Bytes old_start, Bytes new_start) noexcept nogil:
    cdef int64_t old_size = 0, new_size = 0, common = 0, at
    cdef int old_type = 0, new_type = 0
    w.b = list_header(&w.base, w.b, &old_size, &old_type)
    w.o = list_header(&w.original, w.o, &new_size, &new_type)
    if w.b == NULL or w.o == NULL:
        return False
    if old_type == WIRE_STRUCT and new_type == WIRE_STRUCT:
        common = min(old_size, new_size)
    if common:
        if not replace(w, old_start, w.b, new_start, w.o) or enter(&w.base, w.b) == NULL:
            return False
        for at in range(common):
            if not compare_structs(w):
                return False
        w.base.depth -= 1
        old_start, new_start = w.b, w.o
    for at in range(old_size - common):
        w.b = skip_element(&w.base, w.b, old_type)
        if w.b == NULL:
            return False
    for at in range(new_size - common):
        w.o = skip_element(&w.original, w.o, new_type)
        if w.o == NULL:
            return False
    return replace(w, old_start, w.b, new_start, w.o)


# Following steps


def follow(bytes base not None, Py_ssize_t size, bytes script not None):
    """The original, of so many bytes; None where a step does not hold, or where they end too soon."""
    cdef Bytes source = <Bytes>PyBytes_AS_STRING(base)
    cdef Bytes source_end = source + PyBytes_GET_SIZE(base)
    cdef Bytes p = <Bytes>PyBytes_AS_STRING(script)
    cdef Bytes end = p + PyBytes_GET_SIZE(script)
    cdef Step one
    cdef Bytes at = p
    cdef uint64_t base_left = <uint64_t>(source_end - source), left = <uint64_t>size
    while at < end:  # all of them hold before anything is allocated
        at = step_at(at, end, &one)
        if at == NULL or one.copied + one.skipped > base_left or one.copied + one.inserted > left:
            return None
        base_left -= one.copied + one.skipped
        left -= one.copied + one.inserted
    if base_left or left:
        return None
    cdef bytes original = PyBytes_FromStringAndSize(NULL, size)
    cdef uint8_t* target = <uint8_t*>PyBytes_AS_STRING(original)
    while p < end:
        p = step_at(p, end, &one)
        memcpy(target, source, one.copied)
        memcpy(target + one.copied, p - one.inserted, one.inserted)
        source += one.copied + one.skipped
        target += one.copied + one.inserted
    return original


cdef struct Step:
    uint64_t copied
    uint64_t skipped
    uint64_t inserted  # bytes, which end where the step does


cdef Bytes step_at(Bytes p, Bytes end, Step* found) noexcept:
    """A step, and where it ends; NULL for one that is not a step."""
    p = read_shortest_varint(p, end, &found.copied)
    p = read_shortest_varint(p, end, &found.skipped) if p != NULL else NULL
    p = read_shortest_varint(p, end, &found.inserted) if p != NULL else NULL
    if p == NULL or not (found.copied or found.skipped or found.inserted):
        return NULL
    return p + found.inserted if found.inserted <= <uint64_t>(end - p) else NULL


cdef Bytes read_shortest_varint(Bytes p, Bytes end, uint64_t* value) noexcept:
    """ULEB128 of at most 5 bytes, in its shortest form."""
    cdef uint64_t found = 0
    cdef int shift
    for shift in range(0, 35, 7):
        if p == end:
            return NULL
        found |= <uint64_t>(p[0] & 0x7F) << shift
        p += 1
        if (p - 1)[0] < 0x80:
            if (p - 1)[0] == 0 and shift:
                return NULL
            value[0] = found
            return p
    return NULL
