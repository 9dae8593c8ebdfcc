"""What `verify` promises, check by check: docs/verify.md has the same rows, and a test holds them equal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from inlay.ground.mistakes import RequestError
from inlay.ground.wording.near_names import hint_at
from inlay.verbs.verify.check import Check, Level
from inlay.verbs.verify.data import CHECKS_OF_PAGES, WALKED
from inlay.verbs.verify.findings_of_reading import EXTENSION, FOOTER
from inlay.verbs.verify.footer import CHECKS
from inlay.verbs.verify.plain_indexes import CHECKS_OF_SUMS
from inlay.verbs.verify.values.families import CHECKS_OF_CHUNKS, CHECKS_OF_GROUPS, CHECKS_OF_ROWS
from inlay.verbs.verify.values.families import CHECKS_OF_PAGES as CHECKS_OF_VALUES


class Promise(NamedTuple):
    """`sentence` is what holds in a file without a finding of this code."""

    code: str
    level: Level
    sentence: str


ELSEWHERE: Final = {
    "metadata": "the schema is one tree, row groups have a chunk for each leaf, and their rows add up to those of the file",
    "offset": "pages, indexes and Bloom filters are between the first magic and the footer",
    "overlap": "no two column chunks share bytes",
    "wire-type": "every field has the type on the wire that the IDL gives it",
    "disagree": "a FlatBuffers footer and the Thrift footer next to it agree, field by field",
}
"""Checks of a footer that other modules have."""


def list_promises() -> list[Promise]:
    """Every check that has a code of its own, in the order of docs/verify.md."""
    footer = [*ELSEWHERE.items(), *((check.code, check.promise) for check in CHECKS)]
    pages: tuple[Check[Any], ...] = (*CHECKS_OF_PAGES, *CHECKS_OF_SUMS)
    walked = [(check.code, check.promise) for check in pages]
    audited: tuple[Check[Any], ...] = (
        *CHECKS_OF_CHUNKS,
        *CHECKS_OF_VALUES,
        *CHECKS_OF_GROUPS,
        *CHECKS_OF_ROWS,
    )
    return [
        *(Promise(code, Level.FOOTER, said) for code, said in footer),
        *(Promise(code, Level.DATA, said) for code, said in [*WALKED.items(), *walked]),
        *(Promise(check.code, Level.VALUES, check.promise) for check in audited),
    ]


def explain_codes() -> dict[str, list[str]]:
    """By each code that a finding of `verify` may have: what its checks promise, or what is wrong where reading alone finds it."""
    promised = {code: [f"{code} (level {level.value}): {said}."] for code, level, said in list_promises()}  # fmt: skip
    explained = dict(promised)
    for code, said in (*FOOTER.items(), *EXTENSION.items()):
        if code not in promised:
            explained[code] = [*explained.get(code, ()), f"{code}: {said}."]
    return explained


def require_codes(codes: Iterable[str]) -> frozenset[str]:
    """Those that a finding of `verify` may have. Raises RequestError for one that none has, with the nearest."""
    known = explain_codes()
    wanted = frozenset(codes)
    for code in sorted(wanted - known.keys()):
        raise RequestError(f"there is no finding {code!r}{hint_at(code, known)}")
    return wanted
