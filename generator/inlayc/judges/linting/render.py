"""Remarks as text and as JSON, and the rules for people."""

from __future__ import annotations

import json
from collections.abc import Sequence

from inlayc.base.printable import escape_unprintable
from inlayc.judges.linting.rules import RULES, LintRule, Remark


def render_remarks(remarks: Sequence[Remark]) -> str:
    """A line for each, as compilers write them."""
    lines = [
        f"{_place(remark)}: {escape_unprintable(remark.path)}: {escape_unprintable(remark.seen)} [{remark.rule.id}]"
        for remark in remarks
    ]
    noun = "remark" if len(remarks) == 1 else "remarks"
    return "\n".join([*lines, f"{len(remarks)} {noun}" if remarks else "nothing to remark"]) + "\n"


def _place(remark: Remark) -> str:
    line, column = remark.span.source.position(remark.span.start)
    return f"{escape_unprintable(remark.span.source.name)}:{line}:{column}"


def render_remarks_as_json(remarks: Sequence[Remark]) -> str:
    """The shape is documented in `docs/idl_lint.md` and only ever grows."""
    rows: list[dict[str, object]] = []
    for remark in remarks:
        line, column = remark.span.source.position(remark.span.start)
        place = {"file": remark.span.source.name, "line": line, "column": column}
        rows.append({"rule": remark.rule.id, "path": remark.path, "seen": remark.seen, **place})
    return json.dumps({"remarks": rows}, indent=2) + "\n"


def list_rules() -> str:
    """A line for each rule."""
    width = max(map(len, RULES))
    return "\n".join(f"{rule.id:{width}}  {rule.summary}" for rule in RULES.values())


def explain(rule: LintRule) -> str:
    """All that is to be said about a rule."""
    return f"{rule.id}: {rule.summary}.\n{rule.why}"
