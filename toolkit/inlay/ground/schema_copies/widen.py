"""Copies of the schema in files that become one with columns that some of them lack: each is told of the columns of the others.

What a file says of its own columns stays as it is. What it lacks is said in the words of the first file that has the column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Generic, TypeVar

from inlay.ground.schema_copies.arrow_schema import (
    edit_inner,
    list_fields,
    list_inner_pairs,
    with_fields,
)
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.follow import is_copy
from inlay.ground.schema_copies.json_text import (
    Json,
    Object,
    as_text,
    objects_in,
    parse_object,
    replace_members,
    unparse,
)
from inlay.ground.schema_copies.keys import ARROW_SCHEMA, PANDAS, SPARK_SCHEMA
from inlay.ground.schema_copies.merge import PairSource
from inlay.ground.schema_copies.pandas_schema import list_entries
from parquet_format.parquet import KeyValue

Entry = TypeVar("Entry")

Has = Sequence[Sequence[str]]
"""For each file, its columns below the root, in the order of the result."""


@dataclass(frozen=True, slots=True)
class _Notation(Generic[Entry]):
    """`parse` gives what is said of each column, `build` a text with these entries. `names_all`: every column has one."""

    parse: Callable[[str], Mapping[str, Entry]]
    build: Callable[[str, list[Entry]], str]
    names_all: bool = True

    def widen(self, texts: Sequence[str], has: Has, wanted: Sequence[str]) -> list[str]:
        """A text for each file. Raises CannotAgreeError."""
        parsed = {text: self.parse(text) for text in dict.fromkeys(texts)}
        known: dict[str, Entry] = {}
        for text, names in dict.fromkeys(zip(texts, map(tuple, has), strict=True)):
            entries = parsed[text]
            if self.names_all and set(entries) != set(names):
                raise CannotAgreeError("it described other columns than the file has")
            for name in names:
                if name in entries:
                    known.setdefault(name, entries[name])
        widened: dict[tuple[str, tuple[str, ...]], str] = {}
        for text, names in dict.fromkeys(zip(texts, map(tuple, has), strict=True)):
            said = {**known, **{name: parsed[text][name] for name in names if name in parsed[text]}}
            unsaid = {name for name in names if name not in parsed[text]}
            entries_of_all = [said[name] for name in wanted if name in said and name not in unsaid]
            is_whole = len(names) == len(wanted)
            widened[text, names] = text if is_whole else self.build(text, entries_of_all)
        return [widened[text, tuple(names)] for text, names in zip(texts, has, strict=True)]


def widen(
    sources: Sequence[PairSource], has: Has, wanted: Sequence[str]
) -> tuple[list[PairSource], tuple[str, ...]]:
    """The files as if each had all `wanted` columns, and a sentence for each copy that cannot be told of them.

    `follow` has brought the columns of each file into the order of the result.
    """
    widened, notes = list(sources), list[str]()
    for key in dict.fromkeys(pair.key for source in sources for pair in source.pairs):
        if not is_copy(key):
            continue
        try:
            texts = _widen_copy(key, widened, has, wanted)
        except CannotAgreeError as error:
            notes.append(f"{key} is left out: {error}")
            texts = [None] * len(widened)
        widened = [_with_text(each, key, text) for each, text in zip(widened, texts, strict=True)]
    return widened, tuple(notes)


def _widen_copy(
    key: str, sources: Sequence[PairSource], has: Has, wanted: Sequence[str]
) -> Sequence[str | None]:
    texts: list[str] = []
    for source in sources:
        said = [text for text in source.values(key) if text is not None]
        if len(said) != 1:
            raise CannotAgreeError(f"{source.name} does not have one")
        texts += said
    if key == ARROW_SCHEMA:
        return _widen_inner(sources, _ARROW.widen(texts, has, wanted), has, wanted)
    if key not in _IN_JSON:
        raise CannotAgreeError("files have other columns")
    return _IN_JSON[key].widen(texts, has, wanted)


def _widen_inner(
    sources: Sequence[PairSource], texts: Sequence[str], has: Has, wanted: Sequence[str]
) -> list[str]:
    """pyarrow believes the pairs inside Arrow's schema before those of the file."""
    inside = {text: list_inner_pairs(text) for text in dict.fromkeys(texts)}
    inner = [
        replace(source, pairs=inside[text]) for source, text in zip(sources, texts, strict=True)
    ]
    widened, _ = widen(inner, has, wanted)
    return [
        edit_inner(text, partial(_replace_pairs, each.pairs)).value
        for text, each in zip(texts, widened, strict=True)
    ]


def _replace_pairs(
    pairs: Sequence[KeyValue], _before: list[KeyValue]
) -> tuple[list[KeyValue], tuple[str, ...]]:
    return list(pairs), ()


def _with_text(source: PairSource, key: str, text: str | None) -> PairSource:
    """Without the pair, if there is no text."""
    pairs: list[KeyValue] = []
    for pair in source.pairs:
        if pair.key != key or pair.value == text:
            pairs.append(pair)
        elif text is not None:
            pairs.append(pair.replace(value=text))
    return replace(source, pairs=pairs)


def _spark_fields(text: str) -> dict[str, Object]:
    return {
        as_text(entry.get("name")): entry for entry in objects_in(parse_object(text).get("fields"))
    }


def _with_spark_fields(text: str, fields: list[Object]) -> str:
    return _with_objects(text, "fields", fields)


def _with_pandas_columns(text: str, columns: list[Object]) -> str:
    return _with_objects(text, "columns", columns)


def _with_objects(text: str, name: str, objects: list[Object]) -> str:
    members: list[Json] = list(objects)
    return unparse(replace_members(parse_object(text), {name: members}), text)


_ARROW: Final = _Notation(list_fields, with_fields)

_IN_JSON: Final[Mapping[str, _Notation[Object]]] = {
    SPARK_SCHEMA: _Notation(_spark_fields, _with_spark_fields),
    PANDAS: _Notation(list_entries, _with_pandas_columns, names_all=False),
}
