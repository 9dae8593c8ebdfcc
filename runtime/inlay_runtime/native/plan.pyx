# cython: language_level=3, boundscheck=False, wraparound=False
"""Makes plans, C structs, from the schema tables of generated classes; they live as long as the process."""

from cpython.object cimport PyObject, PyTypeObject
from libc.stdlib cimport calloc
from libc.stdint cimport int32_t, uint8_t

from libc.string cimport memset

from sys import modules

from inlay_runtime.native.plan cimport DENSE, NO_ROW, Hook, Kind, Members, Plan, Row, Type

cdef extern from *:
    """
    #include <structmember.h>
    static Py_ssize_t inlay_member_offset(PyObject *descriptor) {
        return ((PyMemberDescrObject *)descriptor)->d_member->offset;
    }
    """
    Py_ssize_t inlay_member_offset(object descriptor)

cdef enum:
    MOST_PLANS = 60000

cdef Plan* _plans[MOST_PLANS]
cdef int _count = 1  # 0 is not a plan
cdef dict _numbers = {}  # by schema table
cdef list _kept = []  # what plans point to
cdef dict _offsets = {}  # of slots, by class and name

_SCALARS = {
    "bool": K_BOOL, "i8": K_I8, "i16": K_I16, "i32": K_I32, "i64": K_I64, "double": K_DOUBLE,
    "string": K_STRING, "utf8": K_STRING, "binary": K_BINARY, "uuid": K_UUID,
}  # fmt: skip


cdef object tables, ClosedEnum, ClosedTag, EmptyVariant, ListOf, MapOf, Hooked, Scalar
cdef object SetOf, Struct, UnionSchema, UnionTag
tables = None


def _load():
    """What is imported on first need: the modules of generated classes' bases import this one."""
    global tables, ClosedEnum, ClosedTag, EmptyVariant, ListOf, MapOf, Hooked, Scalar
    global SetOf, Struct, UnionSchema, UnionTag
    from inlay_runtime import schema as tables
    from inlay_runtime.enums import ClosedEnum
    from inlay_runtime.schema import Hooked, ListOf, MapOf, Scalar, SetOf, UnionSchema
    from inlay_runtime.struct import EmptyVariant, Struct
    from inlay_runtime.tags import ClosedTag, UnionTag


def note_slot(cls, str name, descriptor):
    """Remembers where in its instances a class has a slot, and returns it: a member descriptor says so."""
    offset = _offsets[cls, name] = inlay_member_offset(descriptor)
    return offset


cpdef Py_ssize_t offset_of(object cls, str name) except -1:
    """Where in the instances of a class a slot is, in bytes."""
    for base in cls.__mro__:
        if (base, name) in _offsets:
            return _offsets[base, name]
        if name in base.__dict__:
            return inlay_member_offset(base.__dict__[name])
    raise TypeError(f"{cls.__name__} has no slot {name}")


cdef Plan* plan_at(int number) noexcept:
    return _plans[number]


cdef Plan* plan_of(object cls) except? NULL:
    """The plan of a generated class; NULL, without an exception, where there is none."""
    schema = cls.SCHEMA
    number = schema.plan
    if number is None:
        if _count >= MOST_PLANS - 1000:
            return NULL
        if tables is None:
            _load()
        _make(generated_class_of(cls))
        number = schema.plan
    return _plans[number]


def generated_class_of(cls):
    """The generated class that a class is or comes from."""
    for base in cls.__mro__:
        if "SCHEMA" in base.__dict__:
            return base
    raise TypeError(f"{cls.__name__} is not a generated class")


cdef PyObject* _keep(object value) except NULL:
    _kept.append(value)
    return <PyObject*>value


cdef Plan* _new_plan(object schema) except NULL:
    global _count
    cdef Plan* plan = <Plan*>calloc(1, sizeof(Plan))
    if plan == NULL:
        raise MemoryError
    _keep(schema)
    plan.schema = <PyObject*>schema
    plan.number = _count
    _plans[_count] = plan
    schema.plan = _count
    _count += 1
    return plan


