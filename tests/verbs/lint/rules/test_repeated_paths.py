"""`repeated-paths`."""

from __future__ import annotations

from pathlib import Path

from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "repeated-paths"


def test_paths_take_most_of_the_footer(tmp_path: Path) -> None:
    names = [f"{number:02}" + "x" * 498 for number in range(50)]
    groups = [row_group(*map(chunk, names))] * 12
    metadata = footer([column(name) for name in names], groups)
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.num_bytes == 600 * 503
    assert advice.seen.startswith("the paths of 600 chunks are 295 KiB, ")
    assert advice.fix == "inlay footer compare file.parquet"
    assert advise(RULE, metadata, tmp_path, bytes=600 * 503 + 1) == []
    assert advise(RULE, metadata, tmp_path, share=0.99) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
