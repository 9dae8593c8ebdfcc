"""What becomes of the functions of a service that is gone: clients of the old version go on calling them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inlayc.judges.diff.definitions import DefinitionPair
from inlayc.judges.diff.describe import describe_function
from inlayc.judges.diff.entries import Entry
from inlayc.judges.diff.model import Change, Difference, Found
from inlayc.judges.diff.types import Types
from inlayc.model.schema import Function, Service


class _Served(NamedTuple):
    function: Function
    entry: Entry
    """The service that has it."""


def list_changes_of_lost_services(
    differences: Sequence[Difference], types: Types
) -> list[Difference]:
    """What differs in functions of services that only the old version has; those that nobody has any more are removed.

    They are known by their names, whichever service has them, and looked for in new services first: one of these
    may be the old one under another name.
    """
    added = {
        id(each.entries[1].definition)
        for each in differences
        if each.kind is Change.ADDED and each.entries[1] is not None
    }
    changes: list[Difference] = []
    served: dict[str, _Served] | None = None
    for entry in _list_removed(differences):
        if served is None:
            served = _list_served(types, added)
        assert isinstance(entry.definition, Service)
        for function in entry.definition.functions:
            other = served.get(types.spell(function.name))
            changes += _compare(function, entry, other, types)
    return changes


def _list_removed(differences: Sequence[Difference]) -> Iterator[Entry]:
    for each in differences:
        entry, other = each.entries
        is_gone = each.kind is Change.REMOVED and other is None
        if is_gone and entry is not None and isinstance(entry.definition, Service):
            yield entry


def _list_served(types: Types, added: set[int]) -> dict[str, _Served]:
    """The functions of the new version by their names."""
    entries = [entry for name in types.b.names() for entry in types.b.entries(name)]
    entries.sort(key=lambda entry: id(entry.definition) not in added)
    served: dict[str, _Served] = {}
    for entry in entries:
        if isinstance(entry.definition, Service):
            for function in entry.definition.functions:
                served.setdefault(types.spell(function.name), _Served(function, entry))
    return served


def _compare(
    function: Function, entry: Entry, other: _Served | None, types: Types
) -> Iterator[Difference]:
    if other is None:
        path = f"{entry.definition.name}.{function.name}"
        gone = Found(describe_function(function), function.span, function)
        yield Difference(Change.REMOVED, path, gone, None, (entry, None))
        return
    pair = DefinitionPair(entry, other.entry, types, documentation=False)
    yield from pair.differences_of_functions(function, other.function)
