"""Why a Variant is shredded as it is, as a table: one row for each path that was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from inlay_variant.arrow.inference import Inferred

TITLES: Final = ("path", "present", "column", "covered", "why")
RIGHT: Final = ("present", "covered")
"""The columns of numbers."""


def choice_rows(inferred: Inferred) -> list[tuple[str, ...]]:
    return [
        (
            one.path,
            f"{one.present / one.of:.1%}" if one.of else "-",
            one.chosen or "-",
            f"{one.covered:.1%}" if one.chosen else "-",
            one.why,
        )
        for one in inferred.choices
    ]
