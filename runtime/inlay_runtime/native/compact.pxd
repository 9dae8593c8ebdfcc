# cython: language_level=3
"""Instances of generated classes as the native core sees them."""

from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from inlay_runtime.native.cursor cimport Bytes
from inlay_runtime.native.list_index cimport Index
from inlay_runtime.native.plan cimport Plan

cdef enum State:
    DONE = 0  # every slot is what it is
    LAZY = 1  # all slots are empty but `remainder`, which holds the View
    PARTIAL = 2  # the same, but only lists are still empty
    PLACEHOLDER = 3  # an element that a mask leaves out; shared

cdef enum Wanted:
    NOTHING = 0
    ALL = 1
    PART = 2

cdef class Located:
    cdef uint32_t position
    cdef uint16_t plan
    cdef uint8_t state

cdef class Source:
    cdef bytes data
    cdef Index index
    cdef bint is_canonical
    cdef bint is_root_irregular
    cdef uint32_t root  # where the outermost struct begins
    cdef int greatest_depth
    cdef Bytes begin(self)

cdef class Node:
    cdef Plan* plan
    cdef list choices  # by row: None (left out), True (whole), a Node, or Segments
    cdef uint8_t* wanted  # by row: NOTHING, ALL or a PART, as `choices` has it
    cdef bint extension
    cdef int last  # row that is asked for
    cdef object remainder

cdef class View:
    cdef Source source
    cdef Node node
    cdef View plain
    cdef dict parts
    cdef View part(self, Node node)

cdef Plan* plan_of_record(Located record) except? NULL
cdef int fill(Located record) except -1
cdef int complete(Located record) except -1
cdef Bytes find_span_end(Located record, Plan* plan) except NULL
cdef bint is_plain(object cls, Plan* plan) except -1
