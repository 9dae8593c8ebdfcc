# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Chunks that are told apart by their headers, one column behind the other: see `inlay.verbs.recover.rebuild.grouping`, which does the same
for a column that is left here, and says why no chunk of it begins there.
"""

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int32_t, int64_t, uint8_t

from inlay_runtime.native.packed cimport Lent

cdef enum:  # as in `inlay.verbs.recover.rebuild.lost_pages`
    NO_FIT = -1
    DATA = 1
    DICTIONARY = 2

cdef struct Pages:
    const int32_t* facts
    const uint8_t* going_on
    const uint8_t* roles
    int64_t count


def place_columns(
    facts, going_on, roles, dict fits, kinds, int64_t column, int64_t at, int64_t stop, int64_t rows, int64_t left, ends
):
    """From a column and a page on, chunks of so many rows. `facts` has the number of what the header of each page says, `roles` what such a page
    is, and `kinds` the kind of each column. `left` is how many steps may be taken, and no chunk begins at the page `stop`. `ends` gets where chunks end; what is given
    back is the first column that is left, its first page, and the steps that are left."""
    cdef Lent page_facts = Lent(facts), page_going_on = Lent(going_on), page_roles = Lent(roles), column_kinds = Lent(kinds)
    cdef Lent fitting
    cdef Pages pages
    cdef Py_buffer out
    cdef const int64_t* fit = NULL
    cdef const int32_t* kind = <const int32_t*> column_kinds.view.buf
    cdef int64_t known = -1, key, end, steps
    pages.facts = <const int32_t*> page_facts.view.buf
    pages.going_on = <const uint8_t*> page_going_on.view.buf
    pages.roles = <const uint8_t*> page_roles.view.buf
    pages.count = min(page_going_on.view.len, page_facts.view.len // <int64_t> sizeof(int32_t))
    PyObject_GetBuffer(ends, &out, PyBUF_WRITABLE)
    try:
        while column < min(out.len, column_kinds.view.len) // <int64_t> sizeof(int32_t) and at < min(stop, pages.count):
            key = 2 * kind[column] + (pages.roles[pages.facts[at]] == DICTIONARY)
            if key != known:
                of_key = fits.get(key)
                if of_key is None:
                    break
                fitting = Lent(of_key)
                if fitting.view.len < page_roles.view.len * <int64_t> sizeof(int64_t):
                    break
                fit, known = <const int64_t*> fitting.view.buf, key
            end = _end_of_chunk(&pages, fit, at, rows, left, &steps)
            if end < 0:
                break
            left -= steps
            (<int32_t*> out.buf)[column] = <int32_t> end
            column += 1
            at = end
    finally:
        PyBuffer_Release(&out)
    return column, at, left


cdef int64_t _end_of_chunk(const Pages* pages, const int64_t* fit, int64_t start, int64_t rows, int64_t left, int64_t* steps) noexcept nogil:
    """-1 where it is not sure that one begins here."""
    cdef int64_t at = start, begun = 0, own
    steps[0] = 0
    while at < pages.count and (at == start or pages.going_on[at]):
        steps[0] += 1
        own = fit[pages.facts[at]]
        if own < 0 or steps[0] > left:
            return -1
        if begun == 0 and not own & 1 and pages.roles[pages.facts[at]] == DATA:
            return -1
        begun += own >> 1
        at += 1
        if begun == 0:
            continue
        if at < pages.count and pages.going_on[at]:  # a page may go on with the last row
            own = fit[pages.facts[at]]
            if own < NO_FIT:
                return -1
            if own != NO_FIT and not own & 1:
                continue
        if begun >= rows:
            return at if begun == rows else -1
    return -1
