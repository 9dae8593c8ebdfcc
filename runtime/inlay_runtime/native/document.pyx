# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A Thrift struct as a document of JSON: `inlay_runtime.document` is the specification, and does what is no struct, list or single value."""

from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE
from cpython.object cimport PyObject
from libc.math cimport isfinite
from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free

from inlay_runtime.native.instances cimport get_attribute

from inlay_runtime.enums import WireEnum
from inlay_runtime.json_values import HEX, document_number, document_text
from inlay_runtime.native.plan import offset_of
from inlay_runtime.schema import Hooked, ListOf, MapOf, SetOf, UnionSchema
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    int Py_EnterRecursiveCall(const char* where) except *  # 1 or -1, by version
    void Py_LeaveRecursiveCall()

cdef enum Form:
    F_SINGLE
    F_LIST
    F_OTHER

cdef dict PLANS = {}
cdef object document_value, document_rest


def define_others(value, rest):
    """What documents a value by its type, and what no field holds, in Python."""
    global document_value, document_rest
    document_value, document_rest = value, rest


def document_struct(record, *, bint is_whole=True, given):
    """See `inlay_runtime.document.document_struct`."""
    return document_fields(record, find_plan(type(record)), is_whole, given or None)


cdef class ValuePlan:
    """How a value of a type becomes one of JSON."""

    cdef Form form
    cdef object type
    cdef ValuePlan element
    cdef dict names  # of the members of an enum, by where these are

    def __init__(self, type_):
        self.type = type_
        self.form = F_SINGLE
        if isinstance(type_, (ListOf, SetOf)):
            self.form = F_LIST
            self.element = ValuePlan(type_.element)
        elif isinstance(type_, (UnionSchema, MapOf, Hooked)):
            self.form = F_OTHER
        elif isinstance(type_, type) and issubclass(type_, (WireEnum, UnionTag)):
            self.names = {
                <uintptr_t><PyObject*>member: document_value(member, type_, True) for member in type_.__members__.values()
            }


cdef class StructPlan:
    """The names, slots and types of the fields, in their order; and where in an instance the slots are, in bytes."""

    cdef list names, slots, values
    cdef Py_ssize_t* offsets

    def __cinit__(self, cls, fields):
        self.offsets = <Py_ssize_t*>calloc(len(fields) + 1, sizeof(Py_ssize_t))
        if self.offsets == NULL:
            raise MemoryError
        for at, field in enumerate(fields):
            self.offsets[<Py_ssize_t>at] = offset_of(cls, field.slot)

    def __dealloc__(self):
        free(self.offsets)

    def __init__(self, cls, fields):
        self.names = [field.name for field in fields]
        self.slots = [field.slot for field in fields]
        self.values = [ValuePlan(field.type) for field in fields]


cdef StructPlan find_plan(type cls):
    plan = PLANS.get(cls)
    if plan is None:
        plan = PLANS[cls] = StructPlan(cls, cls.record_schema().fields)
    return <StructPlan>plan


cdef dict document_fields(object record, StructPlan plan, bint is_whole, object given):
    cdef dict document = {}
    cdef Py_ssize_t at
    Py_EnterRecursiveCall(b" while a struct becomes a document")
    try:
        for at in range(PyList_GET_SIZE(plan.names)):
            name = <object>PyList_GET_ITEM(plan.names, at)
            if given is not None and name in given:
                document[name] = given[name]
                continue
            value = get_attribute(record, plan.offsets[at], <object>PyList_GET_ITEM(plan.slots, at))
            if value is not None:
                document[name] = document_one(value, <ValuePlan>PyList_GET_ITEM(plan.values, at), is_whole)
        if is_whole:
            document |= document_rest(record.remainder, record.extension)
    finally:
        Py_LeaveRecursiveCall()
    return document


cdef object document_one(object value, ValuePlan plan, bint is_whole):
    cdef list elements
    cdef type cls
    if plan.form == F_OTHER:
        return document_value(value, plan.type, is_whole)
    if plan.form == F_LIST:
        if type(value) is not list:
            return document_value(value, plan.type, is_whole)
        elements = []
        for element in <list>value:
            elements.append(document_one(element, plan.element, is_whole))
        return elements
    if plan.names is not None:
        name = plan.names.get(<uintptr_t><PyObject*>value)
        return document_value(value, plan.type, is_whole) if name is None else name
    cls = type(value)
    if cls is int or cls is bool:
        return value
    if cls is str:
        return value if PyUnicode_IS_ASCII(value) else document_text(value)
    if cls is bytes:
        return {HEX: (<bytes>value).hex()}
    if cls is float:
        return value if isfinite(<double>value) else document_number(value)
    if issubclass(cls, Struct):
        return document_fields(value, find_plan(cls), is_whole, None)
    return document_value(value, plan.type, is_whole)
