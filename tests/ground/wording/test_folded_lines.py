"""On a terminal no line is longer than it is wide, but for single words and for text that is copied."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

STYLES = re.compile(r"\x1b\[[\d;]*m")
COMMANDS = """
layout {a}
layout {a} --by column
layout {cut}
pages {a}
pages {a} --table page_indexes
prune {a} price>1
diff {a} {b}
diff {a} {b} --all
verify {a} {b}
ext list {sealed}
ext verify {sealed}
encoding show {a}
encoding verify {a}
footer show {sealed}
footer index add {a} -o {out}
footer convert {a} --design modular -o {out}
footer add {a} -o {out}
seal {a} -o {out}
set {a} --rename a_column_with_a_long_name=x --delete * --key k=v -o {out}
concat {a} {a} -o {out}
select {a} --columns price -o {out}
drop {a} --columns price -o {out}
split {a} --row-groups 1 -o {folder}
recover {a}
scan {a} {b} --format text
"""


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("f")
    names = [f"a_column_with_a_long_name{number or ''}" for number in range(9)]
    table = pa.table({"price": [1.5, 2.5]} | {name: ["x", "y"] for name in names})
    a, b, sealed = (str(folder / f"{name}.parquet") for name in ("a", "b", "sealed"))
    pq.write_table(table, a, write_page_index=True)
    pq.write_table(table.select(["price"]).rename_columns(["other"]), b)
    assert run(["seal", a, "-o", sealed]) == 0
    (folder / "cut").write_bytes(Path(a).read_bytes()[:700])
    return {"a": a, "b": b, "sealed": sealed, "cut": str(folder / "cut")}


@pytest.mark.parametrize("command", COMMANDS.strip().splitlines())
@pytest.mark.parametrize("width", [60, 80])
def test_no_line_is_longer_than_the_terminal(
    command: str,
    width: int,
    places: dict[str, str],
    tmp_path: Path,
    inlay: Inlay,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    here = {"out": str(tmp_path / "out"), "folder": str(tmp_path)}
    words = [word.format(**places, **here) for word in command.split()]
    outcome = inlay("--color", "always", *words)
    assert outcome.code in (0, 1, 3), outcome.err
    lines = STYLES.sub("", outcome.out).splitlines()
    assert lines
    assert [line for line in lines if len(line) > width and " " in line.strip()] == []


def test_a_pipe_has_whole_lines(places: dict[str, str], inlay: Inlay) -> None:
    """They are searched and compared."""
    outcome = inlay("diff", places["a"], places["b"])
    assert max(map(len, outcome.out.splitlines())) > 120
