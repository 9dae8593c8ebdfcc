"""The mistakes of one resolution, told together and in the order of the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice

from inlayc.base.diagnostics import CompileError, Diagnostic, find_closest
from inlayc.base.source import SourceFile

Candidates = Callable[[], Iterable[str]]

MAX_REPORTED = 100
_MAX_KEPT = 2 * MAX_REPORTED
"""Of these, mistakes that come later in the text than the first half will not be told."""
_MAX_CANDIDATES = 5_000


@dataclass(frozen=True, slots=True)
class _Entry:
    diagnostic: Diagnostic
    name: str
    candidates: Candidates | None


class Report:
    """Collects diagnostics; help is looked for only for those that are told."""

    def __init__(self, sources: Iterable[SourceFile]) -> None:
        self._position = {id(source): at for at, source in enumerate(sources)}
        self._entries: list[_Entry] = []

    def add(
        self, diagnostic: Diagnostic, name: str = "", candidates: Candidates | None = None
    ) -> None:
        """Keep a diagnostic; its help will name the candidate that is most like `name`."""
        self._entries.append(_Entry(diagnostic, name, candidates))
        if len(self._entries) == _MAX_KEPT:
            self._entries = self._first()

    def raise_if_any(self) -> None:
        if not self._entries:
            return
        raise CompileError([_with_help(entry) for entry in self._first()])

    def _first(self) -> list[_Entry]:
        return sorted(self._entries, key=self._place)[:MAX_REPORTED]

    def _place(self, entry: _Entry) -> tuple[int, int]:
        span = entry.diagnostic.span
        return self._position[id(span.source)], span.start


def _with_help(entry: _Entry) -> Diagnostic:
    if entry.candidates is None:
        return entry.diagnostic
    candidates = list(islice(entry.candidates(), _MAX_CANDIDATES))
    return replace(entry.diagnostic, help=find_closest(entry.name, candidates))
