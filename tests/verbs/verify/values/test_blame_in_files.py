"""A finding with its writer and the known defect, in each format; what fails; and samples of row groups."""

from __future__ import annotations

import json
import math
from pathlib import Path
from struct import pack
from typing import Any
from xml.etree import ElementTree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as inlay_module
from inlay.verbs.verify.values.said import choose_row_groups
from inlay_runtime.errors import RequestError
from parquet_format.parquet import FileMetaData
from tests.support.footers import edit_footer
from tests.support.inlay_command import Inlay
from tests.support.loose_bounds import edit_statistics, loosen_bounds

WRITER, DEFECT = "parquet-cpp-arrow 24.0.0", "apache/arrow#50182"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lake = tmp_path / "lake"
    lake.mkdir()
    table = pa.table({"d": [math.inf] * 4})
    pq.write_table(table, lake / "right.parquet", write_page_index=True, use_dictionary=False)
    (lake / "loose.parquet").write_bytes(loosen_bounds((lake / "right.parquet").read_bytes(), 0))
    (lake / "torn.parquet").write_bytes(b"PAR1 torn")
    return lake


def test_text_and_python_name_the_defect(folder: Path, inlay: Inlay) -> None:
    verification = inlay_module.verify(folder / "loose.parquet", values=True)
    assert verification.writer == WRITER
    assert verification.findings == tuple(each.finding for each in verification.explained)
    (row,) = (each for each in verification.explained if each.finding.code == "value-exact")
    assert (row.column, row.writer, row.defect) == ("d", WRITER, DEFECT)
    assert row.fix == "rewrite with parquet-cpp-arrow 25.0.0 or later"
    text = inlay("verify", folder / "loose.parquet", "--values").out
    assert f"\n  writer      {WRITER}\n" in text
    assert f"\n  known       {DEFECT}: bounds of infinities alone" in text
    assert f"writer: {WRITER}" in inlay("verify", folder, "--values").out
    assert "writer" not in inlay("verify", folder / "right.parquet", "--values").out


def test_json_has_a_row_for_each_finding(folder: Path, inlay: Inlay) -> None:
    outcome = inlay("verify", folder / "loose.parquet", "--values", "--format", "json")
    document = json.loads(outcome.out)
    assert document["writer"] == WRITER
    rows: dict[str, Any] = {row["code"]: row for row in document["findings"]}
    assert rows["value-exact"]["defect"] == DEFECT
    assert rows["value-exact"]["column"] == "d"
    assert {row["writer"] for row in rows.values()} == {WRITER}


def test_what_ci_systems_read(folder: Path, inlay: Inlay) -> None:
    (run,) = json.loads(inlay("verify", folder, "--values", "--format", "sarif").out)["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    results = {result["ruleId"]: result for result in run["results"]}
    exact = results["value-exact"]
    assert rules[exact["ruleIndex"]]["id"] == "value-exact"
    assert (exact["level"], exact["properties"]["defect"]) == ("error", DEFECT)
    (unread,) = run["invocations"][0]["toolExecutionNotifications"]
    assert "torn.parquet" in unread["message"]["text"]

    root = ElementTree.fromstring(inlay("verify", folder, "--values", "--format", "junit").out)
    assert root.attrib["name"] == "inlay verify"
    assert root.attrib["failures"] == str(len(results))
    assert root.attrib["errors"] == "1"
    for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        assert sum(int(suite.attrib[name]) for suite in root) == len(list(root.iter(tag)))

    lines = inlay("verify", folder, "--values", "--format", "github", "--jobs", "2").out
    (line,) = (it for it in lines.splitlines() if "title=inlay value-exact" in it)
    assert line.startswith("::error file=")
    assert f"Written by {WRITER}, which is known for {DEFECT}" in line


def test_only_what_is_named_fails(folder: Path, inlay: Inlay) -> None:
    path = folder / "loose.parquet"
    assert inlay("verify", path, "--values").code == 1
    assert inlay("verify", path, "--values", "--fail-on", "value-exact,seal").code == 1
    assert inlay("verify", path, "--values", "--fail-on", "value-bounds").code == 0
    many = inlay("verify", f"{folder}/[lr]*.parquet", "--values", "--fail-on", "seal")
    assert (many.code, many.out.splitlines()[-1]) == (0, "2 files: 2 without findings that fail, 0 with")  # fmt: skip
    notes = inlay("verify", path, "--values", "--fail-on", "seal", "--format", "github")
    assert notes.code == 0
    assert "::error" not in notes.out
    unknown = inlay("verify", path, "--fail-on", "value-exat")
    assert unknown.code != 0
    assert "did you mean 'value-exact'?" in unknown.err


def test_a_sample_is_said(tmp_path: Path, inlay: Inlay) -> None:
    path = tmp_path / "ten.parquet"
    pq.write_table(pa.table({"a": list(range(100))}), path, row_group_size=10)
    audited = inlay_module.verify(path, values=True, sample=3).audited
    assert audited is not None
    assert (audited.row_groups, audited.of_row_groups, audited.values) == (3, 10, 30)
    assert "; a sample: 3 of 10 row groups" in inlay("verify", path, "--values", "--sample", 3).out
    assert "a sample: 3 of 10" in inlay("verify", tmp_path, "--values", "--sample", 3).out
    assert "a sample:" not in inlay("verify", path, "--values", "--sample", 10).out
    document = json.loads(inlay("verify", path, "--values", "--sample", 1, "--format", "json").out)
    assert (document["values"]["row_groups"], document["values"]["of_row_groups"]) == (1, 10)
    assert "add --values" in inlay("verify", path, "--sample", 1).err
    for sample, values in ((3, False), (0, True)):
        with pytest.raises(RequestError, match="sample"):
            inlay_module.verify(path, sample=sample, values=values)


def test_a_lie_outside_of_the_sample_is_not_found(tmp_path: Path) -> None:
    source, path = tmp_path / "right.parquet", tmp_path / "false.parquet"
    pq.write_table(pa.table({"a": list(range(4))}), source, row_group_size=2, write_page_index=True)

    def lie(metadata: FileMetaData) -> None:
        edit_statistics(metadata, 0, row_group=1).max_value = pack("<q", 2)

    path.write_bytes(edit_footer(source.read_bytes(), lie))
    codes = {finding.code for finding in inlay_module.verify(path, values=True).findings}
    sampled = {finding.code for finding in inlay_module.verify(path, values=True, sample=1).findings}  # fmt: skip
    assert codes - sampled == {"value-bounds"}


@pytest.mark.parametrize(
    ("groups", "sample", "chosen"),
    [(0, None, ()), (0, 3, ()), (3, None, (0, 1, 2)), (3, 5, (0, 1, 2)), (10, 1, (0,)), (10, 3, (0, 3, 6)), (7, 6, (0, 1, 2, 3, 4, 5))],
)  # fmt: skip
def test_row_groups_at_equal_distances(
    groups: int, sample: int | None, chosen: tuple[int, ...]
) -> None:
    assert choose_row_groups(groups, sample) == frozenset(chosen)
