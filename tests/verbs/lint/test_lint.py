"""`inlay.lint` in Python."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest

import inlay
from inlay.ground.mistakes import RequestError
from inlay.verbs.lint.advise import advise_on_source
from inlay.verbs.lint.settings_file import Given, read_lint_settings
from inlay_runtime.errors import InlayError
from tests.verbs.lint.footers import advise_on_file, chunk, column, footer, row_group, write_sparse


def test_the_report_is_a_sequence_and_a_stream_of_arrow(lake: Path) -> None:
    report = inlay.lint("lake")
    assert [each.rule for each in report] == ["uncompressed-column", "empty-row-group"]
    assert (len(report), report.files) == (2, 2)
    ((path, finding),) = report.unread
    assert (path, finding.code) == ("lake/c.parquet", "length")
    assert repr(report) == "<LintReport: 2 files; 1 file not read; 1 warning, 1 note>"
    table = pa.table(report)
    assert table.column("rule").to_pylist() == ["uncompressed-column", "empty-row-group"]
    assert table.column("column").to_pylist() == ["id", None]
    assert table.schema.field("bytes").type == pa.int64()


def test_rules_are_chosen(lake: Path) -> None:
    assert len(inlay.lint("lake", select=["rare-codec"])) == 0
    assert len(inlay.lint(["lake/b"], ignore=["uncompressed-column"])) == 1
    with pytest.raises(RequestError, match="no rule"):
        inlay.lint("lake", select=["x"])


def test_what_a_footer_claims_does_not_overflow(tmp_path: Path) -> None:
    huge = row_group(chunk("id", total_uncompressed_size=2**62, total_compressed_size=2**63 - 1))
    path = write_sparse(tmp_path / "a", footer([column("id")], [huge] * 4), size=5000)
    (advice,) = advise_on_file("incompressible-column", path)
    assert advice.num_bytes == path.stat().st_size == 5000


def test_no_public_file_is_too_much(parquet_testing: Path, arrow_fuzzing: Path) -> None:
    for folder in (parquet_testing, arrow_fuzzing):
        report = inlay.lint(folder, pages=True)
        assert report.files > 40
        assert report.table.num_rows == len(report)


def test_no_damage_makes_a_rule_fail(parquet_testing: Path) -> None:
    """Rules take what a footer claims as it comes; what cannot be read at all is an error of ours."""
    paths = sorted(
        path for path in parquet_testing.rglob("*.parquet") if path.stat().st_size < 30_000
    )
    random = Random(27)
    settings = read_lint_settings(None, Given(pages=True))
    read = 0
    for _ in range(300):
        data = bytearray(random.choice(paths).read_bytes())
        length = min(int.from_bytes(data[-8:-4], "little"), len(data) - 12)
        data[random.randrange(len(data) - 8 - max(length, 1), len(data) - 8)] = random.randrange(
            256
        )
        with suppress(InlayError):
            advise_on_source(bytes(data), "damaged.parquet", settings)
            read += 1
    assert read > 50
