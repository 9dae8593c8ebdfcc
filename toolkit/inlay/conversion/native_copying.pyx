# cython: language_level=3, boundscheck=False, wraparound=False
"""`inlay.conversion.copying.Copier`, natively: slots are read and filled where they lie in the instances."""

from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_XDECREF
from libc.stdlib cimport calloc, free

from inlay_runtime.native.compact cimport DONE, Located
from inlay_runtime.native.instances cimport attribute, new_instance, slot_of, store

from inlay_runtime.native.plan import offset_of

cdef extern from "Python.h":
    PyTypeObject* Py_TYPE(PyObject*)
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
        step.source, step.target = offset_of(self.source, rule.source), offset_of(self.target, rule.target)
        step.rule, step.name = <PyObject*>rule, <PyObject*>rule.source
        step.is_list, step.is_required = rule.is_list, rule.is_required
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
        cdef Step* step
        cdef int at
        if Py_TYPE(<PyObject*>source) != <PyTypeObject*>self.source or (<Located>source).state != DONE:
            return None
        target = new_instance(<PyTypeObject*>self.target)
        for at in range(self.blank_count):
            store(target, self.blanks[at].target, <object>self.blanks[at].value)
        for at in range(self.step_count):
            step = &self.steps[at]
            value = attribute(source, step.source, <object>step.name)
            if value is not None:
                replace(target, step.target, value_of(value, step))
            elif step.is_required:
                (<object>step.rule).missing()
        if self.finish is not None:
            for at in range(self.watched_count):
                if attribute(source, self.watched[at], self.when[at]) is not None:
                    self.finish(source, target)
                    break
        return target


cdef object value_of(object value, Step* step):
    cdef list made
    if not step.is_list:
        return value if step.convert == NULL else converted(value, step)
    if step.convert == NULL or not PyList_CheckExact(<PyObject*>value):
        return (<object>step.rule).of(value)
    made = []
    try:
        for element in <list>value:
            made.append(converted(element, step))
    except Exception:
        return (<object>step.rule).of(value)  # raises it again, and says in which element
    return made


cdef inline object converted(object value, Step* step):
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
