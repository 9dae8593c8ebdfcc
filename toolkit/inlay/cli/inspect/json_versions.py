"""Every JSON document of a command begins with whose it is and its version: `{"command": "inspect", "version": 3, ...`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json

VERSIONS: Final = {
    "compat": 1,
    "concat": 1,
    "crypt footer": 1,
    "crypt rewrap": 1,
    "crypt verify": 1,
    "diff": 1,
    "drop": 1,
    "encoding show": 2,
    "encoding verify": 1,
    "ext list": 2,
    "ext show": 1,
    "ext verify": 1,
    "footer compare": 1,
    "footer convert": 1,
    "footer index show": 1,
    "footer show": 2,
    "geo boxes": 1,
    "geo check": 1,
    "geo show": 1,
    "geo to-geoparquet": 1,
    "geo to-native": 1,
    "index add": 1,
    "index fix": 1,
    "index strip": 1,
    "inspect": 3,
    "pages": 1,
    "prune": 1,
    "layout": 2,
    "lint": 1,
    "recover": 2,
    "report": 1,
    "register files": 1,
    "register check": 1,
    "rewrite": 1,
    "select": 1,
    "set": 1,
    "split": 1,
    "store build": 1,
    "store plan": 1,
    "store refresh": 1,
    "variant from-json": 1,
    "variant schema": 1,
    "verify": 2,
    "vet": 2,
}
"""A number is raised when a key of that document changes its name or meaning; new keys do not raise it."""


def document_of(command: str, content: dict[str, Json]) -> dict[str, Json]:
    """What the command prints. KeyError for a command that has no version."""
    return {"command": command, "version": VERSIONS[command], **content}
