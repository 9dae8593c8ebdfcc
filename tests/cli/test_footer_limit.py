"""No command takes a footer over the size that readers stop at, and each may change one that was over it before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from inlay.footers.extensions import budget
from tests.support.wide_file import write_wide

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.small_files import Inlay

LENGTHENING = {
    "set": ["set", "FILE", "--key", "a=a value of some length"],
    "ext append": ["ext", "append", "--raw", "FILE", "PAYLOAD"],
    "seal": ["seal", "FILE"],
    "footer add": ["footer", "add", "FILE"],
    "footer index add": ["footer", "index", "add", "FILE"],
    "footer convert": ["footer", "convert", "FILE", "--design", "parx"],
    "encoding add": ["encoding", "add", "--columns", "c1", "FILE"],
    "concat": ["concat", "FILE", "FILE"],
    "rewrite": ["rewrite", "FILE", "--row-group-size", "1"],
}
SHORTENING = {
    "drop": ["drop", "FILE", "--columns", "c1"],
    "select": ["select", "FILE", "--row-groups", "0"],
    "set": ["set", "FILE", "--delete", "ARROW:schema"],
    "footer convert": ["footer", "convert", "FILE", "--design", "modular"],
}


def change(inlay: Inlay, folder: Path, words: list[str], limit: int) -> tuple[int, str]:
    """The exit code, and what was said, with a limit so many bytes above the footer that there is."""
    source = write_wide(folder, 120)
    (folder / "PAYLOAD").write_bytes(b"a payload of nobody's")
    with open(source, "rb") as file:
        length = int.from_bytes(file.read()[-8:-4], "little")
    given = [source if word == "FILE" else word for word in words]
    given = [str(folder / word) if word == "PAYLOAD" else word for word in given]
    output = folder / "OUT.parquet"
    output.unlink(missing_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(budget, "NEVER", length + limit)
        result = inlay(*given, "-o", str(output))
    assert output.exists() == (result.code == 0)
    return result.code, result.err


@pytest.mark.parametrize("name", LENGTHENING)
def test_a_footer_gets_over_the_limit_by_no_command(
    name: str, tmp_path: Path, inlay: Inlay
) -> None:
    code, said = change(inlay, tmp_path, LENGTHENING[name], 8)
    assert (code, "Spark no footer" in said) == (4, True)


@pytest.mark.parametrize("words", [*LENGTHENING.values(), *SHORTENING.values()], ids=" ".join)
def test_one_that_was_over_it_is_changed(words: list[str], tmp_path: Path, inlay: Inlay) -> None:
    assert change(inlay, tmp_path, words, -1)[0] == 0


@pytest.mark.parametrize("words", SHORTENING.values(), ids=" ".join)
def test_one_below_it_stays_there(words: list[str], tmp_path: Path, inlay: Inlay) -> None:
    assert change(inlay, tmp_path, words, 8)[0] == 0