cdef Plan* _make(object cls_or_union) except NULL:
    """The plan of a class or a union schema; those below it are made with it."""
    new = []
    cdef Plan* plan = _plan(cls_or_union, new)
    for number in new:
        below = _reached(number)
        for other in below:
            if not _plans[<int>other].is_native:
                _plans[<int>number].is_native = False
            if _plans[<int>other].has_hooks:
                _plans[<int>number].has_hooks = True
        _plans[<int>number].is_acyclic = number not in below and not _plans[<int>number].has_hooks
        _plans[<int>number].is_heavy = any(_has_nested_list(other) for other in {number, *below})
    for number in new:
        for at in range(_plans[<int>number].count):
            _note_hooks(_plans[<int>number].rows[at].type)
    return plan


cdef bint _note_hooks(Type* type_):
    if type_ == NULL:
        return False
    # both branches, for each notes its own
    in_key, in_element = _note_hooks(type_.key), _note_hooks(type_.element)
    in_plan = type_.plan != NULL and type_.plan.has_hooks
    type_.calls_hooks = type_.kind == K_HOOKED or in_key or in_element or in_plan
    return type_.calls_hooks


cdef bint _has_nested_list(int number):
    cdef Plan* plan = _plans[number]
    cdef Type* type_
    for at in range(plan.count):
        type_ = plan.rows[at].type
        if type_.kind == K_LIST and type_.element.kind == K_STRUCT and type_.element.plan.is_nested:
            return True
    return False


cdef Plan* _plan(object cls_or_union, list new) except NULL:
    schema = cls_or_union if isinstance(cls_or_union, UnionSchema) else cls_or_union.SCHEMA
    if schema.plan is not None:
        return _plans[schema.plan]
    cdef Plan* plan = _new_plan(schema)
    cdef Row* row
    new.append(plan.number)
    plan.is_native = not schema.may_be_empty
    plan.is_union = schema.is_union
    plan.is_closed = schema.closed
    cls = None if plan.is_union else cls_or_union
    if cls is not None:
        plan.cls = <PyTypeObject*>_keep(cls)
        plan.is_empty_variant = issubclass(cls, EmptyVariant)
        plan.extension_offset = offset_of(cls, "extension")
        plan.remainder_offset = offset_of(cls, "remainder")
    fields = sorted(schema.fields, key=lambda field: field.id)
    plan.count = len(fields)
    plan.rows = <Row*>calloc(len(fields) + 1, sizeof(Row))
    if plan.rows == NULL:
        raise MemoryError
    for at in range(DENSE):
        plan.by_id[at] = -1
    for at, field in enumerate(fields):
        row = &plan.rows[at]
        row.id = field.id
        if 0 <= row.id < DENSE and at < 127:
            plan.by_id[row.id] = at
        elif 0 <= row.id < DENSE or row.id >= 32767 or row.id == -16384:
            plan.is_native = False  # the ids of the extension
        row.required = field.required
        plan.required += row.required
        if cls is not None:
            row.slot = _keep(field.slot)
            row.offset = offset_of(cls, field.slot)
        if field.wrapper is not None:
            row.wrapper = _keep(field.wrapper)
            row.wrapped_offset = offset_of(field.wrapper, "value")
        row.type = _type(field.type, new, plan)
        if row.type.kind == K_BINARY and field.borrowed:
            row.type.kind = K_BORROWED
        row.kind = row.type.kind
        row.wire = row.type.wire
        if row.type.kind in (K_STRUCT, K_UNION, K_LIST, K_MAP):
            plan.is_nested = True
    if not plan.is_union and plan.count < NO_ROW - 1:
        _add_transitions(plan)
    return plan


cdef int _add_transitions(Plan* plan) except -1:
    """What `StructSchema.make_transitions` does: it holds what well-behaved writers emit."""
    cdef int last, at, delta
    plan.next = <uint8_t*>calloc(plan.count + 1, 256)
    if plan.next == NULL:
        raise MemoryError
    memset(plan.next, NO_ROW, 256 * (plan.count + 1))
    for last in range(plan.count + 1):
        for at in range(plan.count):
            delta = plan.rows[at].id - (plan.rows[last - 1].id if last else 0)
            if 0 < delta < 16 and plan.rows[at].id > 0:
                plan.next[256 * last + (delta << 4 | plan.rows[at].wire)] = at
                if plan.rows[at].kind == K_BOOL:
                    plan.next[256 * last + (delta << 4 | 2)] = at
    return 0


