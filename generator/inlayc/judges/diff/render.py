"""The findings as text for people and as JSON for tools."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from inlayc.base.printable import escape_unprintable
from inlayc.judges.diff.model import Difference, Found

_SHOWN = 100
"""Documentation can be long; the text shows where it begins, the JSON all of it."""


def render_text(differences: Sequence[Difference], notes: Sequence[Difference] = ()) -> str:
    """A block for each difference, what A has after `-` and what B has after `+`, then a summary."""
    blocks = [_block(difference) for difference in differences]
    return "\n".join([*blocks, _summary(differences), *_noted(notes)]) + "\n"


def _block(difference: Difference) -> str:
    lines = [f"{difference.kind.value} {difference.path}"]
    for mark, side in (("-", difference.a), ("+", difference.b)):
        if side is not None:
            lines.append(f"  {mark} {shorten(side.text)}  ({describe_place(side)})")
    return "\n".join([*lines, ""])


def _summary(differences: Sequence[Difference]) -> str:
    if not differences:
        return "no differences"
    counts = Counter(difference.kind.value for difference in differences)
    each = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    return f"{len(differences)} difference{'s'[: len(differences) != 1]}: {each}"


def _noted(notes: Sequence[Difference]) -> list[str]:
    names = ", ".join(dict.fromkeys(note.path for note in notes))
    return [f"not compared, for one side has no definition: {names}"] if names else []


def shorten(text: str) -> str:
    """What a side has, on one line of a terminal."""
    if len(text) > _SHOWN:
        text = text[: _SHOWN - 3] + "..."
    return escape_unprintable(text) or "nothing"


def describe_place(side: Found) -> str:
    """File, line and column."""
    line, column = side.span.source.position(side.span.start)
    return f"{escape_unprintable(side.span.source.name)}:{line}:{column}"


def render_json(differences: Sequence[Difference], notes: Sequence[Difference] = ()) -> str:
    """The shape is documented in `docs/diff.md` and only ever grows."""
    document = {
        "differences": [_object(difference) for difference in differences],
        "not_compared": [_object(note) for note in notes],
    }
    return json.dumps(document, indent=2) + "\n"


def _object(difference: Difference) -> dict[str, object]:
    return {
        "kind": difference.kind.value,
        "path": difference.path,
        "a": describe_side(difference.a),
        "b": describe_side(difference.b),
    }


def describe_side(side: Found | None) -> dict[str, object] | None:
    """Its text and its place, as JSON has them."""
    if side is None:
        return None
    line, column = side.span.source.position(side.span.start)
    return {
        "text": side.text,
        "file": side.span.source.name,
        "line": line,
        "column": column,
    }
