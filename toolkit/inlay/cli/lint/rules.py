"""`inlay lint --rules` and `--explain RULE`: what rules there are, and what one of them means."""

from __future__ import annotations

from inlay.cli.lint.text_sink import show_prose
from inlay.cli.printing import show_line, show_table
from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.settings import require_rules


def show_rules() -> None:
    """A line for each."""
    rows = [
        [rule.id, rule.severity, "pages" if rule.needs == "pages" else "footer", rule.summary]
        for rule in rules_by_id().values()
    ]
    show_table(
        ["id", "severity", "reads", "rule"],
        rows,
        [],
        goes=["reads"],
        folds=["rule"],
    )


def explain_rule(name: str) -> None:
    """Raises RequestError for a rule that there is not, with the nearest."""
    (name,) = require_rules([name])
    rule = rules_by_id()[name]
    pages = ", reads pages" if rule.needs == "pages" else ""
    show_line(f"{rule.id} ({rule.severity}{pages})")
    show_prose(f"How it should be: {rule.summary}.")
    show_prose(f"Why it matters: {rule.why}")
    if rule.thresholds:
        show_prose(f"To change it, in pyproject.toml: [tool.inlay.lint.thresholds.{rule.id}]")
    for key, threshold in rule.thresholds.items():
        show_prose(f"  {key} = {threshold.value:_}  # {threshold.means}")
    show_prose(f"Where that is said: {rule.source}")
    if rule.theirs:
        show_prose(f"What parquet-linter calls it: {rule.theirs}")
