"""Where a path leads in the columns of a shredded Variant, by its shape alone."""

from __future__ import annotations

from collections.abc import Sequence

from inlay_variant.storage.shape import Elements, Fields, Group
from inlay_variant.value.path import Step


def follows(group: Group, steps: Sequence[Step]) -> bool:
    """Whether typed columns lead all the way."""
    for step in steps:
        match group.typed, step:
            case Fields(fields), str() if step in dict(fields):
                group = dict(fields)[step]
            case Elements(element), int():
                group = element
            case _:
                return False
    return True


def list_needed_columns(prefix: str, group: Group, steps: Sequence[Step]) -> list[str]:
    """The Parquet columns that `variant_get` looks at, as dotted prefixes; the metadata is not among them."""
    if not steps:
        return [f"{prefix}.value"] * group.value + [f"{prefix}.typed_value"] * group.is_shredded
    step, rest = steps[0], steps[1:]
    match group.typed, step:
        case Fields(fields), str() if step in dict(fields):
            return list_needed_columns(f"{prefix}.typed_value.{step}", dict(fields)[step], rest)
        case Elements(element), int():
            return list_needed_columns(f"{prefix}.typed_value.list.element", element, rest)
        case _:
            return [f"{prefix}.value"] if group.value else []
