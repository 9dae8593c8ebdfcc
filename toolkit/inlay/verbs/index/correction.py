"""All that can be put right about a chunk, and which of it a finding is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, NamedTuple

from inlay.verbs.index import corrections
from inlay.verbs.index.statement import Statement, list_statements
from inlay_runtime.finding import Finding

_PLACE: Final = re.compile(r"row_groups\[(\d+)\](?:\.columns\[(\d+)\])?(?:\.pages\[\d+\])?\.?")


class FindingPlace(NamedTuple):
    """Where a finding is: the numbers of a row group and of a column, None where it is about more, and the field there."""

    group: int | None
    column: int | None
    field: str


def locate_finding(finding: Finding) -> FindingPlace:
    place = _PLACE.match(finding.at)
    if place is None:
        return FindingPlace(None, None, finding.at)
    group, column = place.groups()
    field = finding.at[place.end() :]
    return FindingPlace(int(group), None if column is None else int(column), field)


@cache
def list_corrections() -> tuple[Statement, ...]:
    """What can be added to chunks, and what is only put right, in the order in which it is made."""
    names = [module.name for module in iter_modules(corrections.__path__)]
    modules = [import_module(f"{corrections.__name__}.{name}") for name in names]
    listed: list[Statement] = [*list_statements(), *(module.CORRECTION for module in modules)]
    return tuple(sorted(listed, key=lambda it: it.rank))


@cache
def _count_claims() -> Counter[str]:
    return Counter(name for it in list_corrections() for name in it.findings)


def choose_corrections(
    findings: Iterable[tuple[str, str]], *, is_certain: bool
) -> tuple[Statement, ...]:
    """The statements that these findings are about, each a code and a field; only those that are false for sure, or also those of which
    one is."""
    names = {
        name
        for code, field in findings
        for name in _count_claims()
        if name == code or (" " in name and f"{code} {field}".startswith(name))
    }
    if is_certain:
        names = {name for name in names if _count_claims()[name] == 1}
    return tuple(it for it in list_corrections() if not names.isdisjoint(it.findings))
