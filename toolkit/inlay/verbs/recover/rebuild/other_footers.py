"""Footers that are there still, between pages or without an end: they say whether the other file has the same columns."""

from __future__ import annotations

from inlay.footers.footer.errors import FooterError
from inlay.ground.schema.notation import format_physical, format_repetition
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.pages.engine.walk import ReadAt
from inlay.verbs.recover.rebuild.survey import LONGEST, Survey
from inlay_runtime.attempt import decode_or_none
from parquet_format.parquet import FileMetaData


def require_same_columns(name: str, survey: Survey, read: ReadAt, like: FileMetaData) -> None:
    """Raises FooterError where one has others."""
    starts = [footer.start for footer in survey.footers]
    if survey.reaches_footer:
        starts.append(survey.end)
    wanted = _list_leaves(like)
    for start in starts:
        decoded = decode_or_none(FileMetaData, read(start, min(survey.size - start, LONGEST)))
        if decoded is None or (leaves := _list_leaves(decoded[0])) == wanted:
            continue
        at = next(
            (at for at, pair in enumerate(zip(leaves, wanted, strict=False)) if pair[0] != pair[1]),
            min(len(leaves), len(wanted)),
        )
        theirs, others = (it[at] if at < len(it) else "none" for it in (leaves, wanted))
        what = f"its own footer has other columns: column {at + 1:,} is {theirs}, and in the file that it is to be like, {others}"
        hint = "give a file, or a schema, with exactly the columns that this file had"
        raise FooterError(name, start, what, hint, "other-columns")


def _list_leaves(metadata: FileMetaData) -> list[str]:
    return [_describe(leaf) for leaf in SchemaTree(metadata.schema).leaves]


def _describe(leaf: Node) -> str:
    parts = format_repetition(leaf.element), format_physical(leaf.element), ".".join(leaf.path)
    return " ".join(filter(None, parts))
