# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Columns out of bytes, as `inlay_runtime.columnar.collect` takes them out of objects, and without any.

Every struct is validated first, by the pass that every decode begins with; what follows walks bytes that are known
to be good, into buffers that have room, without the GIL. What the pass refuses is decoded in order to raise.
"""

import sys

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset

from inlay_runtime.native.cursor cimport (
    Bytes,
    Cursor,
    EXTENSION_ID,
    NO_EXTENSION,
    STOP,
    TRUE,
    WIRE_LIST,
    WIRE_MAP,
    WIRE_STRUCT,
    make_cursor,
    fold_extension,
    read_integer,
    list_header,
    map_header,
    read_size,
    skip,
    skip_element,
)
from inlay_runtime.native.declared cimport is_declared
from inlay_runtime.native.fields cimport read_field_header
from inlay_runtime.native.list_index cimport NO_STARTS, Index, ListSpan, release_index, span_at
from inlay_runtime.native.plan cimport (
    K_BINARY, K_BOOL, K_DOUBLE, K_I64, K_I8, K_LIST, K_MAP, K_STRUCT, K_UNION, K_UUID, Plan, Row, Type, member_of, plan_of,
    row_of,
)  # fmt: skip
from inlay_runtime.native.validate cimport DEEPEST, INDEXED, Pass, release_pass, validate

from inlay_runtime.columnar.buffers import ExtractedColumn as FlatColumn
from inlay_runtime.columnar.buffers import Extraction, ExtractedTable
from inlay_runtime.columnar.plan import Kind as FlatKind
from inlay_runtime.columnar.plan import Measure
from inlay_runtime.columnar.shape import Shape, Value
from inlay_runtime.errors import DecodeError

cdef enum:
    EDGE = 16
    DENSE_WANTS = 64
    TEXT = 0  # the width of strings and binaries: sizes, with the bytes beside them; of lists: -1

cdef enum How:
    BY_VALUE
    BY_SIZE
    BY_EDGES

_IS_LITTLE = sys.byteorder == "little"
_HOWS = {Measure.SIZE: BY_SIZE, Measure.EDGES: BY_EDGES}  # what matters of measures to bytes
_KINDS = {
    Value.BOOL: K_BOOL,
    Value.BYTE: K_I8,
    Value.INTEGER: K_I64,
    Value.DOUBLE: K_DOUBLE,
    Value.BYTES: K_BINARY,
    Value.UUID: K_UUID,
    Value.STRUCT: K_STRUCT,
    Value.UNION: K_UNION,
    Value.LIST: K_LIST,
    Value.MAP: K_MAP,
}


include "columnar_layout.pxi"
include "columnar_cells.pxi"
include "columnar_scripts.pxi"
include "columnar_walk.pxi"
include "columnar_root.pxi"
include "columnar_columns.pxi"


cdef int64_t take_all(
    Extract extract, const char** data, Py_ssize_t* sizes, int64_t first, int64_t count, Plan* plan, Cursor* like,
    int64_t factor,
) except -2 nogil:
    """Extracts from `first` on; returns the position of one that is refused, or `count`; -1 without memory."""
    cdef Pass v
    cdef Run* run = &extract.run
    cdef int64_t at = first
    cdef Bytes begin, end
    cdef int64_t found = count
    memset(&v, 0, sizeof(Pass))
    v.index = &run.index
    run.index.has_shapes = True
    forget_scripts(run)
    while at < count:
        run.index.list_count = run.index.start_count = 0
        begin = <Bytes>data[at]
        v.cursor = make_cursor(
            begin, sizes[at], like.deepest, like.container, like.binary, like.budget + factor * sizes[at]
        )
        v.has_frame = False
        v.greatest_depth = 0
        end = validate(&v, begin, plan)
        if end == NULL or v.has_maps:
            found = at
            break
        run.cursor = v.cursor
        run.cursor.deepest = 1 << 20
        run.cursor.is_validated = True
        run.levels[0].position = at
        if not walk_root(run, begin, begin + sizes[at], plan) or run.is_out_of_memory:
            found = -1
            break
        at += 1
    release_pass(&v)
    return found


def extract_native(plan, data, limits):
    """As `extract_pure`; None where it has to do all of it."""
    cdef Layout layout
    cdef Extract extract
    cdef Plan* table
    cdef Cursor like
    cdef int64_t count = len(data)
    cdef int64_t at = 0
    cdef int64_t factor
    cdef const char** addresses
    cdef Py_ssize_t* sizes
    if "SCHEMA" not in plan.cls.__dict__ or not 0 < limits.depth <= DEEPEST or not _IS_LITTLE:
        return None  # a subclass may read as it likes
    table = plan_of(plan.cls)
    if table == NULL or not table.is_native or table.has_hooks:
        return None
    layout = layout_of(plan, table)
    extract = Extract.__new__(Extract, layout)
    like = make_cursor(
        NULL, 0, limits.depth, _bounded(limits.container), _bounded(limits.binary), _bounded(limits.memory_base)
    )
    factor = min(max(limits.memory_factor, -(1 << 30)), 1 << 30)
    held = list(data)
    errors = {}
    addresses = <const char**>calloc(count + 1, sizeof(char*))
    sizes = <Py_ssize_t*>calloc(count + 1, sizeof(Py_ssize_t))
    try:
        if addresses == NULL or sizes == NULL:
            raise MemoryError
        for position, buffer in enumerate(held):
            addresses[<int64_t>position] = PyBytes_AS_STRING(buffer)
            sizes[<int64_t>position] = PyBytes_GET_SIZE(buffer)
        while at < count:
            with nogil:
                at = take_all(extract, addresses, sizes, at, count, table, &like, factor)
            if at < 0:
                raise MemoryError
            if at < count:
                try:
                    plan.cls.decode(held[at], limits=limits)
                except DecodeError as error:
                    errors[at] = error
                else:
                    return None
                at += 1
    finally:
        free(addresses)
        free(sizes)
    return Extraction(extract.tables(plan), errors)


cdef int64_t _bounded(object limit):
    return min(max(limit, -(1 << 62)), 1 << 62)
