"""What `replace` of a class takes: its signature is for type checkers, and the runtime does the work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inlayc.python.references import References


@dataclass(frozen=True, slots=True)
class Change:
    """A parameter of `replace`; `annotation` is the type that the attribute of this name may be set to."""

    name: str
    annotation: str


EXTENSION: Final = Change("extension", "Extension | None")


def change(name: str, annotation: str, *, nullable: bool) -> Change:
    return Change(name, f"{annotation} | None" if nullable else annotation)


def with_imports(changes: list[Change], types: References) -> tuple[Change, ...]:
    """The parameters, and what their signature needs, imported."""
    if changes:
        types.use("typing", "TYPE_CHECKING")
        types.use("typing", "Self")
    return tuple(changes)
