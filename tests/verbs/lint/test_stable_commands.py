"""One command for the same values: what the footer suggests is part of what `--pages` suggests, and statistics change nothing of that."""

from __future__ import annotations

import shlex
from datetime import datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run

ROWS: Final = 100_000
START: Final = datetime(2026, 1, 1)


@cache
def make_columns() -> dict[str, Any]:
    """Of every kind that some rule has an encoding for."""
    chance = Random(49)

    def draw(values: range) -> list[int]:
        return chance.choices(values, k=ROWS)

    return {
        "id": range(ROWS),
        "wide": [chance.randrange(2**62) for _ in range(ROWS)],
        "few": draw(range(0, 50_000_000, 1_000_000)),
        "moment": [START + timedelta(seconds=3 * at + chance.randrange(3)) for at in range(ROWS)],
        "day": pa.array(draw(range(20_000, 20_400)), pa.int32()).cast(pa.date32()),
        "price": [at / 100 for at in draw(range(100_000))],
        "noise": [chance.gauss(20, 5) for _ in range(ROWS)],
        "rate": [at / 8 for at in draw(range(20))],
        "country": [("DE", "FR", "US", "IT")[at] for at in draw(range(4))],
        "user": [f"user-{at:06d}@example.org" for at in draw(range(200_000))],
    }


WRITERS: Final[dict[str, dict[str, Any]]] = {
    "as pyarrow does": {},
    "without a codec": {"compression": "none", "row_group_size": 50_000},
    "without statistics": {"write_statistics": False},
    "without dictionaries": {"use_dictionary": False},
    "without both": {"use_dictionary": False, "write_statistics": False},
    "in small row groups": {"row_group_size": 3_000},
}


class Asked(NamedTuple):
    """What the commands that rewrite a file ask for."""

    encodings: dict[str, str]
    rows: set[str]
    is_zstd: bool


def ask(path: Path, *, pages: bool) -> Asked:
    """Of all advice on a file; no two commands may contradict each other."""
    encodings: dict[str, str] = {}
    rows = set[str]()
    is_zstd = False
    for each in inlay.lint(path, pages=pages):
        words = shlex.split(each.fix)
        if words[:2] != ["inlay", "rewrite"]:
            continue
        for option, value in pairwise(words):
            if option == "--encode":
                column, encoding = value.split("=")
                assert encodings.setdefault(column, encoding) == encoding
            elif option == "--row-group-size":
                rows.add(value)
            elif option == "--compression":
                is_zstd = True
    return Asked(encodings, rows, is_zstd)


@pytest.mark.slow
@pytest.mark.parametrize("writer", WRITERS)
def test_the_footer_the_pages_and_new_statistics_agree(writer: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table(make_columns()), path, **WRITERS[writer])
    footer, pages = ask(path, pages=False), ask(path, pages=True)
    assert pages.encodings
    assert footer.encodings.items() <= pages.encodings.items()
    assert len(footer.rows | pages.rows) == 1
    assert run(["index", "add", str(path), "--what", "all"]) == 0
    assert ask(path, pages=True) == pages
    assert footer.encodings.items() <= ask(path, pages=False).encodings.items()


@pytest.mark.slow
def test_what_a_footer_does_not_know_is_asked_of_pages(tmp_path: Path) -> None:
    """Floating-point numbers without a dictionary are split where they differ; where few do, a dictionary is better."""
    paths = {name: tmp_path / f"{name}.parquet" for name in ("rate", "noise")}
    for name, path in paths.items():
        table = pa.table({name: make_columns()[name][:50_000]})
        pq.write_table(table, path, use_dictionary=False)
        fixes = {it.rule: it.fix for it in inlay.lint(path)}
        assert fixes["float-not-split"] == f"inlay lint {path} --pages"
    assert ask(paths["rate"], pages=True).encodings == {"rate": "dictionary"}
    assert ask(paths["noise"], pages=True).encodings == {"noise": "byte_stream_split"}
