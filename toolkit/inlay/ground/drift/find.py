"""The one place that says which files of a table differ from the others, and in what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from inlay.ground.drift.schema_parts import SchemaPart, SchemaParts

MOST_DIFFERENCES: Final = 100
"""Of one schema; the number of others is one more."""

DriftKind: TypeAlias = Literal[
    "other type",
    "missing column",
    "added column",
    "other nullability",
    "other field id",
    "other order",
    "more differences",
]
LEFT_OUT: Final = "more differences"
"""The last difference, where there are more than so many; its `actual` is the number of others."""


class SchemaOfFile(NamedTuple):
    path: str
    num_rows: int
    schema: SchemaParts


class DriftDifference(NamedTuple):
    """`expected` is what most files of the table have, `actual` what this one has; one of them is empty for a column that is
    added or missing. Of an order, they are the columns that come first in a place where the two differ.
    """

    kind: DriftKind
    column: str
    expected: str
    actual: str


class DriftingFiles(NamedTuple):
    """Files of one schema, in the order of their paths, and how it differs from that of most files."""

    paths: Sequence[str]
    differences: Sequence[DriftDifference]


class TableDrift(NamedTuple):
    """`reference` is the first by path of the `alike` files that have the most common schema; `others` have other ones, those
    of the most files first."""

    reference: str
    alike: int
    others: Sequence[DriftingFiles]


def find_drift(files: Iterable[SchemaOfFile]) -> TableDrift | None:
    """Compares the files of one table with those that have its most common schema: that of most files, of these the one with
    the most rows, of these the one whose first path is first. None for files that are all alike."""
    groups = sorted(_group_alike(files), key=_rank)
    if len(groups) < 2:
        return None
    reference, *others = groups
    expected = reference[0].schema
    return TableDrift(
        reference[0].path,
        len(reference),
        [
            DriftingFiles([file.path for file in group], _limit(compare(expected, group[0].schema)))
            for group in others
        ],
    )


def _group_alike(files: Iterable[SchemaOfFile]) -> list[list[SchemaOfFile]]:
    """Schemas are long, so each is compared once for all files that share it."""
    by_identity: dict[int, list[SchemaOfFile]] = {}
    for file in sorted({file.path: file for file in files}.values()):
        by_identity.setdefault(id(file.schema), []).append(file)
    by_schema: dict[SchemaParts, list[SchemaOfFile]] = {}
    for shared in by_identity.values():
        by_schema.setdefault(shared[0].schema, []).extend(shared)
    return [sorted(group) for group in by_schema.values()]


def _rank(group: Sequence[SchemaOfFile]) -> tuple[int, int, str]:
    return -len(group), -sum(file.num_rows for file in group), group[0].path


def compare(expected: SchemaParts, actual: SchemaParts) -> Iterator[DriftDifference]:
    """In what two schemas differ. What is in a group is left out where the group says it already."""
    before, after = _by_name(expected), _by_name(actual)
    said: str | None = None
    for name, part in before.items():
        if _is_inside(part, said):
            continue
        other = after.get(name)
        if other is None:
            yield DriftDifference("missing column", part.path, _describe(part), "")
            said = part.path
            continue
        yield from _compare_parts(part, other)
        if part.is_group != other.is_group:
            said = part.path
    said = None
    for name, part in after.items():
        if _is_inside(part, said):
            continue
        other = before.get(name)
        if other is None:
            yield DriftDifference("added column", part.path, "", _describe(part))
        if other is None or part.is_group != other.is_group:
            said = part.path
    yield from _compare_order([*before], [*after])


def _by_name(schema: SchemaParts) -> dict[tuple[str, int], SchemaPart]:
    """A path that several columns have is told apart by how often it was there."""
    seen = Counter[str]()
    parts: dict[tuple[str, int], SchemaPart] = {}
    for part in schema:
        parts[part.path, seen[part.path]] = part
        seen[part.path] += 1
    return parts


def _is_inside(part: SchemaPart, group: str | None) -> bool:
    return group is not None and part.path.startswith(f"{group}.")


def _compare_parts(expected: SchemaPart, actual: SchemaPart) -> Iterator[DriftDifference]:
    if expected.type != actual.type:
        yield DriftDifference("other type", expected.path, expected.type, actual.type)
    if expected.repetition != actual.repetition:
        yield DriftDifference(
            "other nullability", expected.path, expected.repetition, actual.repetition
        )
    if expected.field_id != actual.field_id:
        yield DriftDifference(
            "other field id", expected.path, _name(expected.field_id), _name(actual.field_id)
        )


def _compare_order(
    expected: Sequence[tuple[str, int]], actual: Sequence[tuple[str, int]]
) -> Iterator[DriftDifference]:
    """Of the columns that both have; the first place that differs is enough."""
    shared = {*expected} & {*actual}
    there = (name for name in expected if name in shared)
    here = (name for name in actual if name in shared)
    for (first, _), (other, _) in zip(there, here, strict=True):
        if first != other:
            yield DriftDifference("other order", other, first, other)
            return


def _describe(part: SchemaPart) -> str:
    return f"{part.repetition} {part.type}".strip()


def _name(field_id: int | None) -> str:
    return "none" if field_id is None else str(field_id)


def _limit(differences: Iterable[DriftDifference]) -> list[DriftDifference]:
    """Two files that have nothing in common may have thousands."""
    every = list(differences)
    left_out = len(every) - MOST_DIFFERENCES
    if left_out <= 0:
        return every
    return [
        *every[:MOST_DIFFERENCES],
        DriftDifference(LEFT_OUT, "", "", f"{left_out:,}"),
    ]
