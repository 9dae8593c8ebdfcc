"""The key-value pairs of the result of `concat`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from inlay.described import PairSource, Policy, SchemaChange, UnmergeableError, follow, merge, widen
from inlay.described.arrow_schema import has_durations
from inlay.parts.planned_groups import Places
from inlay.parts.source import PartSource
from inlay.schema.tree import SchemaTree
from parquet_format.parquet import KeyValue

PairRule: TypeAlias = Literal["first", "drop", "error"]
"""What becomes of a key-value pair in which files differ."""


def merge_pairs(
    parts: Sequence[PartSource], places: Sequence[Places], wanted: SchemaTree, rule: PairRule
) -> tuple[list[KeyValue] | None, list[str]]:
    """The pairs, and a sentence for what is not in them. `wanted` is the schema of the result. Raises UnmergeableError."""
    if all(part.metadata.key_value_metadata is None for part in parts):
        return None, []
    notes: list[str] = []
    texts: dict[str, str] = {}
    elements = [node.element for node in wanted.nodes]
    sources: list[PairSource] = []
    for part, place in zip(parts, places, strict=True):
        pairs: Sequence[KeyValue] = part.metadata.key_value_metadata or []
        pairs = _in_order(part, pairs, [leaf for leaf in place if leaf is not None], notes)
        _share(pairs, texts)
        sources.append(PairSource(part.name, pairs, part.metadata.num_rows, elements))
    if any(None in place for place in places):
        sources, said = _widened(sources, places, wanted)
        notes += said
    merged = merge(sources, Policy(rule))
    return merged.pairs, list(dict.fromkeys([*notes, *merged.notes]))


def _share(pairs: Sequence[KeyValue], texts: dict[str, str]) -> None:
    """Equal values become one object: thousands of files have the same, and what is parsed once is known by it."""
    for pair in pairs:
        if pair.value is not None:
            pair.value = texts.setdefault(pair.value, pair.value)


def _in_order(
    part: PartSource, pairs: Sequence[KeyValue], leaves: Sequence[int], notes: list[str]
) -> Sequence[KeyValue]:
    if list(leaves) == list(range(len(part.tree.leaves))):
        return pairs
    followed = follow(pairs, SchemaChange(part.metadata.schema, leaves=leaves))
    notes += [f"{part.name}: {note}" for note in followed.notes]
    return followed.pairs


def _widened(
    sources: Sequence[PairSource], places: Sequence[Places], wanted: SchemaTree
) -> tuple[list[PairSource], tuple[str, ...]]:
    """Copies of the schema know of the columns that other files bring. Raises UnmergeableError where one cannot be told of them
    that says how numbers are read."""
    top = [leaf.path[0] for leaf in wanted.leaves]
    has = [
        list(dict.fromkeys(name for name, at in zip(top, place, strict=True) if at is not None))
        for place in places
    ]
    widened, notes = widen(sources, has, list(dict.fromkeys(top)))
    for source, wide in zip(sources, widened, strict=True):
        kept = {pair.key for pair in wide.pairs}
        for pair in source.pairs:
            if pair.key not in kept and has_durations(pair.value or ""):
                what = "it says that numbers are durations, and cannot say it of the columns of all files"
                remedy = "give all files the same columns first"
                raise UnmergeableError(pair.key, (source.name, source.name), what, remedy)
    return widened, notes
