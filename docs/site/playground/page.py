"""The page of the playground, as Markdown with the HTML of the application in it."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from docs.site.playground.write import EXAMPLES

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; form-action 'none'; base-uri 'none'"
)
"""Nothing from other hosts, and nothing to them. The theme has scripts and styles in its pages."""


def render_page() -> str:
    return f"""---
hide-toc: true
myst:
  html_meta:
    "http-equiv=Content-Security-Policy": "{POLICY}"
---
# Playground

Type an IDL: the Python that `inlayc generate` makes of it stands beside it.
It is the compiler itself, and runs in this page; what you type goes nowhere.
The first visit loads 15 MB from this site.

{render_application()}
The compiler on your machine also imports what it generates, before it writes a file; [compiler.md](docs/compiler.md) says how it works.
"""


def render_application() -> str:
    """HTML without an empty line, which would end it in Markdown. Its addresses are relative to the top of the site."""
    html = Path(__file__).with_name("app.html").read_text(encoding="utf-8")
    options = "".join(f"<option>{escape(path.name)}</option>" for path in EXAMPLES)
    return html.replace("OPTIONS", options)
