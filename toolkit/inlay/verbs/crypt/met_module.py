"""A module as it is met in a file."""

from __future__ import annotations

from dataclasses import dataclass, field

from inlay.footers.encryption.modules import ModulePlace


@dataclass(
    slots=True, eq=False
)  # frozen, it would take three times as long to make, and they are many
class MetModule:
    """A module at bytes `start` to `end` of the file, where the module of this place belongs, with its length in front. One that lies
    `inside` of the footer has its bytes there."""

    place: ModulePlace
    column: str
    key: bytes = field(repr=False)
    start: int
    end: int
    inside: bytes = b""

    @property
    def words(self) -> str:
        return self.place.describe(self.column)
