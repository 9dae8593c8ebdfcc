# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""How often each level is in a page, natively: see `inlay.pages.engine.page_levels`, whose slow count is the specification."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from inlay_runtime.native.packed cimport Lent

cdef enum:
    LONGEST_HEADER = 5

include "level_counts.pxi"


def count_levels(levels, int64_t count, uint32_t most):
    """As a list by level; None for bytes that are no levels, and for more levels than a schema has."""
    cdef Lent lent = Lent(levels)
    cdef int64_t[1024] counts
    cdef int width = 0
    cdef bint is_whole
    cdef const uint8_t* at = <const uint8_t*> lent.view.buf
    if most == 0 or most >= 1024:
        return None
    while most >> width:
        width += 1
    memset(counts, 0, sizeof(counts))
    with nogil:
        is_whole = _count_levels(at, at + lent.view.len, count, width, most, counts)
    return [counts[level] for level in range(most + 1)] if is_whole else None
