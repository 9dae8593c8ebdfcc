"""Rules made of observations: which features of a file are to blame for what a reader did, in each version.

To blame is what no column has that the reader took well. Of several such features, the one that accounts for most failures; if none
is left alone, two that no good column has together; and else nothing that a footer shows. Of two, none is a codec, which knows nothing
of what it compresses, nor an index of pages, but where a filter loses rows. And a column that was refused with its file, where another column is to blame for that, is not asked.
What is left depends on the values: its type, or what it lies in, is a rule that is not certain.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import inlay.verbs.compat.evidence as evidence_folder
from inlay.verbs.compat.features import Features, FileFeatures
from inlay.verbs.compat.judge import HIDDEN
from inlay.verbs.compat.outcome import ReaderOutcome
from tests.compat.observed import COLUMN, FILE, IGNORES, LOSES, MISREADS, READS, Observed

FOLDER: Final = Path(evidence_folder.__path__[0])

OUTCOMES: Final[Mapping[str, ReaderOutcome]] = {
    FILE: ReaderOutcome.REFUSES_FILE,
    COLUMN: ReaderOutcome.REFUSES_COLUMN,
    MISREADS: ReaderOutcome.MISREADS,
    LOSES: ReaderOutcome.LOSES_ROWS,
    IGNORES: ReaderOutcome.IGNORES_TYPE,
}
SEVERITY: Final = FILE + COLUMN + MISREADS + IGNORES + READS
ORDER: Final = (
    "form",
    "encryption",
    "file",
    "names",
    "type",
    "nested",
    "codec",
    "order",
    "encoding",
)


@dataclass
class Row:
    """A column of an evidence file, with what else the file has."""

    file: str
    column: str
    features: Features
    letter: str


@dataclass
class Made:
    """`hidden` are the rows that no feature tells from good ones: their values do."""

    rules: list[tuple[Features, str, Row]] = field(default_factory=list[Any])
    hidden: list[Row] = field(default_factory=list[Row])


def rows_of(
    observed: Observed, features: Mapping[str, FileFeatures], version: str, half: str
) -> Iterator[Row]:
    for file, of in observed.files.items():
        if half not in ("", file.partition(":")[0]):
            continue
        for name in of:
            column = name.removesuffix("?")
            known = features[file]
            both = known.columns.get(column, frozenset()) | known.file
            if "with NaN" in file and column == "c":  # who made the file knows
                both |= {hidden for shown, hidden in HIDDEN.items() if shown in both}
            yield Row(file, name, both, observed.letter(file, name, version))


def make_rules(rows: Iterable[Row]) -> Made:
    """Of one version. What is refused as a whole is seen at the column that is tried."""
    every = list(rows)
    made = Made()
    for letter in OUTCOMES:
        of_filters = letter == LOSES
        # What is refused as a column is no reason to refuse the file, and so on.
        milder = READS if of_filters else SEVERITY[SEVERITY.index(letter) + 1 :]
        good = [
            it.features
            for it in every
            if it.letter in milder and it.column.endswith("?") is of_filters
        ]
        bad = [
            it for it in every if it.letter == letter and (it.column != "key" or letter == MISREADS)
        ]
        _blame(bad, good, letter, made)
    return made


def _blame(bad: list[Row], good: list[Features], letter: str, made: Made) -> None:
    every = bad
    fine = frozenset[str]().union(*good)
    for size in (1, 2):
        left: list[Row] = []
        candidates: dict[Features, list[Row]] = {}
        for row in bad:
            sets = [
                frozenset(each)
                for each in combinations(sorted(_that_matter(row.features, letter, size)), size)
                if (size == 1 and not set(each) <= fine)
                or (size == 2 and not any(set(each) <= it for it in good))
            ]
            for each in sets:
                candidates.setdefault(each, []).append(row)
            if not sets:
                left.append(row)
        covered: set[int] = {id(row) for row in left}
        while candidates:
            best = max(candidates, key=lambda it: (_news(candidates[it], covered), *_standing(it)))
            if not _news(candidates[best], covered):
                break
            made.rules.append((best, letter, candidates[best][0]))
            covered |= {id(row) for row in candidates.pop(best)}
        bad = left
        if letter == FILE:
            explained = {
                it.file for rule, _, _ in made.rules for it in every if rule <= it.features
            }
            bad = [it for it in left if it.file not in explained]
    made.hidden += bad


def _that_matter(features: Features, letter: str, size: int) -> Features:
    """A filter loses no rows by how pages are stored: it looks at bounds and indexes. And no value is another one by its bounds."""
    others = ("codec: ", "encoding: ") if letter == LOSES else ("bounds: ",)
    beside = ("codec: ", *(("index: ",) if letter != LOSES else ())) if size > 1 else ()
    return frozenset(it for it in features if not it.startswith((*others, *beside)))


def _news(rows: list[Row], covered: set[int]) -> int:
    return sum(id(row) not in covered for row in rows)


def _standing(features: Features) -> tuple[int, int]:
    """Two of different kinds say more than two types of the leaves of a group; and some kinds are more likely to blame."""
    kinds = {feature.partition(":")[0] for feature in features}
    rank = max(ORDER.index(kind) if kind in ORDER else len(ORDER) for kind in kinds)
    return len(kinds), -rank


def some_values(made: Made) -> Iterator[tuple[Features, str, Row]]:
    """The rules of what is hidden: of what the column lies in, or else of its type. A NaN has rules of its own."""
    for row in made.hidden:
        shown = row.features | {HIDDEN[it] for it in row.features & HIDDEN.keys()}
        if not any(rule <= shown and letter == row.letter for rule, letter, _ in made.rules):
            kinds = ("nested: ", "type: ")
            found = (frozenset(it for it in row.features if it.startswith(kind)) for kind in kinds)
            if blamed := next(filter(None, found), None):
                yield blamed, row.letter, row


def document(observed: Observed, features: Mapping[str, FileFeatures], half: str) -> dict[str, Any]:
    """What the record of a reader holds: `ReaderRecord`."""
    found: dict[tuple[Features, str, bool], dict[str, Any]] = {}
    for version in observed.versions:
        made = make_rules(rows_of(observed, features, version, half))
        each = [(False, it) for it in made.rules] + [(True, it) for it in some_values(made)]
        for depends, (blamed, letter, row) in each:
            rule = found.setdefault(
                (blamed, letter, depends),
                {
                    "features": sorted(blamed),
                    "outcome": OUTCOMES[letter].value,
                    "depends_on_values": depends,
                    "versions": [],
                    "evidence": row.file,
                    "said": observed.said.get(f"{row.file}/{row.column}", ""),
                },
            )
            if version not in rule["versions"]:
                rule["versions"].append(version)
    known = {
        feature
        for file, of in features.items()
        if half in ("", file.partition(":")[0])
        for feature in of.file.union(*of.columns.values())
    }
    known |= {hidden for shown, hidden in HIDDEN.items() if shown in known}
    rules = sorted(
        found.values(), key=lambda it: (it["features"], it["outcome"], it["depends_on_values"])
    )
    return {"versions": observed.versions, "known": sorted(known), "rules": rules}


def save(reader: str, content: Mapping[str, Any]) -> None:
    text = json.dumps(content, indent=1, ensure_ascii=True)
    (FOLDER / f"{reader}.json").write_text(f"{text}\n", encoding="utf-8")
