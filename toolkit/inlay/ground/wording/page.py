"""A page of HTML that needs nothing else: its head, and the colours of all pages and pictures, by day and by night."""

from __future__ import annotations

from html import escape
from typing import Final

COLOURS: Final = 10
"""How many things are told apart by colour: `s0`, `s1`, ..."""

_LIGHT: Final = """color-scheme: light; --ink: #1d2430; --paper: #fff; --line: #d9dee6;
  --s0: #1f5fa8; --s1: #c2571a; --s2: #2f8a4b; --s3: #9a3fa0; --s4: #a8862b; --s5: #178a94; --s6: #c23b5a; --s7: #6b7280;
  --s8: #3d3d8f; --s9: #111827;"""
_DARK: Final = """color-scheme: dark; --ink: #dfe5ee; --paper: #14181f; --line: #333c49;
  --s0: #6aa6e8; --s1: #f0955a; --s2: #6cc98a; --s3: #d58ada; --s4: #dcc06a; --s5: #5cc7d0; --s6: #f08099; --s7: #a3abb8;
  --s8: #9d9df0; --s9: #f3f4f6;"""

NO_NETWORK: Final = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
)
"""For the head of a page with scripts. A browser that keeps to it asks nobody for anything, whatever the names in a file say."""

BODY: Final = """
body { font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { overflow-wrap: anywhere; }
table { border-collapse: collapse; display: block; overflow-x: auto; } th { font-weight: 400; opacity: .75; text-align: left; }
svg { max-width: 100%; height: auto; margin: .5rem 0; } svg text { fill: var(--ink); font-size: 12px; } svg .heat { fill: var(--s0); }
a, .link { color: var(--s0); text-decoration: none; } a:hover, .link:hover { text-decoration: underline; }
button, input, nav a { font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 4px; padding: .15rem .6rem; }
button, summary { cursor: pointer; } nav { display: flex; flex-wrap: wrap; gap: .4rem; } nav a:hover { background: var(--line); text-decoration: none; }
.drawing { overflow-x: auto; } .drawing svg { min-width: 34rem; }
"""
"""What all pages have in common. A drawing keeps its letters readable where the page is narrow, and scrolls."""

REPORT: Final = """
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
"""
"""And what those have that are read from top to bottom."""


def style_of_colours(root: str = ":root") -> str:
    """The colours as properties of what the selector `root` means. A page may have `data-theme` say which ones, whatever the
    system prefers."""
    return (
        f"{root} {{ {_LIGHT} }}\n"
        f"@media (prefers-color-scheme: dark) {{ {root} {{ {_DARK} }} }}\n"
        f'{root}[data-theme="light"] {{ {_LIGHT} }}\n{root}[data-theme="dark"] {{ {_DARK} }}\n'
        "@media print { " + root + f" {{ {_LIGHT} }} }}\n"
    )


def style_of_shapes(root: str = "svg") -> str:
    """Rectangles, circles, texts and lines of the class `s0` have its colour."""
    return "".join(
        f"{root} rect.s{at}, {root} circle.s{at}, {root} text.s{at} {{ fill: var(--s{at}); }} "
        f"{root} polyline.s{at} {{ stroke: var(--s{at}); }}\n"
        for at in range(COLOURS)
    )


def render_shell(title: str, style: str, body: str, head: str = "") -> str:
    """The whole page. `title` is text, the others are CSS and HTML; `head` is what else its head has."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{head}<title>{escape(title)}</title><style>{style_of_colours()}{BODY}{style}</style></head>"
        f"<body>{body}</body></html>\n"
    )
