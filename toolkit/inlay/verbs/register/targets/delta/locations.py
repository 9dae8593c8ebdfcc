"""Where files lie, seen from the folder of a table."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, unquote

from inlay.ground.files.paths import normalize
from inlay.ground.refusals import RefusedError

_LIKE_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_PLAIN: Final = "/!$&'()+,:;=@"
"""What deltalake does not escape, beside letters, digits, and `-._~`."""


class DeltaFolder:
    """`location` is absolute: a path of this machine or a URL. Raises OSError for a text that is neither."""

    def __init__(self, table: str) -> None:
        self.location = normalize(table).rstrip("/") or "/"

    def find_relative(self, path: str) -> str | None:
        """The path below this folder; None for a file that lies elsewhere."""
        prefix = self.location if self.location.endswith("/") else f"{self.location}/"
        return path[len(prefix) :] if path.startswith(prefix) else None

    def name_file(self, path: str) -> str:
        """What the log calls a file: the client escapes it. Raises RefusedError for names that readers take for others."""
        relative = self.find_relative(path)
        name = path if relative is None else relative
        if _CONTROL.search(name):
            what = "its name has a control character, and readers do not find it"
            raise RefusedError("path", what, "rename it", path)
        if relative is not None and _LIKE_URL.match(relative):
            what = "its name begins like a URL, and readers do not find it"
            raise RefusedError("path", what, "rename it", path)
        return name

    def locate(self, name: str) -> str:
        """The file that the log means by a name, which is escaped there; also for tables of other writers."""
        if name[:5].lower() == "file:":
            return normalize(name)
        plain = unquote(name)
        if plain.startswith("/") or _LIKE_URL.match(plain):
            return normalize(plain)
        return f"{self.location.rstrip('/')}/{plain}"


def escape_name(name: str) -> str:
    """As deltalake does on its own, for clients that take what the log has."""
    return quote(name, safe=_PLAIN)
