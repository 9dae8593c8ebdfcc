"""Readers by version: what each does with each feature that one of them stumbles over, from the record of `inlay compat`; and who writes
the encodings that few read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from docs.site.few_write import list_few_write
from docs.site.markdown import cell, table
from inlay.verbs.compat.outcome import ReaderOutcome
from inlay.verbs.compat.record import ReaderRecord, records
from tests.compat.encodings_written import Written, load_written

LETTERS: Final = {
    ReaderOutcome.REFUSES_FILE: "F",
    ReaderOutcome.REFUSES_COLUMN: "C",
    ReaderOutcome.MISREADS: "M",
    ReaderOutcome.LOSES_ROWS: "L",
    ReaderOutcome.IGNORES_TYPE: "t",
}
_READS: Final = "."
_SOME: Final = "s"
"""For some values: others of the same features are read."""
FEW_READ: Final = (
    "encoding: ALP of FLOAT",
    "encoding: ALP of DOUBLE",
    "encoding: BYTE_STREAM_SPLIT of INT32",
    "encoding: BYTE_STREAM_SPLIT of INT64",
    "encoding: BYTE_STREAM_SPLIT of FIXED_LEN_BYTE_ARRAY",
    "encoding: DELTA_BYTE_ARRAY of FIXED_LEN_BYTE_ARRAY",
    "extension: of a column chunk",
)
"""Encodings that came late. FSST and PFOR have no number: they stand in an extension beside the old pages."""


def render_reader_versions() -> str:
    return "\n".join(_list_parts(list(records().values()), load_written()))


def _list_parts(every: Sequence[ReaderRecord], written: Mapping[str, Written]) -> Iterator[str]:
    yield "# Readers by version\n"
    yield "What was seen of each version with files made for it: [compat.md](../../docs/compat.md).\n"
    yield "".join(f"- {record.name}: {', '.join(record.versions)}\n" for record in every)
    yield "## Encodings that few read\n"
    yield "A version that is not named reads the column. FSST and PFOR, and ALP beside the old pages, are the last row.\n"
    yield table(
        ["encoding", "lose the whole file", "lose the column", "read it wrong"],
        [_describe_encoding(every, feature) for feature in FEW_READ],
    )
    yield from list_few_write(written)
    for title, size in (("Features", 1), ("Features together", 2)):
        yield f"## {title}\n"
        meanings = ", ".join(f"`{letter}` {outcome.value}" for outcome, letter in LETTERS.items())
        yield f"A sign for each version, the oldest first: `{_READS}` reads, {meanings}, `{_SOME}` one of these for some values.\n"
        features = {rule.features for record in every for rule in record.rules}
        yield table(
            ["features", *(record.name for record in every)],
            [
                [cell(", ".join(sorted(each))), *(_sign(record, each) for record in every)]
                for each in sorted(features, key=sorted)
                if len(each) == size
            ],
        )


def _describe_encoding(every: Sequence[ReaderRecord], feature: str) -> list[str]:
    outcomes = (
        ReaderOutcome.REFUSES_FILE,
        ReaderOutcome.REFUSES_COLUMN,
        ReaderOutcome.MISREADS,
    )
    return [
        cell(feature.partition(": ")[2]),
        *(", ".join(_list_stumbling(every, feature, of)) or "none" for of in outcomes),
    ]


def _list_stumbling(
    every: Sequence[ReaderRecord], feature: str, outcome: ReaderOutcome
) -> Iterator[str]:
    """Readers with their versions, those that follow one another as a range."""
    for record in every:
        versions = {
            version
            for rule in record.rules
            if rule.features == {feature} and rule.outcome is outcome and not rule.depends_on_values
            for version in rule.versions
        }
        for is_there, run in groupby(record.versions, versions.__contains__):
            several = list(run)
            if is_there:
                last = f" to {several[-1]}" if len(several) > 1 else ""
                yield f"{record.name} {several[0]}{last}"


def _sign(record: ReaderRecord, features: frozenset[str]) -> str:
    if not features <= record.known:
        return ""
    return f"`{''.join(_sign_of(record, features, version) for version in record.versions)}`"


def _sign_of(record: ReaderRecord, features: frozenset[str], version: str) -> str:
    of = [it for it in record.rules if it.features == features and version in it.versions]
    certain = [LETTERS[rule.outcome] for rule in of if not rule.depends_on_values]
    return next(iter(certain), _SOME if of else _READS)
