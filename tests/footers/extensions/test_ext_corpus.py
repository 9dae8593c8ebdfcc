"""Extensions and seals on real files: in and out again, byte for byte."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from inlay.footers.footer import FooterError, Form, read_footer

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

MINE = "7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11"
PLACES = ("", "schema[0]", "row_groups[0].columns[0]")


def readable(folder: Path) -> list[Path]:
    found: list[Path] = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            try:
                read_footer(path)
            except FooterError:
                continue
            found.append(path)
    return found


def test_what_goes_in_comes_out_of_every_file(
    parquet_testing: Path, tmp_path: Path, inlay: Inlay
) -> None:
    payload = tmp_path / "payload"
    payload.write_bytes(b"content" * 30)
    copy = tmp_path / "copy.parquet"
    outcomes: Counter[str] = Counter()
    for path in readable(parquet_testing):
        shutil.copyfile(path, copy)
        footer = read_footer(path)
        if footer.form is not Form.THRIFT or footer.signature:
            assert inlay("seal", copy).code == 4
            outcomes["refused"] += 1
            continue
        assert footer.metadata is not None
        places = PLACES if footer.metadata.row_groups else PLACES[:2]
        assert inlay("seal", copy).code == 0, path
        for place in places:
            done = inlay("ext", "append", copy, payload, "--uuid", MINE, "--at", place)
            assert done.code == 0, (path, done.err)
        verdict = inlay("verify", copy)
        assert "agrees: the footer is what was sealed" in verdict.out, path
        assert f"{len(places) + 1} extensions, {len(places) + 1} checked" in verdict.out
        outcomes["findings" if verdict.code else "fine"] += 1
        for place in reversed(places):
            done = inlay("ext", "strip", copy, "--uuid", MINE, "--at", place)
            assert done.code == 0, (path, done.err)
        assert inlay("ext", "strip", copy, "--uuid", "seal").code == 0
        assert copy.read_bytes() == path.read_bytes(), path
    assert outcomes["fine"] > 100
    assert outcomes["refused"] > 0
    assert outcomes["findings"] < 20, outcomes


def test_no_file_of_the_fuzzers_makes_a_command_fail(arrow_fuzzing: Path, inlay: Inlay) -> None:
    for path in sorted(arrow_fuzzing.iterdir()):
        for command in (["verify"], ["ext", "list"]):
            found = inlay(*command, path)
            assert found.code in (0, 1, 3), (path, found.err)
