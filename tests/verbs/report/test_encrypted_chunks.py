"""Bounds of an encrypted column are encrypted, too: the report does not ask a writer for what it stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

import inlay
from tests.pages.encodings.files import pa, pq

pe = cast(Any, pytest.importorskip("pyarrow.parquet.encryption"))
FINDING = "column chunks without bounds"


def test_encrypted_chunks_are_not_without_bounds(tmp_path: Path) -> None:
    properties = pe.create_encryption_properties(b"0123456789abcdef", plaintext_footer=True)
    encrypted = pa.table({"a": [1, 2], "b": ["x", "y"]})
    pq.write_table(encrypted, tmp_path / "signed.parquet", encryption_properties=properties)
    pq.write_table(pa.table({"c": [1]}), tmp_path / "bare.parquet", write_statistics=False)
    report = inlay.report(tmp_path)
    findings = {row["finding"]: row for row in report.answers["findings"].to_pylist()}
    assert (findings[FINDING]["affected"], findings[FINDING]["total"]) == (1, 3)
    columns = [row["column_path"] for row in report.answers["unbounded_columns"].to_pylist()]
    assert columns == ["c"]
    (lacking,) = report.answers["chunks_without"].to_pylist()
    assert (lacking["chunks"], lacking["without_bounds"], lacking["without_null_count"]) == (
        3,
        1,
        1,
    )


def test_nothing_is_advised_that_a_signature_forbids(tmp_path: Path) -> None:
    path = tmp_path / "signed.parquet"
    properties = pe.create_encryption_properties(b"0123456789abcdef", plaintext_footer=True)
    pq.write_table(
        pa.table({"a": range(9)}), path, row_group_size=2, encryption_properties=properties
    )
    advice = [str(each.remedy.text) for each in inlay.lint(path, pages=True)]
    assert advice
    assert not [text for text in advice if text.startswith("inlay ")]
    assert "inlay seal" not in str(inlay.verify(path))
