"""Holds two IDLs against each other; `docs/diff.md` says what counts as a difference.

text, differs = report(a, b, Settings(renames={"Repetition": "FieldRepetitionType"}))
"""

from __future__ import annotations

from inlayc.judges.diff.comparison import compare, list_not_compared, merge_schemas
from inlayc.judges.diff.model import Change, Difference, Found, Settings
from inlayc.judges.diff.render import render_json, render_text
from inlayc.model.schema import Schema

__all__ = [
    "Change",
    "Difference",
    "Found",
    "Settings",
    "compare",
    "merge_schemas",
    "list_not_compared",
    "render_json",
    "render_text",
    "report",
]


def report(
    a: Schema, b: Schema, settings: Settings | None = None, *, as_json: bool = False
) -> tuple[str, bool]:
    """What to print about `a` and `b`, and whether they differ."""
    settings = settings or Settings()
    differences = compare(a, b, settings)
    notes = list_not_compared(a, b, settings)
    render = render_json if as_json else render_text
    return render(differences, notes), bool(differences)
