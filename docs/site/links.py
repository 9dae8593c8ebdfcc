"""Links of Markdown: which there are, and how they read from another place."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
_CODE_OR_LINK: Final = re.compile(
    r"(?P<code>^ *```.*?^ *```$|`[^`\n]*`)|\]\((?P<target>[^)\s]+)\)", re.DOTALL | re.MULTILINE
)


def list_links(text: str) -> list[str]:
    """The targets that are in this repository, outside of code."""
    targets = (match["target"] for match in _CODE_OR_LINK.finditer(text))
    return [target for target in targets if target and _is_inside(target)]


def rewrite_links(text: str, change: Callable[[str], str]) -> str:
    def rewrite(match: re.Match[str]) -> str:
        target = match["target"]
        return f"]({change(target)})" if target and _is_inside(target) else match[0]

    return _CODE_OR_LINK.sub(rewrite, text)


def _is_inside(target: str) -> bool:
    return not re.match(r"[a-z]+:|#", target)


def move_link(target: str, page: str, moved: dict[str, str], to: str) -> str:
    """A link of `page`, read from the page at `to`. `moved` has the files with another place than in the repository."""
    path, mark, anchor = target.partition("#")
    inside = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    place = moved.get(inside, inside)
    return posixpath.relpath(place, posixpath.dirname(to) or ".") + mark + anchor
