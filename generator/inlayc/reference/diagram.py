"""Who uses whom in Markdown, as a diagram in the language of Mermaid: GitHub and GitLab draw it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlayc.reference.entries import Entry

_MOST_LINES: Final = 500
"""So many lines Mermaid draws unless it is told otherwise (`maxEdges`); the links in the sections say the same."""


def write_diagram(entries: Sequence[Entry]) -> str:
    """A block of code; nothing where there is nothing to draw, or too much. What nothing uses stands on the left.

    Boxes have numbers as names, for a name of an IDL may be a keyword there; what is written in them is an identifier.
    """
    linked = [entry for entry in entries if entry.uses or entry.used_by]
    boxes = {entry.name: f"d{number}" for number, entry in enumerate(linked)}
    lines = [
        f"  {boxes[entry.name]} --> {boxes[used]}"
        for entry in linked
        for used in entry.uses
        if used in boxes
    ]
    if not 0 < len(lines) <= _MOST_LINES:
        return ""
    named = [f'  {box}["{name.name}"]' for name, box in boxes.items()]
    return "\n".join(["```mermaid", "flowchart LR", *named, *lines, "```"])
