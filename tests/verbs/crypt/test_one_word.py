"""A file whose footer is encrypted is called that by every command that was given no key."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encrypted_files import encrypted_file
from tests.support.small_files import Inlay

COMMANDS = [
    "lint {0}", "diff {0} {0}", "prune {0} a>1", "pages {0}", "rewrite {0} -o {1}", "concat {0} -o {1}",
    "select {0} --columns a -o {1}", "drop {0} --columns a -o {1}", "split {0} --rows 9 -o {1}", "index add {0}", "index fix {0}",
    "set {0} --key a=b", "seal {0}", "footer add {0}", "footer convert {0} --design modular", "encoding show {0}",
    "geo show {0}", "variant show {0}",
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_says_the_same(words: str, tmp_path: Path, inlay: Inlay) -> None:
    path, out = tmp_path / "closed.parquet", tmp_path / "out.parquet"
    path.write_bytes(encrypted_file())
    outcome = inlay(*words.format(path, out).split())
    assert outcome.code in (1, 4), outcome
    first = outcome.err.splitlines()[0]
    assert first.replace("refused: ", "").startswith(f"error: {path}: the footer is encrypted")
    assert not out.exists()


def test_totals_count_it_by_that_word(tmp_path: Path, inlay: Inlay) -> None:
    for name in "ab":
        (tmp_path / f"{name}.parquet").write_bytes(encrypted_file())
    assert inlay("lint", tmp_path).out.splitlines()[-1].endswith("; not read: 2 encrypted")
    assert ", 2 not checked (encrypted: --keys)" in inlay("verify", tmp_path).out
