"""Copies of the schema among key-value pairs after a change of the schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inlay.ground.free_memory import give_back
from inlay.ground.schema_copies.arrow_schema import follow_arrow
from inlay.ground.schema_copies.change import SchemaChange
from inlay.ground.schema_copies.columns import Columns, columns_of
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.keys import ARROW_SCHEMA
from inlay.ground.schema_copies.table import RULES
from inlay.ground.schema_copies.text import Text
from parquet_format.parquet import KeyValue


class Followed(NamedTuple):
    """Pairs, and what there is to say of them: each note is a sentence that begins with the key."""

    pairs: list[KeyValue]
    notes: tuple[str, ...]


def follow(pairs: Sequence[KeyValue], change: SchemaChange) -> Followed:
    """The pairs of a file after the change, in their order. A copy that cannot be made to agree is left out, with a note.

    Pairs that nothing changes in stay the same objects. Nothing is raised, whatever the values are.
    """
    if change.is_empty or not any(is_copy(pair.key) for pair in pairs):
        return Followed(list(pairs), ())
    try:
        return _follow(pairs, columns_of(change))
    except RecursionError:
        kept = [pair for pair in pairs if not is_copy(pair.key)]
        gone = [pair.key for pair in pairs if is_copy(pair.key)]
        return Followed(kept, tuple(f"{key} is left out: the schema is too deep" for key in gone))


def is_copy(key: str) -> bool:
    """Whether what stands under this key follows changes of the schema or of the rows."""
    return key == ARROW_SCHEMA or key in RULES


def _follow(pairs: Sequence[KeyValue], columns: Columns) -> Followed:
    kept: list[KeyValue] = []
    notes: list[str] = []
    for pair in pairs:
        if pair.value is None or not is_copy(pair.key):
            kept.append(pair)
            continue
        try:
            text = _text(pair.key, pair.value, columns)
        except CannotAgreeError as error:
            notes.append(f"{pair.key} is left out: {error}")
            continue
        except RecursionError:
            notes.append(f"{pair.key} is left out: it is too deep")
            continue
        kept.append(pair if text.value == pair.value else pair.replace(value=text.value))
        notes += [f"{pair.key}: {note}" for note in text.notes]
    return Followed(kept, tuple(notes))


def _text(key: str, value: str, columns: Columns) -> Text:
    if key != ARROW_SCHEMA:
        return RULES[key].follow(value, columns)
    text = follow_arrow(value, columns, lambda inner: (_follow(inner, columns).pairs, ()))
    give_back(len(value))
    return text
