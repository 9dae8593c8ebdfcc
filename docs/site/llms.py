"""`llms.txt` and `llms-full.txt`, as llmstxt.org has them: the pages of the site as Markdown, listed and in one file."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final, NamedTuple

from docs.site.folders import MARK
from docs.site.links import move_link, rewrite_links
from docs.site.shelves import read_shelves
from docs.site.stage import HOLDER, HOME, MOVED, render_references

FULL: Final = "llms-full.txt"
SUMMARY: Final = re.compile(r"^# Inlay\n\n(.+?)\n\n", re.DOTALL)


class Listed(NamedTuple):
    """A page of the site: its path in Markdown, its title, and a sentence about it."""

    path: str
    title: str
    what: str


def write_llms(source: Path, out: Path) -> None:
    """Both files, and beside each page of `out` its Markdown, which is in `source`, with all that its links lead to."""
    sections = list_sections(source)
    home = (source / HOME).read_text(encoding="utf-8")
    (out / "llms.txt").write_text(render_list(home, sections), encoding="utf-8")
    paths = [HOME, *(page.path for pages in sections.values() for page in pages)]
    _copy_files(source, out)
    texts = (f"<!-- {path} -->\n\n{_read_from(source, path)}\n" for path in paths)
    (out / FULL).write_text("\n".join(texts), encoding="utf-8")


def _copy_files(source: Path, out: Path) -> None:
    for path in source.rglob("*"):
        to = out / path.relative_to(source)
        if path.is_dir() or path.name == MARK:
            continue
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            to.write_text(read_markdown(path), encoding="utf-8")
        else:
            shutil.copyfile(path, to)


def _read_from(source: Path, page: str) -> str:
    """A page whose links are those of a file at the top."""
    text = read_markdown(source / page)
    return rewrite_links(text, lambda target: move_link(target, page, {}, FULL))


def list_sections(source: Path) -> dict[str, list[Listed]]:
    """The pages of each shelf; the generated ones are on that of the reference, before the others."""
    sections: dict[str, list[Listed]] = {}
    for shelf in read_shelves():
        pages = sections.setdefault(shelf.title, [])
        if shelf.title == HOLDER:
            for reference in render_references():
                pages += [
                    Listed(
                        f"reference/{reference.name}/{name}.md", read_title(text), summarise(text)
                    )
                    for name, text in reference.pages.items()
                ]
        for page in shelf.pages:
            path = MOVED.get(page.path, page.path)
            text = (source / path).read_text(encoding="utf-8")
            pages.append(Listed(path, read_title(text), page.what))
    return sections


def render_list(home: str, sections: dict[str, list[Listed]]) -> str:
    """Title, summary, and a section of links for each shelf."""
    summary = SUMMARY.match(home)
    if summary is None:
        raise ValueError("the README does not begin with a title and what Inlay is")
    said = " ".join(summary[1].split())
    parts = [f"# Inlay\n\n> {said}\n"]
    for title, pages in sections.items():
        links = "\n".join(f"- [{page.title}]({page.path}): {page.what}" for page in pages)
        parts.append(f"## {title}\n\n{links}\n")
    return "\n".join(parts)


def read_title(page: str) -> str:
    """What the page is called, without marks."""
    return page.partition("\n")[0].removeprefix("# ").replace("`", "")


def summarise(page: str) -> str:
    """The first sentence below the title."""
    prose = re.sub(r"```.*?```", "", page.partition("\n")[2], flags=re.DOTALL).strip()
    sentence = re.split(r"\.(?:\s|$)", prose.partition("\n")[0])[0]
    return re.sub(r"\\(.)|`", r"\1", sentence)


def read_markdown(path: Path) -> str:
    """A page without what only the navigation of the site is made of."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"\n```\{toctree\}\n.*?\n```\n", "", text, flags=re.DOTALL)
