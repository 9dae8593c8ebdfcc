"""Edits of key-value pairs, which have to be made inside Arrow's schema as well: pyarrow shows those pairs and no others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from inlay.ground.schema_copies.arrow_schema import edit_inner, list_inner_pairs
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.follow import Followed
from inlay.ground.schema_copies.keys import ARROW_SCHEMA
from parquet_format.parquet import KeyValue


def edit_pairs(
    pairs: Sequence[KeyValue], edit: Callable[[Sequence[KeyValue]], list[KeyValue]]
) -> Followed:
    """What `edit` makes of the pairs, inside Arrow's schema too if there is one and `edit` leaves it as it is."""
    edited: list[KeyValue] = []
    notes: list[str] = []
    before = {id(pair) for pair in pairs}
    for pair in edit(pairs):
        if pair.key != ARROW_SCHEMA or pair.value is None or id(pair) not in before:
            edited.append(pair)
            continue
        try:
            text = edit_inner(pair.value, lambda inner: (edit(inner), ()))
        except CannotAgreeError as error:
            notes.append(f"{pair.key}: the pairs inside stay as they are: {error}")
            edited.append(pair)
            continue
        edited.append(pair if text.value == pair.value else pair.replace(value=text.value))
    return Followed(edited, tuple(notes))


def list_keys(pairs: Sequence[KeyValue]) -> list[str]:
    """The keys of the pairs, and of those inside Arrow's schemas that can be read; each once."""
    keys = dict.fromkeys(pair.key for pair in pairs)
    for pair in pairs:
        if pair.key == ARROW_SCHEMA and pair.value is not None:
            with suppress(CannotAgreeError):
                keys.update(dict.fromkeys(inner.key for inner in list_inner_pairs(pair.value)))
    return list(keys)
