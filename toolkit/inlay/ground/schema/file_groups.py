"""The members of a group that is annotated as FILE: found by name, and each of them optional (LogicalTypes.md of
parquet-format 2.14: bytes are in another file or in the group itself, and no longer elsewhere in this file)."""

from __future__ import annotations

from typing import Final

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.notation import format_annotation, format_physical
from inlay.ground.schema.tree import Node
from parquet_format.parquet import FieldRepetitionType, FileType, StringType, Type

_TYPES: Final = {
    "uri": Type.BYTE_ARRAY,
    "offset": Type.INT64,
    "size": Type.INT64,
    "content_type": Type.BYTE_ARRAY,
    "checksum": Type.BYTE_ARRAY,
    "inline": Type.BYTE_ARRAY,
}
_TEXTS: Final = ("uri", "content_type", "checksum")


def explain_file_group(node: Node) -> str | None:
    """Why the members of a group are not those of a FILE; None where they are, and for all that is none. Members of other
    names are left to the reader."""
    if node.is_leaf or not isinstance(node.element.logicalType, FileType):
        return None
    members = {child.element.name: child for child in node.children}
    for name, type_ in _TYPES.items():
        if name in members and (wrong := _explain_member(members[name], type_)) is not None:
            return f"{'.'.join(members[name].path)} of a FILE {wrong}"
    if "uri" not in members:
        if "inline" not in members:
            return f"{'.'.join(node.path)} is a FILE with neither uri nor inline, and nothing else says where its bytes are"
        if "offset" in members:
            return f"{'.'.join(node.path)} is a FILE with offset and without uri, and offset counts in the file of uri"
    return None


def _explain_member(member: Node, type_: Type) -> str | None:
    element = member.element
    if not member.is_leaf or element.type != type_:
        return f"is {format_physical(element)}, but has to be {type_.name.lower()}"
    if element.repetition_type != FieldRepetitionType.OPTIONAL:
        said = "absent" if element.repetition_type is None else element.repetition_type.name
        return f"has the repetition {said}, but has to be OPTIONAL"
    if element.name in _TEXTS and not isinstance(find_meaning(element), StringType):
        said = format_annotation(element) or "nothing"
        return f"is annotated as {said}, but has to be a STRING"
    return None
