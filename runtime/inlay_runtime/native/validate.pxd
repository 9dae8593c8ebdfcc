# cython: language_level=3
"""The pass over the bytes of a struct that every decode begins with."""

from libc.stdint cimport int64_t, uint8_t

from inlay_runtime.native.cursor cimport Bytes, Cursor
from inlay_runtime.native.list_index cimport Index
from inlay_runtime.native.plan cimport Plan

cdef enum:
    DEEPEST = 128  # structs and lists in each other, for the C stack; more are left to pure Python
    INDEXED = 16  # lists of fewer elements, none of them nested, are walked

cdef enum:
    # bytes of the memory budget; docs/wire.md
    STRUCT_PRICE = 64
    CONTAINER_PRICE = 64
    ELEMENT_PRICE = 40
    ENTRY_PRICE = 128

cdef struct Pass:
    Cursor cursor
    Index* index  # NULL if none is wanted
    int64_t irregular  # structs below the outermost that hold more than their fields, or in another order
    bint is_root_irregular
    bint has_maps
    bint strict  # fields of another type than declared are refused, and text that is not UTF-8
    int greatest_depth
    Bytes reached  # the last element of a list that was begun, NULL before there is one; all before it has been accepted
    int64_t budget_there
    bint has_frame  # of the current struct: whether it has been charged for what it holds beside fields
    void* shapes  # of structs in lists (`validate_alike.pxi`), or NULL
    uint8_t* seen[DEEPEST + 1]  # by depth: the ids of a struct whose fields do not ascend

cdef Bytes validate(Pass* v, Bytes p, Plan* plan) noexcept nogil
cdef void release_pass(Pass* v) noexcept nogil
