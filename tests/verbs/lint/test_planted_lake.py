"""A lake with a defect for each rule: each is seen where it was planted, and nowhere else."""

from __future__ import annotations

from pathlib import Path

from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.lint import lint
from tests.verbs.lint.footers import make_fine, write_sparse
from tests.verbs.lint.metadata_planters import PLANTED
from tests.verbs.lint.planters import COMPANIONS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "decisions" / "lint.md").read_text(encoding="utf-8")


def test_each_defect_is_seen_where_it_was_planted(tmp_path: Path) -> None:
    write_sparse(tmp_path / "fine" / "file.parquet", make_fine())
    for rule, plant in PLANTED.items():
        (tmp_path / rule).mkdir()
        plant(tmp_path / rule)
    report = lint(tmp_path, pages=True)
    assert report.unread == ()
    seen = {(Path(each.path).relative_to(tmp_path).parts[0], each.rule) for each in report}
    expected = {(rule, each) for rule in PLANTED for each in (rule, *COMPANIONS.get(rule, ()))}
    assert seen == expected


def test_every_rule_is_planted_tested_and_described() -> None:
    rules = rules_by_id()
    assert set(PLANTED) == set(rules)
    for rule in rules.values():
        test = ROOT / "tests" / "verbs" / "lint" / "rules" / f"test_{rule.id.replace('-', '_')}.py"
        assert test.is_file(), rule.id
        assert f"| `{rule.id}` | {rule.severity} |" in PAGE, rule.id
        assert not rule.summary.endswith("."), rule.id
        assert rule.why.endswith("."), rule.id
