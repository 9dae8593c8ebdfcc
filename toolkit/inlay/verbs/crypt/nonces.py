"""The nonces of each key, of one file after another: none may be used twice."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from inlay.footers.encryption.modules import ModulePlace
from inlay.verbs.crypt.met_module import MetModule
from inlay.verbs.crypt.page_run import PagePlaces, PageRun

_MOST: Final = 2_000_000


class Nonces:
    """Each is noted with a number, which leads to its module."""

    def __init__(self) -> None:
        self._path = ""
        self._count = 0
        self._seen = defaultdict[bytes, dict[bytes, int]](dict)
        self._firsts: list[int] = []
        self._owners: list[_Owner] = []

    def begin(self, path: str) -> None:
        """What follows is of this file. Of very many modules, those of earlier files are forgotten."""
        self._path = path
        if self._count > _MOST:
            for listed in (self._seen, self._firsts, self._owners):
                listed.clear()
            self._count = 0

    def find_earlier(self, module: MetModule, nonce: bytes) -> str:
        """What had it before, in words; empty where nothing had."""
        earlier = self._seen[module.key].setdefault(nonce, self._count)
        if earlier != self._count:
            return self._describe(earlier)
        self._add_owner(module.place, module.column, 1)
        return ""

    def list_repeated(self, run: PageRun) -> Iterator[tuple[MetModule, str]]:
        """Modules of a run whose nonce something had before, and what, in words."""
        repeated = run.note_nonces(self._seen[run.key], self._count)
        self._add_owner(run.places, run.column, len(run))
        for number, earlier in repeated:
            yield run.module_at(number), self._describe(earlier)

    def _add_owner(self, places: ModulePlace | PagePlaces, column: str, count: int) -> None:
        self._firsts.append(self._count)
        self._owners.append(_Owner(self._path, column, places))
        self._count += count

    def _describe(self, number: int) -> str:
        at = bisect_right(self._firsts, number) - 1
        path, column, places = self._owners[at]
        if isinstance(places, PagePlaces):
            places = places.place_at(number - self._firsts[at])
        words = places.describe(column)
        return words if path == self._path else f"{words} of {path}"


class _Owner(NamedTuple):
    """Of one module, or of those of pages, whose nonces have one number after the other."""

    path: str
    column: str
    places: ModulePlace | PagePlaces
