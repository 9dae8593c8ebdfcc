# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Instances from Thrift to FlatBuffers and back, natively: slots are read and filled where they lie in the instances.

The copier is `inlay.footers.conversion.copying.Copier`; bounds of statistics are packed by a part of its own.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_CheckExact, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_XDECREF
from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free

from inlay.footers.conversion.bounds_packing cimport Packed, Span, pack
from inlay_runtime.native.compact cimport DONE, Located
from inlay_runtime.native.instances cimport get_attribute, make_instance, slot_of, store

from inlay_runtime.native.plan import offset_of

cdef extern from "Python.h":
    PyTypeObject* Py_TYPE(PyObject*)
    PyObject* Py_None
    int PyLong_Check(PyObject*)
    int PyList_CheckExact(PyObject*)
    PyObject* PyDict_GetItemWithError(PyObject*, PyObject*) except? NULL


cdef struct Step:
    Py_ssize_t source
    Py_ssize_t target
    PyObject* name  # of the source
    PyObject* rule
    PyObject* convert  # or NULL
    PyObject* members  # or NULL
    PyObject* below  # the native copier that `convert` has; or NULL
    bint is_list
    bint is_required
    int empty  # as `Empty` of the pure copier has it
    Py_ssize_t explicit  # in the target if zeros are marked, in the source otherwise; or 0
    PyObject* explicit_name


cdef enum:  # `inlay.footers.conversion.copying.Empty`
    KEPT
    MARKED
    UNMARKED
    DROPPED
    FILLED


cdef enum:
    NOWHERE = -1  # of a part: it is made from the source itself, or fills the target


cdef struct Blank:
    Py_ssize_t target
    PyObject* value


cdef class NativeCopier:
    """Copies instances of exactly one class; gives None for any other."""

    cdef object source, target, finish
    cdef tuple when
    cdef list kept
    cdef Step* steps
    cdef Blank* blanks
    cdef Py_ssize_t* watched  # what `finish` is for
    cdef int step_count, blank_count, watched_count

    def __init__(self, source, copier):
        self.source, self.target, self.finish, self.when = source, copier.target, copier.finish, copier.when
        self.kept = [copier.rules, copier.blank]
        self.step_count, self.blank_count, self.watched_count = map(len, (copier.rules, copier.blank, copier.when))
        self.steps = <Step*>calloc(self.step_count + 1, sizeof(Step))
        self.blanks = <Blank*>calloc(self.blank_count + 1, sizeof(Blank))
        self.watched = <Py_ssize_t*>calloc(self.watched_count + 1, sizeof(Py_ssize_t))
        if self.steps == NULL or self.blanks == NULL or self.watched == NULL:
            raise MemoryError
        for at, rule in enumerate(copier.rules):
            self.describe(&self.steps[<int>at], rule)
        for at, (name, value) in enumerate(copier.blank):
            self.blanks[at].target = offset_of(self.target, name)
            self.blanks[at].value = <PyObject*>value
        for at, name in enumerate(copier.when):
            self.watched[at] = offset_of(source, name)

    cdef int describe(self, Step* step, object rule) except -1:
        step.source = offset_of(self.source, rule.source) if rule.source else NOWHERE
        step.target = offset_of(self.target, rule.target) if rule.target else NOWHERE
        step.rule, step.name = <PyObject*>rule, <PyObject*>rule.source
        step.is_list, step.is_required = rule.is_list, rule.is_required
        step.empty = rule.empty
        if rule.explicit:
            step.explicit_name = <PyObject*>rule.explicit
            step.explicit = offset_of(self.target if step.empty == MARKED else self.source, rule.explicit)
        if rule.convert is not None:
            step.convert = <PyObject*>rule.convert
            below = getattr(rule.convert, "native", None)
            if isinstance(below, NativeCopier):
                self.kept.append(below)
                step.below = <PyObject*>below
        if rule.members is not None:
            members = dict(rule.members)
            self.kept.append(members)
            step.members = <PyObject*>members
        return 0

    def __dealloc__(self):
        free(self.steps)
        free(self.blanks)
        free(self.watched)

    def __call__(self, source):
        return self.copy(source)

    cdef object copy(self, object source):
        cdef int at
        if Py_TYPE(<PyObject*>source) != <PyTypeObject*>self.source or (<Located>source).state != DONE:
            return None
        target = make_instance(<PyTypeObject*>self.target)
        for at in range(self.blank_count):
            store(target, self.blanks[at].target, <object>self.blanks[at].value)
        self.fill(source, target)
        if self.finish is not None:
            for at in range(self.watched_count):
                if get_attribute(source, self.watched[at], self.when[at]) is not None:
                    self.finish(source, target)
                    break
        return target

    cdef int fill(self, object source, object target) except -1:
        cdef Step* step
        cdef int at
        for at in range(self.step_count):
            step = &self.steps[at]
            if step.source == NOWHERE or step.target == NOWHERE:
                copy_part(source, target, step)
                continue
            value = get_attribute(source, step.source, <object>step.name)
            if value is None:
                if step.is_required:
                    (<object>step.rule).missing()
                elif step.empty == FILLED:
                    replace(target, step.target, [])
            elif step.empty == KEPT or value or is_kept(source, target, step):
                replace(target, step.target, value_of(value, step))
        return 0

    cdef bint has_any(self, object source) except -1:
        cdef int at
        for at in range(self.step_count):
            if get_attribute(source, self.steps[at].source, <object>self.steps[at].name) is not None:
                return True
        return False


cdef int copy_part(object source, object target, Step* step) except -1:
    """A part of the target that is made from the source itself, or one of the source that fills the target."""
    cdef NativeCopier below = <NativeCopier>step.below
    if step.source == NOWHERE:
        if below.has_any(source):
            replace(target, step.target, below.copy(source))
        return 0
    value = get_attribute(source, step.source, <object>step.name)
    if value is None:
        return 0
    if Py_TYPE(<PyObject*>value) == <PyTypeObject*>below.source and (<Located>value).state == DONE:
        return below.fill(value, target)
    (<object>step.convert).fill(value, target)
    return 0


cdef bint is_kept(object source, object target, Step* step) except -1:
    """Whether a value that is zero, or an empty list, is copied."""
    if step.empty == DROPPED:
        return False
    if step.empty == MARKED and step.explicit_name != NULL:
        replace(target, step.explicit, True)
    if step.empty == UNMARKED:
        return step.explicit_name != NULL and get_attribute(source, step.explicit, <object>step.explicit_name)
    return True


cdef object value_of(object value, Step* step):
    cdef list made
    if not step.is_list:
        return value if step.convert == NULL else convert_value(value, step)
    if step.convert == NULL or not PyList_CheckExact(<PyObject*>value):
        return (<object>step.rule).of(value)
    made = []
    try:
        for element in <list>value:
            made.append(convert_value(element, step))
    except Exception:
        return (<object>step.rule).of(value)  # raises it again, and says in which element
    return made


cdef inline object convert_value(object value, Step* step):
    cdef PyObject* found
    if step.members != NULL and PyLong_Check(<PyObject*>value):
        found = PyDict_GetItemWithError(step.members, <PyObject*>value)
        if found != NULL:
            return <object>found
    if step.below != NULL:
        made = (<NativeCopier>step.below).copy(value)
        if made is not None:
            return made
    return (<object>step.convert)(value)


cdef inline void replace(object record, Py_ssize_t offset, object value) noexcept:
    cdef PyObject* old = slot_of(record, offset)
    store(record, offset, value)
    Py_XDECREF(old)


include "copying_bounds.pxi"
