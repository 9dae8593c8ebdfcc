# cython: language_level=3, boundscheck=False, wraparound=False
"""Makes plans, C structs, from the schema tables of FlatBuffers classes; a schema keeps its own as `layout`."""

from operator import itemgetter

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from inlay_runtime.native.plan import offset_of

cdef enum:
    OFFSET_SIZE = 4

cdef object flat, Fixed
flat = None
_alignment = itemgetter(0)
_VECTORS = {
    F_SCALAR: F_SCALARS, F_TEXT: F_TEXTS, F_BINARY: F_BINARIES, F_FIXED: F_FIXEDS, F_TABLE: F_TABLES, F_UNION: F_UNIONS,
}  # fmt: skip


def _load():
    """What is imported on first need: the modules of generated classes' bases import this one."""
    global flat, Fixed
    from inlay_runtime.flat import schema as flat
    from inlay_runtime.flat.fixed import Fixed


cdef class Plan:
    """A class of tables: its attributes, and the order in which its slots are filled."""

    def __dealloc__(self):
        free(self.rows)
        free(self.steps)


cdef class Members:
    """The members of a union."""

    def __dealloc__(self):
        free(self.members)


cdef Plan plan_for(object cls):
    """The plan of a generated class; of a subclass, or where there is none, None."""
    if flat is None:
        _load()
    if "SCHEMA" not in cls.__dict__ or "fill" not in cls.__dict__:
        return None
    schema = cls.SCHEMA
    found = schema.layout
    if found is None:
        found = make_plan(cls, schema)
    return <Plan>found if (<Plan>found).is_complete and (<Plan>found).cls is cls else None


cdef Plan layout_of(object cls):
    """The plan of a generated class that a table may hold."""
    if flat is None:
        _load()
    return plan_below([], cls)


cdef Plan make_plan(object cls, object schema):
    cdef Plan plan = Plan.__new__(Plan)
    schema.layout = plan  # a table may hold itself
    plan.cls = cls
    plan.identifier = schema.identifier.encode()
    plan.slots = schema.slots
    plan.kept = [cls, schema, schema.fields]
    plan.extension = -1
    plan.count = len(schema.fields)
    plan.rows = <Row*>calloc(plan.count + 1, sizeof(Row))
    plan.steps = <Step*>calloc(2 * plan.count + 1, sizeof(Step))
    if plan.rows == NULL or plan.steps == NULL:
        raise MemoryError
    plan.source_offset = offset_of(cls, "source")
    plan.extension_offset = offset_of(cls, "extension")
    plan.remainder_offset = offset_of(cls, "remainder")
    for at, field in enumerate(schema.fields):
        fill_row(plan, &plan.rows[<int>at], field)
        if plan.rows[<int>at].kind == F_EXTENSION:
            plan.extension = at
    order_steps(plan)
    plan.is_complete = True
    return plan


cdef int fill_row(Plan plan, Row* row, object field) except -1:
    row.slot = field.id
    row.name = <PyObject*>field.slot
    row.offset = offset_of(plan.cls, field.slot)
    row.required = field.required
    row.shared = field.shared
    row.is_never_none = field.is_never_none
    row.align = field.align
    if field.slot == "extension":
        row.kind = F_EXTENSION
    else:
        describe(plan, row, field.type)
    if field.default is not None:
        row.default = <PyObject*>field.default
        if row.kind == F_SCALAR:
            pack_default(row, field)
    return 0


cdef int order_steps(Plan plan) except -1:
    """As generated `write` methods fill slots: the larger ones first, those of one size as the schema has them."""
    cdef Row* row
    cdef int at
    steps = []
    for at in range(plan.count):
        row = &plan.rows[at]
        steps.append((row.alignment if row.kind in (F_SCALAR, F_FIXED) else OFFSET_SIZE, at, False))
        if row.kind == F_UNION:
            steps.append((1, at, True))
    steps.sort(key=_alignment, reverse=True)
    plan.step_count = len(steps)
    for at, (_, number, is_tag) in enumerate(steps):
        plan.steps[at].row = number
        plan.steps[at].is_tag = is_tag
    return 0


cdef int pack_default(Row* row, object field) except -1:
    cdef object scalar = field.type.scalar if isinstance(field.type, flat.EnumOf) else field.type
    cdef bytes packed = scalar.layout.pack(field.default)
    memcpy(&row.default_bits, <const char*>packed, len(packed))
    return 0


cdef int describe(Plan plan, Row* row, object type_) except -1:
    """What kind of value a slot has, and of what size."""
    if isinstance(type_, flat.VectorOf):
        if type_.element is flat.I8 or type_.element is flat.U8:
            row.kind = F_DATA
            return 0
        describe(plan, row, type_.element)
        row.kind = <Kind><int>_VECTORS[row.kind]
    elif isinstance(type_, flat.String):
        row.kind = F_TEXT if type_.is_text else F_BINARY
        row.is_strict = type_.is_strict
    elif isinstance(type_, flat.UnionSchema):
        row.kind = F_UNION
        members = make_members(type_)
        plan.kept.append(members)
        row.below = <PyObject*>members
    elif isinstance(type_, flat.Scalar):
        describe_scalar(row, type_)
    elif isinstance(type_, flat.EnumOf):
        describe_scalar(row, type_.scalar)
        row.cls = <PyObject*>type_.enum
        row.members = <PyObject*>type_.enum._value2member_map_
        plan.kept += [type_.enum, type_.enum._value2member_map_]
    elif issubclass(type_, Fixed):
        row.kind = F_FIXED
        row.cls = <PyObject*>type_
        row.size, row.alignment = type_.SIZE, type_.ALIGNMENT
        plan.kept.append(type_)
    else:
        row.kind = F_TABLE
        row.cls = <PyObject*>type_
        held = plan_below(plan.kept, type_)
        row.below = <PyObject*>held
    return 0


cdef int describe_scalar(Row* row, object scalar) except -1:
    row.kind = F_SCALAR
    row.code = ord(scalar.layout.format[1])
    row.size = row.alignment = scalar.size
    return 0


cdef object plan_below(list kept, object cls):
    """The plan of a table that is held."""
    found = cls.SCHEMA.layout
    if found is None:
        found = make_plan(cls, cls.SCHEMA)
    kept += [cls, found]
    return found


cdef Members make_members(object union):
    cdef Members made = Members.__new__(Members)
    cdef Member* member
    made.kept = [union]
    made.count = len(union.variants)
    made.members = <Member*>calloc(made.count + 1, sizeof(Member))
    if made.members == NULL:
        raise MemoryError
    for at, (tag, type_) in enumerate(union.variants.items()):
        member = &made.members[at]
        member.tag = tag
        if isinstance(type_, flat.String):
            member.kind = F_TEXT if type_.is_text else F_BINARY
        elif issubclass(type_, Fixed):
            member.kind = F_FIXED
            member.cls = <PyObject*>type_
            member.size, member.alignment = type_.SIZE, type_.ALIGNMENT
        else:
            member.kind = F_TABLE
            member.cls = <PyObject*>type_
            held = plan_below(made.kept, type_)
            member.below = <PyObject*>held
        made.kept.append(type_)
        wrapper = union.wrappers.get(tag)
        if wrapper is None:
            member.type = <PyObject*>type_
            continue
        made.kept.append(wrapper)
        member.type = member.wrapper = <PyObject*>wrapper
        member.wrapped_offset = offset_of(wrapper, "value")
        member.wrapper_remainder_offset = offset_of(wrapper, "remainder")
    return made
