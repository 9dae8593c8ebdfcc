"""The reference as Markdown; what the IDL says is text there, never markup."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

from inlayc.model.schema import Named
from inlayc.reference.diagram import write_diagram
from inlayc.reference.entries import Entry, Line, anchor_of, label_of


def write_markdown(title: str, entries: Sequence[Entry], changes: str = "") -> str:
    changed = ["## Changes", "", *(f"- {_text(line)}" for line in changes.splitlines() if line), ""]
    sections = (part for entry in entries for part in _section(entry))
    picture = write_diagram(entries)
    return "\n".join(
        [
            f"# {_text(title)}",
            "",
            *((picture, "") if picture else ()),
            *(changed if changes else ()),
            *sections,
        ]
    )


def _section(entry: Entry) -> Iterable[str]:
    yield f'<a id="{anchor_of(entry.name)}"></a>'
    yield ""
    yield f"## {_text(entry.kind)} {_text(label_of(entry.name))}"
    yield ""
    for said in (entry.summary, entry.doc, entry.extension):
        if said:
            yield from (_text(said), "")
    if entry.lines:
        yield "| id | name | type | | default | |"
        yield "|---|---|---|---|---|---|"
        yield from (_row(line) for line in entry.lines)
        yield ""
    for word, names in (("Uses", entry.uses), ("Used by", entry.used_by)):
        if names:
            yield from (f"{word}: {', '.join(map(_link, names))}", "")


def _row(line: Line) -> str:
    cells = (line.id, line.name, line.type, line.requiredness, line.default, line.doc)
    return f"| {' | '.join(map(_text, cells))} |"


def _link(name: Named) -> str:
    return f"[{_text(label_of(name))}](#{anchor_of(name)})"


def _text(text: str) -> str:
    """On one line, with each sign that Markdown or HTML would take for markup as a character reference."""
    plain = html.escape(" ".join(text.split()), quote=False)
    return re.sub(r"[\\`*_{}\[\]()#+!|~:@-]", lambda sign: f"&#{ord(sign[0])};", plain)
