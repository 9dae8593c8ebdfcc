"""Verdicts as JSON, and as what CI systems read: SARIF, JUnit's XML, GitHub's workflow commands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from inlayc.base.distribution import find_version
from inlayc.base.printable import escape_unprintable
from inlayc.judges.breaking.judge import Verdict
from inlayc.judges.breaking.outcome import Outcome
from inlayc.judges.breaking.places import Place, Places
from inlayc.judges.breaking.rules import RULES, Level, Rule
from inlayc.judges.diff.render import describe_side, shorten

_SARIF: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_SEVERITY: Final = {Level.WIRE: "error", Level.SOURCE: "warning", Level.COMPATIBLE: "note"}
_COMMAND: Final = {Level.WIRE: "error", Level.SOURCE: "warning", Level.COMPATIBLE: "notice"}


def render_json(outcome: Outcome) -> str:
    """The shape is documented in `docs/breaking.md` and only ever grows."""
    verdicts = [_describe(verdict, None) for verdict in outcome.verdicts]
    verdicts += [_describe(each.verdict, each.reason) for each in outcome.excepted]
    return json.dumps({"verdicts": verdicts, "not_compared": outcome.not_compared}, indent=2) + "\n"


def _describe(verdict: Verdict, reason: str | None) -> dict[str, object]:
    return {
        "rule": verdict.rule.id,
        "level": verdict.level.value,
        "path": verdict.path,
        "old": describe_side(verdict.difference.a),
        "new": describe_side(verdict.difference.b),
        "excepted": reason,
    }


def render_github(outcome: Outcome, places: Places) -> str:
    """A line for each verdict, which GitHub shows at its place in the new version; what is excepted is a notice."""
    commands = [
        _command(_COMMAND[verdict.level], verdict, places.find(verdict), _sentence(verdict))
        for verdict in outcome.verdicts
    ]
    commands += [
        _command(
            "notice",
            each.verdict,
            places.find(each.verdict),
            f"{_sentence(each.verdict)}; excepted: {each.reason}",
        )
        for each in outcome.excepted
    ]
    return "".join(commands)


def _command(name: str, verdict: Verdict, place: Place, sentence: str) -> str:
    where = f"file={_escape_property(place.file)},line={place.line},col={place.column}"
    title = _escape_property(f"inlayc breaking {verdict.rule.id}")
    return f"::{name} {where},title={title}::{_escape(sentence)}\n"


def _escape(text: str) -> str:
    return escape_unprintable(text).replace("%", "%25")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")


def render_junit(outcome: Outcome, failing: Sequence[Level]) -> str:
    """A case for each verdict: those of failing levels fail, and what is excepted is skipped."""
    cases = [_case(verdict, verdict.level in failing) for verdict in outcome.verdicts]
    cases += [
        f"{_open_case(each.verdict)}><skipped message={_quote(each.reason)}/></testcase>"
        for each in outcome.excepted
    ]
    failures = sum(verdict.level in failing for verdict in outcome.verdicts)
    cases = cases or ['<testcase classname="inlayc breaking" name="nothing has changed"/>']
    counts = f'tests="{len(cases)}" failures="{failures}" skipped="{len(outcome.excepted)}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="inlayc breaking" {counts}>',
        f'  <testsuite name="inlayc breaking" {counts}>',
        *(f"    {case}" for case in cases),
        "  </testsuite>",
        "</testsuites>",
    ]
    return "\n".join(lines) + "\n"


def _case(verdict: Verdict, fails: bool) -> str:
    sentence = _sentence(verdict)
    if not fails:
        return f"{_open_case(verdict)}><system-out>{escape(sentence)}</system-out></testcase>"
    kind = quoteattr(verdict.level.value)
    failure = (
        f"<failure message={_quote(sentence)} type={kind}>{escape(verdict.rule.why)}</failure>"
    )
    return f"{_open_case(verdict)}>{failure}</testcase>"


def _open_case(verdict: Verdict) -> str:
    return f"<testcase classname={_quote(verdict.path)} name={quoteattr(verdict.rule.id)}"


def _quote(text: str) -> str:
    """An attribute. XML has no place for control characters, escaped or not."""
    return quoteattr(escape_unprintable(text))


def render_sarif(outcome: Outcome, places: Places) -> str:
    """SARIF 2.1.0, which code scanning reads; what is excepted is suppressed, with the reason."""
    driver = {
        "name": "inlayc breaking",
        "version": find_version(),
        "rules": [_describe_rule(rule) for rule in RULES.values()],
    }
    results = [_result(verdict, None, places) for verdict in outcome.verdicts]
    results += [_result(each.verdict, each.reason, places) for each in outcome.excepted]
    run = {"tool": {"driver": driver}, "results": results, "columnKind": "unicodeCodePoints"}
    document = {"$schema": _SARIF, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2) + "\n"


def _describe_rule(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "shortDescription": {"text": f"{rule.summary}."},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.why},
        "defaultConfiguration": {"level": _SEVERITY[rule.level]},
    }


def _result(verdict: Verdict, reason: str | None, places: Places) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": verdict.rule.id,
        "ruleIndex": list(RULES).index(verdict.rule.id),
        "level": _SEVERITY[verdict.level],
        "message": {"text": _sentence(verdict).replace("[", "\\[").replace("]", "\\]")},
        "locations": [_locate(verdict, places.find(verdict))],
        "partialFingerprints": {"inlayc/v1": f"{verdict.rule.id}:{verdict.path}"},
    }
    if reason is not None:
        result["suppressions"] = [{"kind": "external", "justification": reason}]
    return result


def _locate(verdict: Verdict, place: Place) -> dict[str, object]:
    """GitHub refuses a file in which a result has no physical location."""
    return {
        "logicalLocations": [{"fullyQualifiedName": verdict.path, "kind": "member"}],
        "physicalLocation": {
            "artifactLocation": {"uri": quote(place.file)},
            "region": {"startLine": place.line, "startColumn": place.column},
        },
    }


def _sentence(verdict: Verdict) -> str:
    return f"{verdict.path}: {verdict.rule.summary} ({', '.join(_sides(verdict))})"


def _sides(verdict: Verdict) -> Iterator[str]:
    for word, side in (("was", verdict.difference.a), ("is", verdict.difference.b)):
        if side is not None:
            yield f"{word} {shorten(side.text)}"