cdef Type* _type(object type_, list new, Plan* owner) except NULL:
    cdef Type* made = <Type*>calloc(1, sizeof(Type))
    if made == NULL:
        raise MemoryError
    if isinstance(type_, Hooked):
        made.kind = K_HOOKED
        made.wire = type_.wire_type
        made.hook = _hook(type_, owner)
        if isinstance(type_.type, (ListOf, SetOf, MapOf)):
            made.element = _type(type_.type, new, owner)
        return made
    if isinstance(type_, Scalar):
        made.kind = <Kind><int>_SCALARS[type_.name]
        made.is_strict = type_.name == "utf8"
        made.wire = type_.wire_type
        return made
    made.wire = tables.wire_type_of(type_)
    if isinstance(type_, (ListOf, SetOf)):
        made.kind = K_LIST
        made.element = _type(type_.element, new, owner)
        made.is_flat_list = made.element.wire not in (9, 10, 11)  # a list, a set, a map
    elif isinstance(type_, MapOf):
        made.kind = K_MAP
        made.key = _type(type_.key, new, owner)
        made.element = _type(type_.value, new, owner)
        if isinstance(type_.key, Hooked):
            # generated code has a dict or pairs, by what the table does not say of enums
            owner.is_native = owner.is_native and isinstance(type_.key.type, Scalar)
        else:
            made.pairs = not _is_hashable(made.key)
    elif isinstance(type_, UnionSchema) or issubclass(type_, Struct):
        made.kind = K_UNION if isinstance(type_, UnionSchema) else K_STRUCT
        made.plan = _plan(type_, new)
    else:
        made.kind = K_TAGS if issubclass(type_, UnionTag) else K_ENUM
        made.members = _members(type_, made.kind == K_TAGS)
    return made


cdef Hook* _hook(object hooked, Plan* owner) except NULL:
    """The two functions of a hook; their names are looked up when they are called."""
    cdef Hook* hook = <Hook*>calloc(1, sizeof(Hook))
    if hook == NULL:
        raise MemoryError
    owner.has_hooks = True
    try:
        reader, _, name = hooked.reader.partition(":")
        hook.reader_module, hook.reader = _keep(modules[reader]), _keep(name)
        writer, _, name = hooked.writer.partition(":")
        hook.writer_module, hook.writer = _keep(modules[writer]), _keep(name)
    except KeyError:  # generated code has imported them; nothing is imported in the middle of a plan
        owner.is_native = False
    return hook


cdef bint _is_hashable(Type* type_):
    return type_.kind not in (K_STRUCT, K_UNION, K_LIST, K_MAP)


cdef Members* _members(object cls, bint are_tags) except NULL:
    cdef Members* made = <Members*>calloc(1, sizeof(Members))
    found = sorted(cls)
    _keep(found)
    _keep(cls)
    if made != NULL:
        made.values = <int32_t*>calloc(len(found) + 1, sizeof(int32_t))
        made.members = <PyObject**>calloc(len(found) + 1, sizeof(PyObject*))
    if made == NULL or made.values == NULL or made.members == NULL:
        raise MemoryError
    made.cls = <PyObject*>cls
    made.closed = issubclass(cls, (ClosedEnum, ClosedTag))
    made.count = len(found)
    for at, member in enumerate(found):
        made.values[at] = member._value_
        made.members[at] = <PyObject*>member
        byte = member._value_ if are_tags else (member._value_ << 1 if member >= 0 else (-member._value_ << 1) - 1)
        if 0 <= byte < 128:
            made.by_byte[<int>byte] = <PyObject*>member
    return made


cdef list _children(int number):
    """The numbers of the plans that the fields of one lead to."""
    cdef Plan* plan = _plans[number]
    found = []
    for at in range(plan.count):
        _collect(plan.rows[at].type, found)
    return found


cdef void _collect(Type* type_, list found):
    if type_ == NULL:
        return
    if type_.kind == K_HOOKED:
        return  # what the IDL says below it is not what is read
    if type_.plan != NULL:
        found.append(type_.plan.number)
    _collect(type_.element, found)
    _collect(type_.key, found)


cdef set _reached(int number):
    """The numbers of the plans below one; its own only if the types have a cycle."""
    found = set()
    waiting = [number]
    while waiting:
        for child in _children(waiting.pop()):
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found
