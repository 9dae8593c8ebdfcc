"""The reference of rules and findings by id: the tables in the code that `--explain`, `--rules` and `verify` use."""

from __future__ import annotations

from docs.site.markdown import cell, escape, table


def render_rule_pages() -> dict[str, str]:
    return {
        "findings": _render_findings(),
        "rules-lint": _render_advice(),
        "rules-inlayc-lint": _render_remarks(),
        "rules-inlayc-breaking": _render_breaks(),
    }


def _render_findings() -> str:
    from inlay.checks.table import list_promises

    rows = [
        [f"`{promise.code}`", promise.level.value, cell(promise.sentence)]
        for promise in list_promises()
    ]
    return (
        "# Findings of `inlay verify`\n\n"
        "What holds in a file without the finding; the level `data` needs `--data`.\n"
        "[verify.md](../../docs/verify.md) says what is checked, and how.\n\n"
        + table(["finding", "level", "what holds in a file without it"], rows)
    )


def _render_advice() -> str:
    from inlay.advice.known import rules_by_id

    parts = [
        "# Rules of `inlay lint`\n\nWhat `inlay lint` advises, as `inlay lint --explain RULE` tells it.\nThresholds and exceptions are settings: [lint.md](../../docs/lint.md).\n"
    ]
    for rule in rules_by_id().values():
        reads = "reads pages" if rule.needs == "pages" else "reads footers"
        thresholds = [
            f"- `{name}` is {value.value:,}: {escape(value.means)}"
            for name, value in rule.thresholds.items()
        ]
        lines = [f"## {rule.id}\n", f"*{rule.severity}, {reads}* — {escape(rule.summary)}.\n"]
        lines += [f"{escape(rule.why)}\n", *thresholds, ""]
        lines.append(f"Source: {escape(rule.source)}.\n")
        if rule.theirs:
            lines.append(f"In parquet-linter: `{rule.theirs}`.\n")
        parts.append("\n".join(lines))
    return "\n".join(parts)


def _render_remarks() -> str:
    from inlayc.linting import RULES

    parts = [
        "# Rules of `inlayc lint`\n\nWhat `inlayc lint` says of an IDL, as `inlayc lint --explain RULE` tells it.\nExceptions are settings: [idl_lint.md](../../docs/idl_lint.md).\n"
    ]
    parts += [
        f"## {rule.id}\n\n{escape(rule.summary)}.\n\n{escape(rule.why)}\n"
        for rule in RULES.values()
    ]
    return "\n".join(parts)


def _render_breaks() -> str:
    from inlayc.breaking.rules import RULES

    parts = [
        "# Rules of `inlayc breaking`\n\nWhat `inlayc breaking` says of a change, as `inlayc breaking --explain RULE` tells it.\nExceptions are settings: [breaking.md](../../docs/breaking.md).\n"
    ]
    parts += [
        f"## {rule.id}\n\n*{rule.level.value}* — {escape(rule.summary)}.\n\n{escape(rule.why)}\n"
        for rule in RULES.values()
    ]
    return "\n".join(parts)
