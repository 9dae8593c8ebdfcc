"""The folder from which the site is built: the pages of the repository where they are, and beside them the generated ones."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from docs.site.command_reference import render_command_pages
from docs.site.folders import empty_folder
from docs.site.idl_reference import render_idl_pages
from docs.site.links import ROOT, list_links, move_link, rewrite_links
from docs.site.markdown import table
from docs.site.playground.page import render_page
from docs.site.python_reference import render_python_pages
from docs.site.reader_versions import render_reader_versions
from docs.site.rule_reference import render_rule_pages
from docs.site.shelves import INDEX, Shelf, read_shelves

HOME: Final = "index.md"
MOVED: Final = {"README.md": HOME}
"""The site begins with the README."""
HOLDER: Final = "Reference"
"""The shelf that the generated pages stand on."""


@dataclass(frozen=True)
class Generated:
    """Pages of one kind, by their names, in a folder of `reference/`."""

    name: str
    title: str
    what: str
    pages: dict[str, str]


def render_references() -> list[Generated]:
    """All pages that come from code."""
    return [
        Generated(
            "commands",
            "Commands",
            "Every command with its options and exit codes, as the programs themselves have them.",
            render_command_pages(),
        ),
        Generated(
            "python",
            "Python",
            "Every public name with its signature and docstring; [compatibility.md](../docs/compatibility.md) says what public means.",
            render_python_pages(),
        ),
        Generated(
            "idl",
            "IDLs",
            "What each IDL defines that is compiled here, `parquet.thrift` first, as `inlayc doc` tells it.",
            render_idl_pages(),
        ),
        Generated(
            "rules",
            "Rules and findings",
            "What `verify` finds, what `lint` and `breaking` say, and why `inlayc` refuses an IDL, by id.",
            render_rule_pages(),
        ),
        Generated(
            "readers",
            "Readers",
            "What each version of each reader makes of what a file may have, from the evidence of `inlay compat`.",
            {"versions": render_reader_versions()},
        ),
    ]


def stage(folder: Path) -> None:
    """Fills `folder`, which is emptied before. Raises FileNotFoundError for a link to nothing, ForeignFolderError."""
    empty_folder(folder)
    shelves, references = read_shelves(), render_references()
    for page in ["README.md", INDEX, *(page.path for shelf in shelves for page in shelf.pages)]:
        _copy_page(page, folder)
    for reference in references:
        for name, text in reference.pages.items():
            _write(folder / "reference" / reference.name / f"{name}.md", text)
        _write(folder / "reference" / f"{reference.name}.md", _render_reference(reference))
    for shelf in shelves:
        _write(folder / "shelves" / f"{shelf.name}.md", _render_shelf(shelf, references))
    _write(folder / "playground.md", render_page())
    home = folder / HOME
    entries = [
        INDEX.removesuffix(".md"),
        "playground",
        *(f"shelves/{shelf.name}" for shelf in shelves),
    ]
    home.write_text(home.read_text(encoding="utf-8") + _render_toc(entries), encoding="utf-8")


def _copy_page(page: str, folder: Path) -> None:
    """With what it links to and what is not a page, such as a picture."""
    text = (ROOT / page).read_text(encoding="utf-8")
    to = MOVED.get(page, page)
    _write(folder / to, rewrite_links(text, lambda target: move_link(target, page, MOVED, to)))
    for target in list_links(text):
        source = (ROOT / page).parent / target.partition("#")[0]
        if source.suffix != ".md":
            beside = folder / source.resolve().relative_to(ROOT)
            beside.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, beside)


def _render_reference(reference: Generated) -> str:
    entries = [f"{reference.name}/{name}" for name in reference.pages]
    listed = "".join(
        f"- [{_read_title(text)}]({reference.name}/{name}.md)\n"
        for name, text in reference.pages.items()
    )
    return f"# {reference.title}\n\n{reference.what}\n\n{listed}{_render_toc(entries)}"


def _read_title(page: str) -> str:
    return page.partition("\n")[0].removeprefix("# ")


def _render_shelf(shelf: Shelf, references: list[Generated]) -> str:
    to = f"shelves/{shelf.name}.md"
    text = rewrite_links(shelf.text, lambda target: move_link(target, INDEX, MOVED, to))
    entries = [f"../{page.path.removesuffix('.md')}" for page in shelf.pages]
    if shelf.title == HOLDER:
        entries = [*(f"../reference/{each.name}" for each in references), *entries]
        rows = [[f"[{each.title}](../reference/{each.name}.md)", each.what] for each in references]
        text = "\n" + table(["from code", "what it has"], rows) + text
    return f"# {shelf.title}\n{text}{_render_toc(entries)}"


def _render_toc(entries: list[str]) -> str:
    """What Sphinx makes the navigation of."""
    listed = "\n".join(entries)
    return f"\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n\n{listed}\n```\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
