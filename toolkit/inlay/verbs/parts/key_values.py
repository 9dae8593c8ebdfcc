"""The key-value pairs of the result of `concat`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from inlay.ground.schema.tree import SchemaTree
from inlay.ground.schema_copies import (
    PairSource,
    Policy,
    SchemaChange,
    UnmergeableError,
    follow,
    merge,
    widen,
)
from inlay.ground.schema_copies.arrow_schema import has_durations
from inlay.ground.schema_copies.keys import GEO
from inlay.ground.schema_copies.named_keys import find_named_keys
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.verbs.parts.planned_groups import Places
from inlay.verbs.parts.source import PartSource
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
    has_geo = any(
        pair.key == GEO for part in parts for pair in part.metadata.key_value_metadata or ()
    )
    for part, place in zip(parts, places, strict=True):
        pairs: Sequence[KeyValue] = part.metadata.key_value_metadata or []
        pairs = _in_order(part, pairs, [leaf for leaf in place if leaf is not None], notes)
        _share(pairs, texts)
        own = frozenset(find_named_keys(part.metadata.schema))
        rows, blank = part.metadata.num_rows, frozenset[str]()
        if has_geo and not any(pair.key == GEO for pair in pairs):
            blank = _find_blank(part)
        sources.append(PairSource(part.name, pairs, rows, elements, own, blank))
    if any(None in place for place in places):
        sources, said = _widened(sources, places, wanted)
        notes += said
    merged = merge(sources, Policy(rule))
    return merged.pairs, list(dict.fromkeys([*notes, *merged.notes]))


def _find_blank(part: PartSource) -> frozenset[str]:
    """Columns below the root of which every chunk is known to have nothing but nulls."""
    filled: set[str] = set()
    for row_group in part.file.metadata().row_groups:
        for leaf, chunk in zip(part.tree.leaves, row_group.columns, strict=True):
            meta = metadata_of(chunk)
            nulls = meta.statistics.null_count if meta.statistics is not None else None
            if meta.num_values and nulls != meta.num_values:
                filled.add(leaf.path[0])
    return frozenset(leaf.path[0] for leaf in part.tree.leaves) - filled


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
