"""`inlay footer compare`, as a user sees it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from inlay.cli import footer_compare
from inlay.footers.designs import known
from inlay.footers.designs.thrift.walked import ThriftDesign
from inlay.verbs.compare.results import CSV_HEAD
from tests.footers.designs.files import nested_file
from tests.support.small_files import Inlay
from tests.verbs.compare.designs import Lying


def test_the_command_prints_every_format(
    tmp_path: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.parquet"
    path.write_bytes(nested_file(1))
    chosen = ["--design", "thrift", "--design", "flatbuffers-v1"]
    text = inlay("footer", "compare", path, *chosen)
    assert (text.code, text.err) == (0, "")
    assert "flatbuffers-v1" in text.out
    assert "thrift-without-paths" not in text.out
    document = json.loads(inlay("footer", "compare", path, *chosen, "--format", "json").out)
    assert [design["name"] for design in document["files"][0]["designs"]] == [
        "thrift",
        "flatbuffers-v1",
    ]
    lines = list(
        csv.reader(io.StringIO(inlay("footer", "compare", path, *chosen, "--format", "csv").out))
    )
    assert lines[0] == CSV_HEAD
    assert inlay("footer", "compare", path, *chosen, "--format", "html").out.startswith(
        "<!doctype html>"
    )
    monkeypatch.setattr(known, "find_designs", lambda: {"thrift": ThriftDesign, "lying": Lying})
    lies = inlay("footer", "compare", path)
    assert lies.code == 1
    assert "NOT EQUAL to the walk" in lies.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--latency", "30"], "write a number above 0 and a unit (us, ms, s)"),
        (["--bandwidth", "0MB/s"], "(KB/s, MB/s, GB/s)"),
        (["--design", "none"], "no design 'none': there are thrift"),
    ],
)
def test_what_means_nothing_is_wrong_usage(inlay: Inlay, arguments: list[str], words: str) -> None:
    outcome = inlay("footer", "compare", "file.parquet", *arguments)
    assert outcome.code == 2
    assert words in " ".join(outcome.err.split())


def test_amounts_have_units() -> None:
    latency = footer_compare.compare.params[2].type
    assert latency.convert("1.5 ms", None, None) == 0.0015
