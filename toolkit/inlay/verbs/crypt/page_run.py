"""All modules of the pages of a chunk, which were opened natively: one is an object only where it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from inlay.verbs.crypt.met_module import MetModule

if TYPE_CHECKING:
    from inlay.verbs.crypt.native_modules import PageModules


class PagePlaces(NamedTuple):
    """The places of modules, by number: those of the dictionary, if there is one, and of each page a header and a body."""

    row_group: int
    column: int
    has_dictionary: bool

    def place_at(self, number: int) -> ModulePlace:
        page, is_body = divmod(number - 2 * self.has_dictionary, 2)  # -1 is the dictionary
        kind = (_OF_DICTIONARY if page < 0 else _OF_DATA)[is_body]
        return ModulePlace(kind, self.row_group, self.column, page)


class PageRun:
    """`page_modules` passed all of them, and they begin at `start`. Bodies without a tag are among them, and not among those that it opened."""

    __slots__ = ("_found", "_start", "_step", "column", "key", "places")

    def __init__(
        self,
        places: PagePlaces,
        column: str,
        key: bytes,
        start: int,
        page_modules: PageModules,
        *,
        has_tagged_bodies: bool,
    ) -> None:
        self.places = places
        self.column = column
        self.key = key
        self._start = start
        self._found = page_modules
        self._step = 1 if has_tagged_bodies else 2

    def __len__(self) -> int:
        return len(self._found)

    @property
    def opened(self) -> int:
        return len(self) // self._step

    @property
    def opened_bytes(self) -> int:
        return self._found.opened_bytes

    def list_opened(self) -> Iterator[MetModule]:
        return map(self.module_at, range(0, len(self), self._step))

    def module_at(self, number: int) -> MetModule:
        start = self._found.end_of(number - 1) if number else self._start
        place = self.places.place_at(number)
        return MetModule(place, self.column, self.key, start, self._found.end_of(number))

    def note_nonces(self, seen: dict[bytes, int], first: int) -> list[tuple[int, int]]:
        """Numbers them from `first` on. Of each whose nonce was seen: which module it is, and the number that the nonce has."""
        return self._found.note_nonces(seen, first)


_OF_DICTIONARY: Final = ModuleKind.DICTIONARY_PAGE_HEADER, ModuleKind.DICTIONARY_PAGE
_OF_DATA: Final = ModuleKind.DATA_PAGE_HEADER, ModuleKind.DATA_PAGE
