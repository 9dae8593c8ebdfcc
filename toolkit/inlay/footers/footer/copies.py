"""What the pickle of a footer has: the bytes of the footer, and the name of its file. docs/forms.md has the rule."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from inlay.ground.files.paths import find_local_path

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer
    from inlay.ground.files.source import Source


def state_to_send(footer: Footer) -> dict[str, object]:
    """The fields that another process can use; nothing that was computed of them.

    Raises OSError for a footer of which only the end was read, where the rest cannot be, and cannot be read there either.
    """
    fields = vars(footer)
    state: dict[str, object] = {
        name: fields[name] for name in footer.__match_args__ if name in fields
    }
    source = state["source"] = name_to_send(footer.source)
    if source is None:
        state["data"] = footer.data
    return state


def name_to_send(source: Source | None) -> str | Path | None:
    """A path or a URL; a relative path with the folder that it was relative to, for another process may have another one. None
    for what would take the bytes of the file along, or what its file system knows of keys."""
    if isinstance(source, os.PathLike):
        return Path.cwd() / source
    if not isinstance(source, str):
        return None
    local = find_local_path(source)
    if local is None or os.path.isabs(local):
        return source
    # Not `abspath`: `..` behind a link to a folder is not the folder of the link.
    return os.path.join(os.getcwd(), local)
