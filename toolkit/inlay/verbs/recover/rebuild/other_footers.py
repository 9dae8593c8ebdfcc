"""Footers that are there still, between pages or without an end: they say whether the other file has the same columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inlay.footers.footer.errors import FooterError
from inlay.ground.schema.notation import format_physical, format_repetition
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.pages.engine.walk import ReadAt
from inlay.verbs.recover.rebuild.old_footer import FooterRemains, read_part
from inlay.verbs.recover.rebuild.struct_search import LONGEST
from inlay.verbs.recover.rebuild.survey import Survey
from parquet_format.parquet import FileMetaData, SchemaElement


class OtherFooter(NamedTuple):
    """`other_columns` is a clause: where its columns are not those of the file that this one is to be like, or empty."""

    offset: int
    part: FooterRemains
    other_columns: str


def read_other_footers(
    name: str, survey: Survey, read: ReadAt, like: FileMetaData
) -> list[OtherFooter]:
    """In the order of the file. Raises FooterError where a whole one has other columns than `like`."""
    starts = [footer.start for footer in survey.footers]
    if survey.reaches_footer:
        starts.append(survey.end)
    footers: list[OtherFooter] = []
    for start in starts:
        part = read_part(bytes(read(start, min(survey.size - start, LONGEST))))
        footer = OtherFooter(start, part, _compare_columns(part.schema, like.schema))
        if part.is_whole and footer.other_columns:
            what = f"its own footer has other columns: {footer.other_columns}"
            hint = "give a file, or a schema, with exactly the columns that this file had"
            raise FooterError(name, start, what, hint, "other-columns")
        footers.append(footer)
    return footers


def _compare_columns(
    schema: Sequence[SchemaElement] | None, wanted: Sequence[SchemaElement]
) -> str:
    if schema is None:
        return ""
    leaves, others = _list_leaves(schema), _list_leaves(wanted)
    if leaves == others:
        return ""
    at = next(
        (at for at, pair in enumerate(zip(leaves, others, strict=False)) if pair[0] != pair[1]),
        min(len(leaves), len(others)),
    )
    own, other = (it[at] if at < len(it) else "none" for it in (leaves, others))
    return f"column {at + 1:,} is {own}, and in the file that it is to be like, {other}"


def _list_leaves(schema: Sequence[SchemaElement]) -> list[str]:
    return [_describe(leaf) for leaf in SchemaTree(schema).leaves]


def _describe(leaf: Node) -> str:
    parts = format_repetition(leaf.element), format_physical(leaf.element), ".".join(leaf.path)
    return " ".join(filter(None, parts))
