"""A number and what it counts agree: `1 byte`, `2 bytes` (`inlay.ground.wording.amounts.count`)."""

from __future__ import annotations

import re
import tokenize
from pathlib import Path
from typing import Final

import pytest

from inlay.ground.wording.amounts import count

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = (
    "toolkit/inlay",
    "pipeline/inlay_spark",
    "variant/inlay_variant",
    "runtime/inlay_runtime",
    "generator/inlayc",
)
COUNTED: Final = (
    "bytes rows values columns files pages chunks groups leaves entries elements levels bits numbers "
    "digits orders nulls strings symbols positions offsets exceptions characters slots"
).split()
_BESIDE: Final = re.compile(
    r"(?<!\{)\{([^{}]+)\} (?:row |column |schema |data |compressed )?(?:"
    + "|".join(COUNTED)
    + r")\b"
)
_CONSTANT: Final = re.compile(r"_?[A-Z][A-Z_]+(\.\w+)?")
"""A limit of the program, which is never 1."""
NOT_ONE: Final = {
    "', '.join(map(str, lengths))": "several",
    "8 * size": "bits of an integer",
    "DECIMAL_PRECISION[type_]": "9, 18 or 38",
    "added": "a range as text",
    "cost.growth:+,": "with its sign",
    "deepest": "a limit of the program",
    "digits": "9, 18 or 38",
    "int(thresholds['rows']):,": "of the settings",
    "kind": "a word",
    "len(SLOTS):,": "a limit of the program",
    "len(rows):,": "several",
    "longest": "a limit of the program",
    "name": "a word",
    "share": "a text, of several",
    "size": "a hash of so many bytes",
    "taken:.1f": "with a fraction",
}


def find_unnumbered(path: Path) -> list[str]:
    """The expressions before a plural in the f-strings of a file."""
    with path.open(encoding="utf-8") as file:
        texts = [
            token.string
            for token in tokenize.generate_tokens(file.readline)
            if token.type == tokenize.STRING and token.string.startswith("f")
        ]
    numbers = [match.group(1) for text in texts for match in _BESIDE.finditer(text)]
    return [each for each in numbers if not _CONSTANT.fullmatch(each.partition(":")[0])]


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_counted_agrees_with_its_number(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths
    wrong = [(path.name, each) for path in paths for each in find_unnumbered(path)]
    assert [each for each in wrong if each[1] not in NOT_ONE] == [], "write count(number, noun)"


def test_a_plural_behind_a_number_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(
        "a = f\"{number:,} bytes, {MOST:,} rows, {count(number, 'page')}, {x} row groups\""
    )
    assert find_unnumbered(path) == ["number:,", "x"]


@pytest.mark.parametrize(
    ("number", "says"),
    [(0, "0 leaves follow"), (1, "1 leaf follows"), (1000, "1,000 leaves follow")],
)
def test_one_is_singular(number: int, says: str) -> None:
    assert count(number, "leaf follows", "leaves follow") == says
