# cython: language_level=3
"""The slots of instances, by where they lie in them; all inline, to be cimported."""

from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_INCREF

cdef extern from "Python.h":
    object PyType_GenericAlloc(PyTypeObject*, Py_ssize_t)


cdef inline object make_instance(PyTypeObject* cls):
    """An instance all of whose slots are empty."""
    return PyType_GenericAlloc(cls, 0)


cdef inline PyObject* slot_of(object record, Py_ssize_t offset) noexcept:
    """What a slot holds, borrowed; NULL where it is empty."""
    return (<PyObject**>(<char*><PyObject*>record + offset))[0]


cdef inline object get_attribute(object record, Py_ssize_t offset, object name):
    """An attribute, wherever it has to come from. A reference of its own, for another thread may set it."""
    cdef PyObject* found = slot_of(record, offset)
    return getattr(record, name) if found == NULL else <object>found


cdef inline void put(object record, Py_ssize_t offset, PyObject* value) noexcept:
    """Fills a slot, and takes over the reference; what was in it is the caller's."""
    (<PyObject**>(<char*><PyObject*>record + offset))[0] = value


cdef inline void store(object record, Py_ssize_t offset, object value) noexcept:
    """Fills a slot; what was in it is the caller's."""
    Py_INCREF(value)
    put(record, offset, <PyObject*>value)
