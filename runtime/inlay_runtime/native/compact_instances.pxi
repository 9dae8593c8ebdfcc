# Part of compact.pyx: instances and their slots.


@cython.auto_pickle(False)
cdef class Located:
    """What every instance has room for: where it lies in a source, and how much of it is there."""


cdef inline object make_record(Plan* plan):
    record = inlay_new(plan.cls, plan.is_acyclic)
    (<Located>record).plan = plan.number
    return record


cdef object take_blank(Plan* plan):
    """An instance to build a struct in, before its values go to where they are seen."""
    cdef PyObject* blank = plan.blank
    if blank == NULL:
        return make_record(plan)
    made = <object>blank
    plan.blank = NULL
    Py_DECREF(made)
    return made


cdef void give_back(Plan* plan, object made) noexcept:
    """Keeps an instance whose values have gone, for the next struct: making one and letting it go costs as much as
    to decode a small struct."""
    if plan.blank == NULL and plan.is_acyclic:
        (<Located>made).state = DONE
        Py_INCREF(made)
        plan.blank = <PyObject*>made


cdef void drop_values(object record, Plan* plan) noexcept:
    cdef PyObject* old
    cdef int at
    for at in range(plan.count + 1):
        offset = plan.rows[at].offset if at < plan.count else plan.extension_offset
        old = slot_of(record, offset)
        put(record, offset, NULL)
        Py_XDECREF(old)


cdef object make_stub(Plan* plan, View view, uint32_t position):
    """An instance that is decoded when it is touched."""
    record = make_record(plan)
    make_lazy(record, plan, view, position)
    return record


cdef inline void make_lazy(Located record, Plan* plan, View view, uint32_t position) noexcept:
    record.plan = plan.number
    record.position = position
    record.state = LAZY
    store(record, plan.remainder_offset, view)


cdef Plan* plan_of_record(Located record) except? NULL:
    if record.plan == 0:
        return plan_of(type(record))
    return plan_at(record.plan)


@cython.final
cdef class Slot:
    """Stands over a slot of a generated class: an empty one is decoded, absent (None) or left out by a mask."""

    cdef readonly str __name__
    cdef readonly type __objclass__
    cdef Py_ssize_t offset
    cdef bint is_remainder

    def __init__(self, type cls, str name, Py_ssize_t offset):
        self.__name__ = name
        self.__objclass__ = cls
        self.offset = offset
        self.is_remainder = name == "remainder"

    def __get__(self, instance, owner):
        cdef PyObject* value
        if instance is None:
            return self
        if not PyObject_TypeCheck(<PyObject*>instance, <PyTypeObject*>self.__objclass__):
            raise self.mistaken(instance)
        value = slot_of(instance, self.offset)
        if value != NULL and not (self.is_remainder and (<Located>instance).state in (LAZY, PARTIAL)):
            return <object>value
        return self.touch(instance)

    def __set__(self, instance, value):
        if not PyObject_TypeCheck(<PyObject*>instance, <PyTypeObject*>self.__objclass__):
            raise self.mistaken(instance)
        if (<Located>instance).state != DONE:
            self.prepare(instance, self.is_remainder)
        if not PyObject_GC_IsTracked(<PyObject*>instance) and PyObject_GC_IsTracked(<PyObject*>value):
            PyObject_GC_Track(<PyObject*>instance)
        cdef PyObject* old = slot_of(instance, self.offset)
        store(instance, self.offset, value)
        Py_XDECREF(old)

    def __delete__(self, instance):
        if not PyObject_TypeCheck(<PyObject*>instance, <PyTypeObject*>self.__objclass__):
            raise self.mistaken(instance)
        if (<Located>instance).state != DONE:
            self.prepare(instance, True)
        cdef PyObject* old = slot_of(instance, self.offset)
        if old == NULL:
            raise AttributeError(self.__name__)
        put(instance, self.offset, NULL)
        Py_DECREF(<object>old)

    cdef object touch(self, Located instance):
        """The value of a slot that is empty, or that holds a view."""
        cdef PyObject* value
        cdef Plan* plan
        cdef int at
        if instance.state == LAZY:
            fill(instance)
        if instance.state == PARTIAL:
            plan = plan_at(instance.plan)
            if self.is_remainder:
                view = <View>slot_of(instance, self.offset)
                return None if view.node is None else view.node.remainder
            if slot_of(instance, self.offset) == NULL:
                for at in range(plan.count):
                    if plan.rows[at].offset == self.offset:
                        build_pending(instance, plan, at)
        value = slot_of(instance, self.offset)
        return <object>value if value != NULL else self.empty(instance)

    cdef object empty(self, Located instance):
        """What stands for an empty slot."""
        if self.is_remainder:
            return None
        if Struct is None:
            _load()
        if not isinstance(instance, Struct):
            raise AttributeError(self.__name__)
        remainder = instance.remainder
        if remainder is None or self.__name__ not in remainder.undecoded:
            return None
        raise self.left_out(instance, "was not decoded")

    cdef object prepare(self, Located instance, bint all_of_it):
        """Decodes what has to be there before a slot changes."""
        if instance.state == PLACEHOLDER:
            raise self.left_out(instance, "cannot be changed, its struct was not decoded")
        if instance.state == LAZY:
            fill(instance)
        if all_of_it:
            complete(instance)

    cdef object left_out(self, instance, str what):
        schema = instance.SCHEMA
        name = next((row.attribute for row in schema.fields if row.slot == self.__name__), self.__name__)
        return NotDecodedError(
            f"{schema.name}.{name} {what}: the mask given to decode(fields=...) leaves it out"
        )

    cdef object mistaken(self, instance):
        return TypeError(
            f"descriptor '{self.__name__}' for '{self.__objclass__.__name__}' objects doesn't apply to a "
            f"'{type(instance).__name__}' object"
        )


def install(cls):
    """Puts a `Slot` over each slot that a class declares."""
    for name, member in list(vars(cls).items()):
        if type(member) is MemberDescriptor:
            setattr(cls, name, Slot(cls, name, note_slot(cls, name, member)))
