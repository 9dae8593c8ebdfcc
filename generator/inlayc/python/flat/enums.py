"""Enums of a FlatBuffers schema as classes."""

from __future__ import annotations

from inlayc.model.schema import Enumeration, Named
from inlayc.python.flat.types import FlatTypes
from inlayc.python.model import EnumClass, Member
from inlayc.python.values import name_enum_members


def lower_flat_enum(enum: Enumeration, key: Named, types: FlatTypes) -> EnumClass:
    base = "OpenFlag" if enum.bit_flags else "FlatEnum"
    types.use("inlay_runtime.flat.enums", base)
    member_names = name_enum_members(enum)
    return EnumClass(
        name=types.naming[key].name,
        base=base,
        doc=enum.doc or f"``enum {enum.name}`` of {key.module}.",
        members=tuple(Member(member_names[m.name], m.value, m.doc) for m in enum.members),
    )
