"""The references of the IDLs that are compiled here, as `inlayc doc` writes them in Markdown, with its picture in place of the diagram."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from docs.site.links import ROOT

_DIAGRAM: Final = re.compile(r"^```mermaid\n.*?^```$", re.DOTALL | re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]\n]*)\]\(#([^)\n]+)\)")


def render_idl_pages() -> dict[str, str]:
    """A page for each source of the project, by its name. Sphinx draws no Mermaid, and knows no anchors in HTML."""
    from inlayc.base.settings import read_settings
    from inlayc.frontends.load import expand_sources, load
    from inlayc.reference import collect_entries, draw_uses, write_markdown

    project = read_settings(ROOT / "pyproject.toml")
    sources = expand_sources(project.root, project.sources)
    schema = load(sources, [project.root / root for root in project.include])
    files = {module.name: Path(module.source.name) for module in schema.modules}
    every = collect_entries(schema)
    pages: dict[str, str] = {}
    for module, file in files.items():
        entries = [entry for entry in every if entry.name.module == module]
        text = _link_pages(write_markdown(file.name, entries), module, files)
        head, *rest = _DIAGRAM.split(text)
        picture = f'<div class="uses">\n{draw_uses(entries)}\n</div>'
        pages[file.stem] = picture.join([head, *rest])
    return pages


def _link_pages(text: str, module: str, files: Mapping[str, Path]) -> str:
    """With links in HTML: to the section of a definition, which may be on the page of another module."""

    def write(link: re.Match[str]) -> str:
        there = link[2].rpartition(".")[0]
        page = "" if there == module else f"{files[there].stem}.html"
        return f'<a href="{page}#{link[2]}">{link[1]}</a>'

    return _LINK.sub(write, text)
