"""Key-value pairs set and deleted, those inside Arrow's schema included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.ground.schema_copies.inside import edit_pairs, list_keys
from inlay_runtime.text import bytes_of, is_utf8
from parquet_format.parquet import FileMetaData, KeyValue


def edit_key_values(
    metadata: FileMetaData,
    keys: Mapping[str, str],
    delete: Sequence[str],
    named: Mapping[str, str],
) -> list[str]:
    """Deletes, then sets; returns what there is to say. `named` are the keys that columns name, and these. RequestError for a glob that no key matches, and for text that is no
    UTF-8, unless a pair of the file is none already: then all its readers can deal with it."""
    pairs = metadata.key_value_metadata or []
    has_other_bytes = not all(is_utf8(f"{pair.key}{pair.value or ''}") for pair in pairs)
    for key, value in keys.items():
        if not _is_text(f"{key}{value}", has_other_bytes=has_other_bytes):
            raise RequestError(f"the pair of the key {key!r} is not UTF-8, at which readers fail")
    known = list_keys(pairs) if delete else []
    for glob in delete:
        if not any(fnmatchcase(key, glob) for key in known):
            shown = ", ".join(map(repr, known)) or "none"
            raise RequestError(f"no key matches {glob!r}; there are {shown}")

    def edited(before: Sequence[KeyValue]) -> list[KeyValue]:
        return _edited(before, keys, delete)

    changed = edit_pairs(pairs, edited)
    notes = list(changed.notes)
    left = {pair.key for pair in changed.pairs}
    for key, column in named.items():
        if key in keys:
            notes.append(f"the points of column {column} are where the pair {key} says now")
        elif key not in left and any(pair.key == key for pair in pairs):
            reason = (
                f"column {column} is in the coordinates of the pair {key!r}: drop the column first"
            )
            raise RefusedError("metadata", reason)
    metadata.key_value_metadata = changed.pairs or None
    return notes


def _is_text(text: str, *, has_other_bytes: bool) -> bool:
    try:
        _ = bytes_of(text)
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        return False
    return has_other_bytes or is_utf8(text)


def _edited(
    pairs: Sequence[KeyValue], keys: Mapping[str, str], delete: Sequence[str]
) -> list[KeyValue]:
    """A key that is set keeps its first place, and loses others."""
    left = dict(keys)
    edited: list[KeyValue] = []
    for pair in pairs:
        if pair.key in keys:
            if pair.key in left:
                edited.append(pair.replace(value=left.pop(pair.key)))
        elif not any(fnmatchcase(pair.key, glob) for glob in delete):
            edited.append(pair)
    return [*edited, *(KeyValue(key=key, value=value) for key, value in left.items())]
