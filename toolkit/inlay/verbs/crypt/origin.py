"""Where a module comes from that does not open in its place: another place of the file, another file, or nowhere that is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from inlay.footers.encryption.cipher import LENGTH, open_sealed
from inlay.footers.encryption.file_modules import FileModules
from inlay.verbs.crypt.met_module import MetModule
from inlay.verbs.crypt.module_reader import ModuleReader, read_module
from inlay_runtime.finding import Finding

_MOST_BYTES: Final = 1 << 30
_MOST_TRIES: Final = 200_000
"""Of one file: each place is one try, and opens all of the module."""


class OtherFile(NamedTuple):
    """A file beside the one that is checked: the places of its modules, and what opens them."""

    path: str
    modules: FileModules
    met: list[MetModule]


class OriginSearch:
    """Tries the places of a file, and of others, until its effort is spent. `others` are read only if nothing here fits."""

    def __init__(
        self,
        modules: FileModules,
        reader: ModuleReader,
        met: list[MetModule],
        broken: list[MetModule],
        others: Iterable[OtherFile],
    ) -> None:
        self._modules = modules
        self._reader = reader
        self._met = met
        self._broken = {module.place for module in broken}
        self._others = others
        self._read: list[OtherFile] | None = None
        self._bytes = _MOST_BYTES
        self._tries = _MOST_TRIES

    def explain(self, module: MetModule) -> Finding:
        data = bytes(read_module(self._reader, module)[LENGTH:])
        for other in _by_likeness(module, self._met):
            if other.place != module.place and self._opens(self._modules, other, data):
                if other.place in self._broken:
                    what = f"in the place of {module.words} is {other.words}, and that is not in its own: they were swapped"
                    return Finding("module-swapped", module.start, what)
                what = f"in the place of {module.words} is a copy of {other.words}: it is replayed"
                return Finding("module-replayed", module.start, what)
        for file in self._list_others():
            for other in _by_likeness(module, file.met):
                if self._opens(file.modules, other, data):
                    what = f"in the place of {module.words} is {other.words} of {file.path}"
                    return Finding("module-foreign", module.start, what)
        why = "it was changed, or is of another file or key"
        if self._tries <= 0 or self._bytes <= 0:
            why += " (not all places were tried)"
        return Finding("module-changed", module.start, f"{module.words} does not open: {why}")

    def _opens(self, modules: FileModules, other: MetModule, data: bytes) -> bool:
        if self._tries <= 0 or self._bytes <= 0:
            return False
        self._tries -= 1
        self._bytes -= len(data)
        return open_sealed(other.key, data, modules.aad_of(other.place)) is not None

    def _list_others(self) -> list[OtherFile]:
        if self._read is None:
            self._read = list(self._others)
        return self._read


def _by_likeness(module: MetModule, others: list[MetModule]) -> Iterator[MetModule]:
    """Those of its kind first, for these are what can be swapped unseen."""
    yield from (other for other in others if other.place.kind == module.place.kind)
    yield from (other for other in others if other.place.kind != module.place.kind)
