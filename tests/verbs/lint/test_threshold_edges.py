"""No threshold that settings accept makes a rule fail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inlay.verbs.lint.advise import advise_on_source, advise_on_tables
from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.outline import Outlines
from inlay.verbs.lint.settings import LintSettings
from tests.verbs.lint.footers import footer, make_fine, string, write_sparse
from tests.verbs.lint.metadata_planters import PLANTED


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    write_sparse(tmp_path / "empty" / "a.parquet", footer([string("a")], []))
    write_sparse(tmp_path / "empty" / "b.parquet", footer([string("a")], []))
    write_sparse(tmp_path / "fine.parquet", make_fine())
    for name in ("small-row-groups", "empty-row-group", "large-row-group", "small-files"):
        (tmp_path / name).mkdir()
        PLANTED[name](tmp_path / name)
    return sorted(tmp_path.rglob("*.parquet"))


def _edges() -> Iterator[LintSettings]:
    for rule in rules_by_id().values():
        for name, threshold in rule.thresholds.items():
            for value in (threshold.least, threshold.most):
                yield LintSettings((rule.id,), thresholds={rule.id: {name: value}})
        for side in ("least", "most"):
            numbers = {name: getattr(it, side) for name, it in rule.thresholds.items()}
            yield LintSettings((rule.id,), thresholds={rule.id: numbers})


def test_the_edges_are_safe(paths: list[Path]) -> None:
    for settings in _edges():
        outlines = Outlines()
        for path in paths:
            outlines.add(advise_on_source(str(path), str(path), settings).outline)
        list(advise_on_tables(outlines, settings))
