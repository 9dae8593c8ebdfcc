"""Columns whose meaning is only said in the deprecated way."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Final

from inlay.ground.schema.annotations import explain_annotation, explain_decimal
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.notation import format_logical
from inlay.ground.schema.tree import Node
from inlay.ground.wording.amounts import count
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.rule import NOTE, WARNING, LintRule, Remedy, Sighting, Thresholds, quote_path
from parquet_format.parquet import ConvertedType

_MOST_NAMED: Final = 3

_WITHOUT_LOGICAL: Final = (None, ConvertedType.INTERVAL, ConvertedType.MAP_KEY_VALUE)
_MISREAD: Final = (
    ConvertedType.DECIMAL,
    ConvertedType.TIMESTAMP_MILLIS,
    ConvertedType.TIMESTAMP_MICROS,
    ConvertedType.TIME_MILLIS,
    ConvertedType.TIME_MICROS,
)


def _advise_on_converted(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    old = [node for node in _list_old(file) if node.element.converted_type not in _MISREAD]
    yield from _describe(file, old, "schema element", "schema elements")


def _advise_on_misread(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    old = [node for node in _list_old(file) if node.element.converted_type in _MISREAD]
    what = "of decimals, timestamps or times"
    yield from _describe(file, old, f"column {what}", f"columns {what}")


def _list_old(file: FileFacts) -> list[Node]:
    return [
        node
        for node in file.schema.nodes[1:]
        if node.element.converted_type not in _WITHOUT_LOGICAL and node.element.logicalType is None
    ]


def _describe(file: FileFacts, old: Sequence[Node], noun: str, plural: str) -> Iterator[Sighting]:
    if old:
        first, *others = (".".join(node.path) for node in old)
        said = f"{count(len(old), noun, plural)} with a converted type and no logical type"
        if others:
            named = [first, *others[: _MOST_NAMED - 1]]
            rest = f" and {len(old) - len(named):,} more" if len(old) > len(named) else ""
            said += f": {', '.join(named)}{rest}"
        yield Sighting(
            said,
            Remedy(_set_logical_types(file.path, old)),
            column="" if others else first,  # of several it is advice about the file
            place=file.schema_places[id(old[0])],
        )


def _set_logical_types(path: str, nodes: Sequence[Node]) -> str:
    """The command for the first leaves; a group is a list or a map, which only a rewrite changes, as it does a type that cannot be."""
    types = [
        (".".join(node.path), format_logical(means))
        for node in nodes
        if node.is_leaf
        and (means := find_meaning(node.element)) is not None
        and (explain_annotation(node.element) or explain_decimal(node.element)) is None
    ]
    if not types:
        return "rewrite with pyarrow, or with Spark 3 or later"
    options = [f"--logical-type {shlex.quote(f'{name}={kind}')}" for name, kind in types[:_MOST_NAMED]]  # fmt: skip
    return " ".join(["inlay set", quote_path(path), *options])


RULES: Final = (
    LintRule(
        id="misread-converted-types",
        severity=WARNING,
        summary="Decimals, timestamps and times have logical types, not only converted types",
        why="DuckDB 2.0 and Polars take such timestamps for local time, and pyarrow for moments in UTC, so a filter by a moment finds "
        "other rows. deltalake takes bounds of such decimals without their scale, and finds no row.",
        source="parquet-format, LogicalTypes.md, TIMESTAMP: converted types are in UTC",
        advise=_advise_on_misread,
    ),
    LintRule(
        id="converted-types-only",
        severity=NOTE,
        summary="Columns have logical types, not only converted types",
        why="Converted types are deprecated, and they cannot say nanoseconds, or local time.",
        source="parquet.thrift, SchemaElement.converted_type",
        advise=_advise_on_converted,
    ),
)
