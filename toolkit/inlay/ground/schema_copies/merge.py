"""The key-value pairs of several files that become one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum, unique
from functools import cached_property
from typing import Final

from inlay.ground.schema_copies.arrow_schema import (
    Inner,
    has_durations,
    list_inner_pairs,
    merge_arrow,
)
from inlay.ground.schema_copies.errors import CannotAgreeError, ContradictionError, UnmergeableError
from inlay.ground.schema_copies.follow import Followed, is_copy
from inlay.ground.schema_copies.geo import list_geometries
from inlay.ground.schema_copies.keys import ARROW_SCHEMA, GEO
from inlay.ground.schema_copies.named_keys import find_named_keys
from inlay.ground.schema_copies.readings import READING_OF, READINGS, Reading, find_dated
from inlay.ground.schema_copies.table import RULES
from inlay.ground.schema_copies.text import Text
from parquet_format.parquet import KeyValue, SchemaElement


@unique
class Policy(Enum):
    """What becomes of a pair that the files differ in, and for which there is no rule."""

    FIRST = "first"
    DROP = "drop"
    ERROR = "error"


@dataclass(frozen=True)
class PairSource:
    """A file that becomes part of another one. `name` is what messages call it."""

    name: str
    pairs: Sequence[KeyValue]
    rows: int
    schema: Sequence[SchemaElement]
    named: Set[str] | None = None
    """The keys that types of its own columns name; None for those of `schema`."""

    blank: Set[str] = frozenset()
    """Columns below the root that are known to have nothing but nulls."""

    @cached_property
    def by_key(self) -> dict[str, list[KeyValue]]:
        """More than one where a key is there more than once."""
        several: dict[str, list[KeyValue]] = {}
        for pair in self.pairs:
            several.setdefault(pair.key, []).append(pair)
        return several

    def values(self, key: str) -> list[str | None]:
        return [pair.value for pair in self.by_key.get(key, ())]


_SAME_PAIR: Final = "give both the same pair with `inlay set --key`, if they mean the same"
_REWRITE: Final = "read the files and write them anew with the program that wrote them"


def merge(sources: Sequence[PairSource], policy: Policy = Policy.FIRST) -> Followed:
    """The pairs of the file that `sources` become, in the order of the first one, then of those that come after it.

    All sources have the columns of the first, in its order: `follow` brings them there. Raises UnmergeableError where a
    pair says that values are to be read differently, and for each other difference if `policy` is ERROR.
    """
    if len(sources) == 1:
        return Followed(list(sources[0].pairs), ())
    for reading in READINGS:
        _require_same_reading(sources, reading)
    named = _match_named(sources)
    merger = _Merger(sources, policy, named)
    for key in dict.fromkeys(pair.key for source in sources for pair in source.pairs):
        merger.add(key)
    return Followed(merger.pairs, tuple(merger.notes))


def _require_same_reading(sources: Sequence[PairSource], reading: Reading) -> None:
    says = [
        {
            pair.key: pair.value
            for pair in source.pairs
            if pair.key in reading.keys and pair.value is not None
        }
        for source in sources
    ]
    if all(said == says[0] for said in says):
        return
    # The schema of the first: the columns of all are alike.
    columns = find_dated(sources[0].schema)
    means = [reading.means(said, columns) for said in says]
    for source, said, meant in zip(sources, says, means, strict=True):
        if meant != means[0]:
            key = next(key for key in reading.keys if said.get(key) != says[0].get(key))
            raise UnmergeableError(key, (sources[0].name, source.name), reading.what, _REWRITE)


def _match_named(sources: Sequence[PairSource]) -> dict[str, int]:
    """The keys that types name, each with the first file whose columns name it: files that differ in them have other places."""
    keys = find_named_keys(sources[0].schema)
    matched: dict[str, int] = {}
    for key, column in keys.items():
        naming = [
            number
            for number, source in enumerate(sources)
            if source.named is None or key in source.named
        ]
        for number in naming:
            first = matched.setdefault(key, number)
            if sources[number].values(key) != sources[first].values(key):
                names = sources[first].name, sources[number].name
                what = f"it says where the points of column {column} are"
                raise UnmergeableError(key, names, what, _SAME_PAIR)
    return matched


class _Merger:
    def __init__(
        self, sources: Sequence[PairSource], policy: Policy, named: Mapping[str, int]
    ) -> None:
        self._sources = sources
        self._policy = policy
        self._named = named
        self.pairs: list[KeyValue] = []
        self.notes: list[str] = []

    def add(self, key: str) -> None:
        values = [source.values(key) for source in self._sources]
        is_same = all(several == values[0] for several in values)
        if key in self._named:
            self._keep_those_of(self._named[key], key)
        elif key in READING_OF:
            self._keep_those_of(0, key)
            if not is_same:
                self.notes.append(f"{key} is that of {self._sources[0].name}: it is read alike")
        elif is_copy(key):
            self._merge(key, values)
        elif is_same:
            self._keep_those_of(0, key)
        else:
            self._settle(key, values)

    def _keep_those_of(self, number: int, key: str) -> None:
        self.pairs += self._sources[number].by_key.get(key, ())

    def _settle(self, key: str, values: list[list[str | None]]) -> None:
        first = next(number for number, several in enumerate(values) if several)
        other = next(number for number, several in enumerate(values) if several != values[0])
        names = self._sources[0].name, self._sources[other].name
        what = "they have different values, or one has none"
        match self._policy:
            case Policy.ERROR:
                remedy = "`--metadata first` takes that of the first file, `--metadata drop` none"
                raise UnmergeableError(key, names, what, remedy)
            case Policy.DROP:
                self.notes.append(f"{key} is left out: {names[0]} and {names[1]} differ in it")
            case Policy.FIRST:
                self._keep_those_of(first, key)
                self.notes.append(
                    f"{key} is that of {self._sources[first].name}: files differ in it"
                )

    def _merge(self, key: str, values: list[list[str | None]]) -> None:
        try:
            text = self._text(key, values)
        except CannotAgreeError as error:
            self.notes.append(f"{key} is left out: {error}")
            return
        except RecursionError:
            self.notes.append(f"{key} is left out: it is too deep")
            return
        except ContradictionError as error:
            names = self._sources[0].name, self._sources[error.other].name
            remedy = f"{_REWRITE}, or take the pair out of both first"
            raise UnmergeableError(key, names, error.what, remedy) from None
        pair = next(source.by_key[key][0] for source in self._sources if key in source.by_key)
        self.pairs.append(pair if pair.value == text.value else pair.replace(value=text.value))
        self.notes += [f"{key}: {note}" for note in text.notes]

    def _text(self, key: str, values: list[list[str | None]]) -> Text:
        texts = [several[0] for several in values if len(several) == 1 and several[0] is not None]
        if key == GEO and 0 < len(texts) < len(values) and self._may_lack_geo(values, texts):
            return RULES[key].merge(texts, [source.rows for source in self._sources])
        if len(texts) != len(values):
            _refuse_lost_durations(key, values)
            number = next(
                at for at, several in enumerate(values) if len(several) != 1 or None in several
            )
            raise CannotAgreeError(f"{self._sources[number].name} does not have one")
        if key == ARROW_SCHEMA:
            return merge_arrow(texts, self._inner(texts))
        return RULES[key].merge(texts, [source.rows for source in self._sources])

    def _may_lack_geo(self, values: list[list[str | None]], texts: Sequence[str]) -> bool:
        """Whether a file that lacks it has no value in the columns that it describes: DuckDB writes none where all are null. Raises
        ContradictionError for one that has some, unless the pair is to be dropped."""
        described = {name for text in texts for name in list_geometries(text)}
        for number, several in enumerate(values):
            source = self._sources[number]
            if several or source.rows == 0 or described <= source.blank:
                continue
            if self._policy is Policy.DROP:
                return False
            other = next(at for at, each in enumerate(values) if each)
            names = self._sources[other].name, source.name
            what = f"only one says that {', '.join(map(repr, sorted(described - source.blank)))} holds geometries"
            remedy = "`--metadata drop` leaves it out, and then all of them are bytes"
            raise UnmergeableError(key=GEO, files=names, what=what, remedy=remedy)
        return True

    def _inner(self, texts: Sequence[str]) -> Inner:
        """The pairs inside Arrow's schemas are merged as those outside are, and told of there."""

        def merged(_of_the_first: list[KeyValue]) -> tuple[list[KeyValue], tuple[str, ...]]:
            pairs = {text: list_inner_pairs(text) for text in dict.fromkeys(texts)}
            inside = [
                replace(source, pairs=pairs[text])
                for source, text in zip(self._sources, texts, strict=True)
            ]
            return merge(inside, self._policy).pairs, ()

        return merged


def _refuse_lost_durations(key: str, values: list[list[str | None]]) -> None:
    """Only Arrow's schema says that numbers are durations, and of what."""
    if key != ARROW_SCHEMA:
        return
    says = [any(text is not None and has_durations(text) for text in texts) for texts in values]
    if any(says) and not all(says):
        what = "one says that numbers are durations, and the other does not"
        raise ContradictionError(says.index(not says[0]), what)
