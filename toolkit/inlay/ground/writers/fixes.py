"""What to do about a defect, in words that can be followed: a release that does not have it, or another writer."""

from __future__ import annotations

from inlay.ground.writers.created_by import Writer
from inlay.ground.writers.defects import Defect


def describe_fix(defect: Defect, writer: Writer | None) -> str:
    """The release from which a writer is right; another writer where there is none, or where files do not tell releases apart."""
    if writer is None or not defect.application:
        return "rewrite with a writer that says its name and its version"
    name = writer.application
    if defect.until is not None:
        release = ".".join(map(str, defect.until))
        return f"rewrite with {name} {release} or later"
    if writer.version is None:
        return f"rewrite with another writer: files of {name} do not say which release wrote them"
    return f"rewrite with another writer: no release of {name} is known to be right"
