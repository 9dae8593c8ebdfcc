"""Why a Variant is shredded as it is, as a table: one row for each path that was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay_variant.arrow.inference import Inferred

TITLES: Final = ("path", "present", "column", "covered", "why")
RIGHT: Final = ("present", "covered")
"""The columns of numbers."""


def list_choices(inferred: Inferred) -> list[tuple[str, ...]]:
    return [
        (
            choice.path,
            f"{choice.present / choice.of:.1%}" if choice.of else "-",
            choice.chosen or "-",
            f"{choice.covered:.1%}" if choice.chosen else "-",
            choice.why,
        )
        for choice in inferred.choices
    ]


def describe_choices(inferred: Inferred) -> list[Json]:
    """The same as JSON."""
    return [
        {
            "path": choice.path,
            "present": choice.present,
            "of": choice.of,
            "column": choice.chosen,
            "covered": round(choice.covered, 6),
            "why": choice.why,
        }
        for choice in inferred.choices
    ]
