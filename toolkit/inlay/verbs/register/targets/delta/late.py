"""Commits that came too late, in one wording for all clients."""

from __future__ import annotations

from inlay.ground.refusals import RefusedError


def refuse_late_commit(folder: str, why: str) -> RefusedError:
    what = f"another commit came in between, so run it again: {why}"
    return RefusedError("commit", what, path=folder)


def refuse_late_table(folder: str) -> RefusedError:
    what = "somebody has created the table in between, so leave --create out"
    return RefusedError("commit", what, path=folder)
