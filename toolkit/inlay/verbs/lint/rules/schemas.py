"""Types, shapes and names that readers take for something else, or do not take at all."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Iterator, Sequence
from typing import Final

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import Node
from inlay.ground.wording.amounts import count
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.rule import (
    NOTE,
    WARNING,
    LintRule,
    Remedy,
    Sighting,
    Thresholds,
    quote_path,
)
from inlay.verbs.lint.unread_forms import restore_thrift
from parquet_format.parquet import FieldRepetitionType, ListType, Type

_ELEMENT: Final = "element"
_MOST_RENAMED: Final = 20
"""Lists in one command."""

_REWRITE_LISTS: Final = Remedy(
    "rewrite with spark.sql.parquet.writeLegacyFormat=false (Spark), use_compliant_nested_type=True (pyarrow), "
    "parquet.avro.write-old-list-structure=false (parquet-avro)"
)


def _advise_on_int96(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if column.element.type == Type.INT96:
            values = column.num_values
            said = f", {count(values, 'value')} of 12 bytes" if values else ""  # some are encrypted
            yield Sighting(
                f"timestamps are INT96{said}",
                Remedy(
                    "rewrite with spark.sql.parquet.outputTimestampType=TIMESTAMP_MICROS (Spark), coerce_timestamps='us' (pyarrow)"
                ),
                column=column.path,
                place=file.schema_places[id(column.leaf)],
                num_bytes=4 * values if not column.ratio or column.ratio >= 1 else None,
            )


def _advise_on_lists(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    odd = [
        (node, shape)
        for node in file.schema.nodes
        if isinstance(find_meaning(node.element), ListType)
        and node.children
        and (shape := _describe_list(node))
    ]
    elements = [node.children[0].children[0] for node, _ in odd if _has_odd_element_alone(node)]
    elements = [element for element in elements if not _has_marks(element)]
    renames = [(element, _ELEMENT) for element in elements[:_MOST_RENAMED]]
    command = Remedy(_write_renames(file.path, renames))
    renamed = {id(element) for element, _ in renames}
    for node, shape in odd:
        is_renamed = any(id(each) in renamed for each in node.children[0].children)
        yield Sighting(
            shape,
            command if is_renamed else _REWRITE_LISTS,
            column=".".join(node.path),
            place=file.schema_places[id(node)],
        )


def _has_odd_element_alone(node: Node) -> bool:
    """Whether a list is as it should be but for the name of its element; that of the repeated group cannot be changed in a footer."""
    repeated = node.children[0].element
    return (
        repeated.repetition_type == FieldRepetitionType.REPEATED
        and repeated.name == "list"
        and len(node.children[0].children) == 1
    )


def _describe_list(node: Node) -> str:
    """What is unusual; empty for `list.element`."""
    repeated = node.children[0]
    if repeated.element.repetition_type != FieldRepetitionType.REPEATED:
        return "a list without a repeated group"
    name = repeated.element.name
    if len(repeated.children) != 1 or name in ("array", f"{node.element.name}_tuple"):
        return f"a list of two levels, whose repeated {name} is the element"
    names = f"{name}.{repeated.children[0].element.name}"
    return "" if names == "list.element" else f"a list of {names} in the place of list.element"


def _advise_on_names(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for node in file.schema.nodes:
        if len(node.children) < 2:
            continue
        alike: dict[str, list[Node]] = {}
        for child in node.children:
            alike.setdefault(child.element.name.lower(), []).append(child)
        for several in alike.values():
            if len(several) > 1:
                second = several[1]
                said = ", ".join(child.element.name for child in several)
                yield Sighting(
                    f"{count(len(several), 'column')} whose names differ in case at most: {said}",
                    Remedy(_rename(file.path, several[1:], node)),
                    column=".".join(second.path),
                    place=file.schema_places[id(second)],
                )


def _rename(path: str, nodes: Sequence[Node], parent: Node) -> str:
    """The command that gives them names that no other child of the group has; words where it could not tell which is meant."""
    names = [child.element.name for child in parent.children]
    if any(map(_has_marks, nodes)) or len(set(names)) < len(names):
        return "rewrite with another name for each"
    taken = {name.lower() for name in names}
    renames: list[tuple[Node, str]] = []
    for node in nodes:
        numbered = (f"{node.element.name}_{number}" for number in itertools.count(2))
        free = next(name for name in numbered if name.lower() not in taken)
        taken.add(free.lower())
        renames.append((node, free))
    return _write_renames(path, renames)


def _has_marks(node: Node) -> bool:
    """Whether a name on its path has what means something in an option."""
    return any(mark in name for name in node.path for mark in "=.")


def _write_renames(path: str, renames: Sequence[tuple[Node, str]]) -> str:
    options = [
        f"--rename {shlex.quote(f'{old}={name}')}"
        for old, name in ((".".join(node.path), name) for node, name in renames)
    ]
    return " ".join(["inlay set", quote_path(path), *options])


def _advise_on_form(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    end = file.footer.end
    if not end.has_thrift:
        what = (
            f"the footer has the form {end.name_of(file.footer)}, which other readers do not know"
        )
        yield Sighting(what, restore_thrift(file))


RULES: Final = (
    LintRule(
        id="int96-timestamps",
        severity=WARNING,
        summary="Timestamps are stored as INT64, not INT96",
        why="INT96 is deprecated. Most readers do not order it, so nothing is skipped by it, and their time zones differ by writer.",
        source="parquet.thrift, Type.INT96; PARQUET-323",
        advise=_advise_on_int96,
    ),
    LintRule(
        id="legacy-list",
        severity=NOTE,
        summary="Lists have the standard shape list.element",
        why="Readers have to guess which level is the element, and they guess by rules that differ.",
        source="parquet-format, LogicalTypes.md, Lists",
        advise=_advise_on_lists,
    ),
    LintRule(
        id="ambiguous-names",
        severity=WARNING,
        summary="No two column names differ only in case",
        why="Spark and Hive find columns without regard to case, and refuse such files, or read one column for the other.",
        source="https://spark.apache.org/docs/latest/sql-data-sources-parquet.html, spark.sql.caseSensitive",
        advise=_advise_on_names,
    ),
    LintRule(
        id="unread-form",
        severity=WARNING,
        summary="The footer has a form that other readers understand",
        why="Other readers fail with an error.",
        source="docs/reader_matrix.md",
        advise=_advise_on_form,
    ),
)
