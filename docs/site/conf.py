"""How Sphinx builds the site; `docs/decisions/site.md` says why it is Sphinx. Its names are Sphinx's own."""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

_PROJECT = tomllib.loads(
    (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
)["project"]

project = "Inlay"
release = version = _PROJECT["version"]
copyright = ""
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 6
smartquotes = False  # they take the dashes of an option for one long dash
highlight_language = "none"
python_maximum_signature_line_length = 80
python_display_short_literal_types = True
add_module_names = True
toc_object_entries = False
html_theme = "furo"
html_title = f"Inlay {release}"
html_copy_source = False
html_show_copyright = False
html_static_path = [str(Path(__file__).with_name("static"))]
html_favicon = str(Path(__file__).parent / "static" / "icon.svg")
html_css_files = ["site.css"]


def setup(app: Any) -> None:
    """`app` is the Sphinx that builds: types are checked where it is not installed. Pygments knows no FlatBuffers; comments, names and braces are those of Thrift."""
    app.add_lexer("fbs", import_module("pygments.lexers.dsls").ThriftLexer)
