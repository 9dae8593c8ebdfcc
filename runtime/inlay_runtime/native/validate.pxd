# cython: language_level=3
"""The pass over the bytes of a struct that every decode begins with."""

from libc.stdint cimport int64_t, uint8_t, uint32_t

from inlay_runtime.native.cursor cimport Bytes, Cursor
from inlay_runtime.native.plan cimport Plan

cdef struct ListSpan:
    # a list that can be skipped or entered at any element; offsets from the begin of the buffer
    uint32_t start  # of its header
    uint32_t end
    uint32_t first  # of `Index.starts`: where its elements start; NO_STARTS if they are no structs
    uint32_t count

cdef enum:
    NO_STARTS = 0xFFFFFFFF
    INDEXED = 16  # lists of fewer elements, none of them nested, are walked

cdef struct Index:
    ListSpan* lists  # by ascending start
    size_t list_count
    size_t list_room
    uint32_t* starts
    size_t start_count
    size_t start_room

cdef struct Pass:
    Cursor cursor
    Index* index  # NULL if none is wanted
    int64_t irregular  # structs below the outermost that hold more than their fields, or in another order
    bint is_root_irregular
    bint has_maps
    int greatest_depth
    bint has_frame  # of the current struct: whether it has been charged for what it holds beside fields
    uint8_t* seen[130]  # by depth: the ids of a struct whose fields do not ascend

cdef Bytes validate(Pass* v, Bytes p, Plan* plan) noexcept nogil
cdef void release_pass(Pass* v) noexcept nogil
cdef void release_index(Index* index) noexcept nogil
cdef ListSpan* span_at(Index* index, uint32_t start) noexcept nogil
