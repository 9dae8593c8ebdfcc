"""Which readers have other values than the rest, and where the first of them is.

No reader is taken for right: those that most agree with are the measure, or those before others in the table of readers. Inlay
has no vote beside pyarrow, through which it reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from inlay.ground.wording.amounts import count
from inlay.ground.wording.printable import shorten
from inlay.verbs.vet.ask import ask_reader
from inlay.verbs.vet.limits import VettingLimits
from inlay.verbs.vet.readers import VettedReader
from inlay.verbs.vet.texts import BLOCK, REST
from inlay.verbs.vet.verdict import Disagreement, ReaderVerdict, VerdictKind

WIDEST: Final = 60
"""Characters of a value."""

_THROUGH: Final = {"Inlay": "pyarrow"}
"""Who reads through whom."""


def find_disagreeing(answers: Mapping[str, Any]) -> dict[str, str]:
    """The readers that have other values than the rest, each with the one that it is compared with."""
    groups: dict[str, list[str]] = {}
    for reader, answer in answers.items():
        groups.setdefault(repr((answer["rows"], answer["digests"])), []).append(reader)
    if len(groups) < 2:
        return {}
    measure = max(groups.values(), key=lambda group: _count_votes(group, answers))
    return {reader: measure[0] for reader in answers if reader not in measure}


def _count_votes(group: list[str], answers: Mapping[str, Any]) -> int:
    return sum(_THROUGH.get(reader, "") not in answers for reader in group)


def describe_disagreement(
    verdict: ReaderVerdict,
    other: str,
    answers: Mapping[str, Any],
    readers: Mapping[str, VettedReader],
    path: Path,
    limits: VettingLimits,
) -> ReaderVerdict:
    """The verdict with the first place where the values differ; both readers are asked again for that block."""
    own, others = answers[verdict.reader], answers[other]
    disagreement = _compare_counts(other, own, others)
    if disagreement is None:
        column, block = _find_block(own["digests"], others["digests"])
        place = column, block * BLOCK
        texts: list[list[str]] = []
        for reader in (verdict.reader, other):
            end = ask_reader(readers[reader], path, limits, block=place)
            texts.append((end.answer or {}).get("texts", []))
        if not all(texts):  # one of them fails when it is asked again
            texts = [[], []]
        name = shorten(str(others["names"][column]), WIDEST)
        disagreement = _compare_texts(other, column, name, place[1], *texts)
    detail = str(disagreement)
    return replace(verdict, kind=VerdictKind.DISAGREES, detail=detail, disagreement=disagreement)


def _compare_counts(other: str, own: Any, others: Any) -> Disagreement | None:
    """None where there are as many rows and fields."""
    if len(own["names"]) != len(others["names"]):
        left, right = (count(len(answer["names"]), "field") for answer in (own, others))
        return Disagreement(other, left, right)
    if own["rows"] != others["rows"]:
        left, right = (count(answer["rows"], "row") for answer in (own, others))
        return Disagreement(other, left, right)
    return None


def _find_block(own: list[list[str]], others: list[list[str]]) -> tuple[int, int]:
    """The first in the order of rows; LookupError where there is none."""
    different = [
        (block, column)
        for column, (left, right) in enumerate(zip(own, others, strict=True))
        for block, (digest, other) in enumerate(zip(left, right, strict=True))
        if digest != other
    ]
    if not different:
        raise LookupError("the digests are the same")
    block, column = min(different)
    return column, block


def _compare_texts(
    other: str, column: int, name: str, start: int, own: list[str], others: list[str]
) -> Disagreement:
    """A reader may have had other values when it was asked again; then it is known that they differ, and not how."""
    for row, (left, right) in enumerate(zip_longest(own, others, fillvalue="nothing"), start):
        if left != right:
            return Disagreement(other, *_show_both(left, right), column, name, row)
    return Disagreement(other, "other values each time", "others", column, name, start)


def _show_both(own: str, other: str) -> tuple[str, str]:
    """For people; of texts that begin alike, what comes then, too."""
    first, second = _shown(own), _shown(other)
    if first != second:
        return first, second
    pairs = enumerate(zip_longest(own, other))
    at = next(place for place, (left, right) in pairs if left != right)
    if own.startswith("x"):
        at = max(at - (at - 1) % 2, 0)  # a byte is two digits
    return f"{first} and then {_show_from(own, at)}", f"{second} and then {_show_from(other, at)}"


def _show_from(text: str, at: int) -> str:
    size, _, digest = text.partition(REST)[2].partition(":")
    if digest and at >= text.index(REST):
        return shorten(f"others, {size} bytes with the digest {digest}", WIDEST)
    return shorten(text[at:], WIDEST) or "nothing"


def _shown(text: str) -> str:
    """Bytes that are text for people are shown as such."""
    if text.startswith("x"):
        with suppress(ValueError):  # a reader that makes up its answer
            return shorten(repr(bytes.fromhex(text[1:].partition(REST)[0])), WIDEST)
    return shorten(text, WIDEST)
