"""The reference as one HTML page: no script, nothing from elsewhere, light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from inlayc.model.schema import Named
from inlayc.reference.entries import Entry, Line, anchor_of, label_of
from inlayc.reference.picture import draw_uses

_STYLE: Final = """
:root { color-scheme: light dark; --line: light-dark(#d5d9e0, #3a3f48); --link: light-dark(#1f5fbf, #7ab0ff); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem; }
a { color: var(--link); } section { border-top: 1px solid var(--line); }
.wide { overflow-x: auto; } .picture { max-height: 32rem; overflow-y: auto; } td, th { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; }
h2, code { overflow-wrap: anywhere; } td:last-child { min-width: 14rem; } .doc { white-space: pre-wrap; }
svg rect { fill: Canvas; stroke: var(--link); } svg path { fill: none; stroke: var(--line); }
svg text { font: 12px system-ui, sans-serif; fill: CanvasText; }
"""
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def write_html(title: str, entries: Sequence[Entry], changes: str = "") -> str:
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
    )
    body = "\n".join(part for entry in entries for part in _section(entry))
    picture = f'<div class="wide picture">{draw_uses(entries)}</div>'
    changed = f'<h2>Changes</h2><pre class="wide">{escape(changes)}</pre>' if changes else ""
    return f"{head}\n<h1>{escape(title)}</h1>\n{picture}\n{changed}\n{body}\n</body></html>\n"


def _section(entry: Entry) -> Iterable[str]:
    yield f'<section id="{anchor_of(entry.name)}"><h2>{entry.kind} {escape(label_of(entry.name))}</h2>'
    for said in (entry.summary, entry.doc, entry.extension):
        if said:
            yield f'<p class="doc">{escape(said)}</p>'
    if entry.lines:
        yield '<div class="wide"><table>'
        has_types = any(line.type for line in entry.lines)
        yield f"<tr><th>id<th>name{'<th>type<th><th>default' if has_types else ''}<th></tr>"
        yield from (_row(line, has_types) for line in entry.lines)
        yield "</table></div>"
    for word, names in (("Uses", entry.uses), ("Used by", entry.used_by)):
        if names:
            yield f"<p>{word}: {', '.join(map(_link, names))}</p>"
    yield "</section>"


def _row(line: Line, has_type: bool) -> str:
    links = f" ({', '.join(map(_link, line.names))})" if line.names else ""
    cells = (line.id, line.name, line.type, line.requiredness, line.default, line.doc)
    id_, name, type_, word, default, doc = map(escape, cells)
    typed = f"<td><code>{type_}</code>{links}<td>{word}<td>{default}" if has_type else ""
    return f'<tr><td>{id_}<td>{name}{typed}<td class="doc">{doc}</tr>'


def _link(name: Named) -> str:
    return f'<a href="#{anchor_of(name)}">{escape(name.name)}</a>'
