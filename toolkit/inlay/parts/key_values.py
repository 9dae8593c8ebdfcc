"""The key-value pairs of the result of `concat`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from inlay.described import PairSource, Policy, SchemaChange, UnmergeableError, follow, merge
from inlay.described.arrow_schema import has_durations
from inlay.described.follow import is_copy
from inlay.parts.planned_groups import Places
from inlay.parts.source import PartSource
from parquet_format.parquet import KeyValue

PairRule: TypeAlias = Literal["first", "drop", "error"]
"""What becomes of a key-value pair in which files differ."""


def merge_pairs(
    parts: Sequence[PartSource], places: Sequence[Places], rule: PairRule
) -> tuple[list[KeyValue] | None, list[str]]:
    """The pairs, and a sentence for what is not in them. Raises UnmergeableError."""
    if all(part.metadata.key_value_metadata is None for part in parts):
        return None, []
    notes: list[str] = []
    grows = any(None in place for place in places)
    sources: list[PairSource] = []
    texts: dict[str, str] = {}
    for part, place in zip(parts, places, strict=True):
        pairs: Sequence[KeyValue] = part.metadata.key_value_metadata or []
        if grows:
            pairs = _without_copies(part.name, pairs, notes)
        else:
            pairs = _in_order(part, pairs, [leaf for leaf in place if leaf is not None], notes)
        _share(pairs, texts)
        sources.append(PairSource(part.name, pairs, part.metadata.num_rows, part.metadata.schema))
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
    if list(leaves) == list(range(len(leaves))):
        return pairs
    followed = follow(pairs, SchemaChange(part.metadata.schema, leaves=leaves))
    notes += [f"{part.name}: {note}" for note in followed.notes]
    return followed.pairs


def _without_copies(name: str, pairs: Sequence[KeyValue], notes: list[str]) -> Sequence[KeyValue]:
    """Copies of the schema know nothing of columns that other files bring."""
    for pair in pairs:
        if is_copy(pair.key):
            if has_durations(pair.value or ""):
                what = "it says that numbers are durations, and cannot say it of the columns of all files"
                remedy = "give all files the same columns first"
                raise UnmergeableError(pair.key, (name, name), what, remedy)
            notes.append(f"{pair.key} is left out: files have other columns")
    return [pair for pair in pairs if not is_copy(pair.key)]
