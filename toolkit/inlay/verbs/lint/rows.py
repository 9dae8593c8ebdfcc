"""Advice as a row of plain values: the columns of the Arrow table, and the keys of JSON."""

from __future__ import annotations

from inlay.verbs.lint.advice import Advice


def row_of(each: Advice) -> dict[str, str | int | None]:
    """The values of a row, by the names of its columns; the same keys as in JSON."""
    return {
        "rule": each.rule,
        "severity": each.severity,
        "path": _text(each.path),
        "column": _text(each.column) or None,
        "place": each.place or None,
        "seen": _text(each.seen),
        "bytes": each.num_bytes,
        "least_bytes": each.saved.least if each.saved is not None else None,
        "most_bytes": each.saved.most if each.saved is not None else None,
        "reads": each.reads,
        "fix": _text(each.fix),
    }


def _text(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
