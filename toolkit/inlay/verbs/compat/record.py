"""What was measured of readers: a JSON file for each in `evidence/`, which `python -m tests.compat --rules` writes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final

from inlay.ground.mistakes import RequestError, refuse_string
from inlay.ground.wording.near_names import hint_at, hint_at_several
from inlay.verbs.compat.outcome import ReaderOutcome

_NUMBERS: Final = re.compile(r"\d+")


@dataclass(frozen=True)
class ReaderRule:
    """In `versions`, a column that has all of `features` has this outcome. `evidence` is the file that shows it, by its name in
    the measurement, and `said` what the reader said there, or a value that it got wrong. Where it `depends_on_values`, other columns
    with these features were read well."""

    features: frozenset[str]
    outcome: ReaderOutcome
    depends_on_values: bool
    versions: frozenset[str]
    evidence: str
    said: str


@dataclass(frozen=True)
class ReaderRecord:
    """`versions` are those that were measured, oldest first; `known` are the features that some evidence file has."""

    name: str
    versions: tuple[str, ...]
    known: frozenset[str]
    rules: tuple[ReaderRule, ...]

    def nearest(self, version: str) -> str:
        """The newest that is not newer than this one; the oldest of all if there is none."""
        wanted = _parts(version)
        older = [it for it in self.versions if _parts(it) <= wanted]
        return older[-1] if older else self.versions[0]


@dataclass(frozen=True, eq=False)
class AskedReader:
    """A reader in a version, and the measured one that stands for it. It equals itself alone: what was judged is found by it, and to
    compare hundreds of rules takes longer than to judge a column."""

    record: ReaderRecord
    version: str
    measured: str

    @property
    def is_older_than_all(self) -> bool:
        """Of those that were measured, so that the oldest stands for it."""
        return _parts(self.version) < _parts(self.measured)

    @cached_property
    def rules(self) -> tuple[ReaderRule, ...]:
        return tuple(rule for rule in self.record.rules if self.measured in rule.versions)

    def __str__(self) -> str:
        return f"{self.record.name} {self.version}"


@cache
def records() -> Mapping[str, ReaderRecord]:
    """By name, in alphabetical order. A file in the folder is a reader; nothing else names it."""
    folder = files("inlay.verbs.compat").joinpath("evidence")
    documents = (it for it in folder.iterdir() if it.name.endswith(".json"))
    return {
        it.name.removesuffix(".json"): record_from(
            it.name.removesuffix(".json"), json.loads(it.read_text(encoding="utf-8"))
        )
        for it in sorted(documents, key=lambda it: it.name)
    }


def record_from(name: str, content: Mapping[str, Any]) -> ReaderRecord:
    """Of a document of `evidence/`."""
    rules = (
        ReaderRule(
            frozenset(rule["features"]),
            ReaderOutcome(rule["outcome"]),
            rule["depends_on_values"],
            frozenset(rule["versions"]),
            rule["evidence"],
            rule["said"],
        )
        for rule in content["rules"]
    )
    return ReaderRecord(name, tuple(content["versions"]), frozenset(content["known"]), tuple(rules))


def _hint_at(name: str, known: Mapping[str, ReaderRecord]) -> str:
    several = [part.strip() for part in name.split(",")]
    if len(several) > 1 and all(part in known for part in several):
        return hint_at_several(len(several))
    reader, version = re.split(r"[@=:\s]", f"{name} ", maxsplit=1)
    if reader in known and version.strip():
        return f": a version follows ==, such as {reader}=={version.strip()}"
    return hint_at(name, known)


def ask_for(wanted: Iterable[str] | None) -> list[AskedReader]:
    """`NAME` is the newest version that was measured, `NAME==VERSION` the nearest to it; None are all, in their newest.

    Raises RequestError for a reader that was not measured, with the nearest name, and for what is not a version.
    """
    known = records()
    refuse_string(wanted, "readers")
    if wanted is None:
        return [AskedReader(it, it.versions[-1], it.versions[-1]) for it in known.values()]
    asked: dict[tuple[str, str], AskedReader] = {}
    try:
        names = list(wanted)
    except TypeError:
        shown = type(wanted).__name__
        raise TypeError(f"readers is a list of names, not <{shown}>") from None
    for text in names:
        name, equals, version = text.partition("==")
        name = name.strip().lower()
        if name not in known:
            raise RequestError(f"{text!r}: no such reader was measured{_hint_at(name, known)}")
        record = known[name]
        version = version.strip() if equals else record.versions[-1]
        if not _NUMBERS.match(version):
            raise RequestError(
                f"{text!r}: a version is numbers with dots, such as {name}=={record.versions[-1]}"
            )
        asked.setdefault((name, version), AskedReader(record, version, record.nearest(version)))
    return list(asked.values())


def _parts(version: str) -> tuple[int, ...]:
    """As many numbers as there are; 1.4 is older than 1.4.1."""
    return tuple(int(number) for number in _NUMBERS.findall(version)[:4])
