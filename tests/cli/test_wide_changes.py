"""Commands that change a footer do as much work as it has columns: counted in calls, for clocks are not to be trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.pages.encodings.files import pa, pq
from tests.support.calls import count_calls_once

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.small_files import Inlay

COLUMNS = 300

CHANGES = {
    "set a key": ["set", "FILE", "--key", "a=b"],
    "rename one": ["set", "FILE", "--rename", "c7=renamed"],
    "rename all": ["set", "FILE", "RENAMES"],
    "drop": ["drop", "FILE", "--columns", "c7"],
    "drop beside an extension": ["drop", "EXTENDED", "--columns", "c7"],
    "drop half": ["drop", "FILE", "--columns", "c*[02468]"],
    "concat": ["concat", "FILE", "OTHER"],
    "select": ["select", "FILE", "--row-groups", "1"],
    "seal": ["seal", "FILE"],
    "ext append": ["ext", "append", "--raw", "FILE", "PAYLOAD"],
    "ext strip": ["ext", "strip", "EXTENDED"],
    "footer add": ["footer", "add", "FILE"],
    "footer promote": ["footer", "promote", "PRIVATE"],
    "footer finalize": ["footer", "finalize", "MIGRATION"],
    "footer revert": ["footer", "revert", "FINAL"],
}
STEPS = {
    "OTHER": ["set", "FILE", "--key", "a=b"],
    "EXTENDED": ["ext", "append", "--raw", "FILE", "PAYLOAD"],
    "PRIVATE": ["footer", "add", "FILE"],
    "MIGRATION": ["footer", "promote", "PRIVATE"],
    "FINAL": ["footer", "finalize", "MIGRATION"],
}


class WideFile:
    """So many columns and row groups, and what commands make of it, once each is asked for: no command changes a file here."""

    def __init__(self, inlay: Inlay, folder: Path, columns: int, groups: int = 2) -> None:
        self.inlay, self.folder = inlay, folder / f"{columns} {groups}"
        self.columns = columns
        if self.folder.exists():
            return
        self.folder.mkdir()
        rows = list(map(float, range(2 * groups)))
        table = pa.table({f"c{at}": pa.array(rows) for at in range(columns)})
        options: dict[str, Any] = {"compression": "none", "use_dictionary": False}
        pq.write_table(table, self.folder / "FILE", row_group_size=2, **options)
        (self.folder / "PAYLOAD").write_bytes(b"a payload of nobody's")

    def words_of(self, change: list[str]) -> list[str]:
        words: list[str] = []
        for word in change:
            if word in STEPS and not (self.folder / word).exists():
                self.run(STEPS[word], self.folder / word)
            if word == "RENAMES":
                for at in range(self.columns):
                    words += ["--rename", f"c{at}=d{at}"]
            else:
                words.append(str(self.folder / word) if word.isupper() else word)
        return words

    def run(self, change: list[str], output: Path) -> None:
        words = self.words_of(change)
        assert self.inlay(*words, "-o", str(output))[0] == 0

    def count(self, change: list[str], output: Path) -> int:
        """Calls of functions, also of C: a list that grows by all columns for each column is none of Python."""
        words = [*self.words_of(change), "-o", str(output)]
        codes: list[int] = []
        calls = count_calls_once(lambda: codes.append(self.inlay(*words)[0]))
        assert codes == [0]
        return calls


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the files of all commands are."""
    return tmp_path_factory.mktemp("wide")


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", CHANGES)
def test_twice_the_columns_are_twice_the_calls(
    name: str, wide: Path, tmp_path: Path, inlay: Inlay
) -> None:
    change = CHANGES[name]
    WideFile(inlay, wide, 20).run(change, tmp_path / "warm")  # what is imported on first need
    small, large = (WideFile(inlay, wide, size) for size in (COLUMNS, 2 * COLUMNS))
    most = 2.2 * small.count(change, tmp_path / "small")
    assert large.count(change, tmp_path / "large") <= most


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", CHANGES)
def test_chunks_are_no_calls(name: str, wide: Path, tmp_path: Path, inlay: Inlay) -> None:
    """More row groups of as many columns are a few calls each, and none for each chunk."""
    change = CHANGES[name]
    WideFile(inlay, wide, 20).run(change, tmp_path / "warm")
    few, many = (WideFile(inlay, wide, COLUMNS, groups) for groups in (2, 6))
    more = many.count(change, tmp_path / "many") - few.count(change, tmp_path / "few")
    assert more <= 4 * COLUMNS * 3 / 4
