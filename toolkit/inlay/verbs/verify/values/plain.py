"""Columns of which a chunk is told at a glance to hold: numbers of one width whose bounds are values, of which every one is right."""

from __future__ import annotations

from inlay.pages.engine.plain_chunks import PlainColumn, describe_numbers
from inlay.verbs.verify.subjects import PlacedLeaf
from inlay.verbs.verify.values.value_ranges import find_room


def describe_plain(leaf: PlacedLeaf) -> PlainColumn | None:
    """None for a column whose chunks are left to the checks, which alone find."""
    if leaf.max_repetition or len(leaf.keys) != 1:
        return None
    element = leaf.element
    plain = describe_numbers(element, leaf.keys[0], leaf.max_definition)
    is_bare = element.logicalType is None and element.converted_type is None
    return plain if plain is None or is_bare or find_room(element) is None else None
