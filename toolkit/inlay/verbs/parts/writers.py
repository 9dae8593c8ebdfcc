"""Whom the result of a merge names as its writer: `docs/parts.md`."""

from __future__ import annotations

from collections.abc import Iterable

from inlay_runtime.distribution import find_version


def own_created_by() -> str:
    """What `created_by` says of this package."""
    return f"inlay version {find_version() or '0.0.0'}"


def name_writers(created_by: Iterable[str | None], ours: str) -> str | None:
    """What a file says that has chunks of all of these: the writer if there is one, and otherwise us and the writers."""
    names = list(dict.fromkeys(created_by))
    if len(names) == 1:
        return names[0]
    # Readers look for the build between the first pair of parentheses.
    short = dict.fromkeys(_without_build(name) for name in names)
    return f"{ours} (build of parts by {', '.join(short)})"


def _without_build(name: str | None) -> str:
    if not name:
        return "unnamed writers"
    return name.partition("(")[0].replace(")", "").strip()
