"""The reference of rules and findings by id: the tables in the code that `--explain`, `--rules` and `verify` use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docs.site.diagnostic_reference import render_diagnostics
from docs.site.markdown import cell, escape, table


def render_rule_pages() -> dict[str, str]:
    return {
        "findings": _render_findings(),
        "findings-reading": _render_findings_of_reading(),
        "rules-lint": _render_advice(),
        "rules-inlayc-lint": _render_remarks(),
        "rules-inlayc-breaking": _render_breaks(),
        "diagnostics": render_diagnostics(),
    }


def _render_findings() -> str:
    from inlay.verbs.verify.table import list_promises

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


def _render_findings_of_reading() -> str:
    from inlay.verbs.verify.findings_of_reading import ENCODING, EXTENSION, FOOTER, NO_FOOTER

    sections: tuple[tuple[str, str, Mapping[str, str]], ...] = (
        (
            "No footer",
            "Codes of `FooterError`: what `inlay.open` raises, and each command says before it ends with 3.",
            NO_FOOTER,
        ),
        (
            "A footer that is read all the same",
            "`findings` of a `Footer`, of `inlay inspect` and of the table `problems`: [forms.md](../../docs/forms.md#what-is-read).",
            FOOTER,
        ),
        (
            "Extensions",
            "Findings of `inlay ext verify` and `ext list`, each of one extension, or of what hides one: [containers.md](../../docs/containers.md).",
            EXTENSION,
        ),
        (
            "Second encodings",
            "Findings of `inlay encoding verify`, and warnings where such a column is read: [encoding.md](../../docs/encoding.md).",
            ENCODING,
        ),
    )
    parts = [
        "# Findings of opening a file\n\nWhat `inlay.open`, `inlay ext verify` and `inlay encoding verify` find.\n"
    ]
    for heading, about, codes in sections:
        rows = [[f"`{code}`", cell(sentence)] for code, sentence in codes.items()]
        parts.append(f"## {heading}\n\n{about}\n\n{table(['finding', 'what is wrong'], rows)}")
    return "\n".join(parts)


def _render_advice() -> str:
    from inlay.verbs.lint.known import rules_by_id

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
    from inlayc.judges.linting import RULES

    return _render_rules(
        "# Rules of `inlayc lint`\n\nWhat `inlayc lint` says of an IDL, as `inlayc lint --explain RULE` tells it.\nExceptions are settings: [idl_lint.md](../../docs/idl_lint.md).\n",
        ((rule.id, f"{escape(rule.summary)}.", rule.why) for rule in RULES.values()),
    )


def _render_breaks() -> str:
    from inlayc.judges.breaking.rules import RULES

    return _render_rules(
        "# Rules of `inlayc breaking`\n\nWhat `inlayc breaking` says of a change, as `inlayc breaking --explain RULE` tells it.\nExceptions are settings: [breaking.md](../../docs/breaking.md).\n",
        (
            (rule.id, f"*{rule.level.value}* — {escape(rule.summary)}.", rule.why)
            for rule in RULES.values()
        ),
    )


def _render_rules(heading: str, rules: Iterable[tuple[str, str, str]]) -> str:
    """Of each rule its id, what it says in a sentence, and why."""
    sections = (f"## {id_}\n\n{sentence}\n\n{escape(why)}\n" for id_, sentence, why in rules)
    return "\n".join((heading, *sections))
