"""All cases, by name: those of one column, which records are held against as well, and those of several columns or files."""

from __future__ import annotations

from functools import partial
from typing import Final

from tests.registrars.case import Case, Files
from tests.registrars.lakes import LAKES
from tests.registrars.values import VALUES
from tests.verbs.register.kinds import KINDS, Kind, write_file

_FALSE: Final = {
    "k: INT96 with bounds",
    "a minimum above the maximum",
    "a bound of another width",
}
"""Their footers contradict the values or themselves: `tests/lies` has those."""


def _write(kind: Kind) -> Files:
    return {"a.parquet": write_file(kind)}


def _is_compared(kind: Kind) -> bool:
    return not kind.name.startswith(("y:", "elements"))


CASES: Final[dict[str, Case]] = {
    **{
        kind.name: Case(kind.name, partial(_write, kind), ("v",) if _is_compared(kind) else ())
        for kind in (*KINDS, *VALUES)
        if kind.name not in _FALSE
    },
    **{case.name: case for case in LAKES},
}
