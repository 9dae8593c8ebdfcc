"""A number and what it counts agree: `1 byte`, `2 bytes` (`inlay.ground.wording.amounts.count`)."""

from __future__ import annotations

import re
import tokenize
from functools import cache
from io import StringIO
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
_PLAIN_AMOUNT: Final = re.compile(
    r" \{((?:[\w.]*(?:offset|size|length|count|position|bytes)|len\([\w.]*\)))\}(?![\w\]'\"])"
)
"""A number behind a space, as people write amounts; not one in brackets, which is part of a path."""
_CONSTANT: Final = re.compile(r"_?[A-Z][A-Z_]+(\.\w+)?")
"""A limit of the program, which is never 1."""
NOT_ONE: Final = {
    "', '.join(map(str, lengths))": "several",
    "8 * size": "bits of an integer",
    "DECIMAL_PRECISION[type_]": "9, 18 or 38",
    "added": "a range as text",
    "cost.growth:+,": "with its sign",
    "len(paths):,": "many",
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


@cache
def read_f_strings(path: Path) -> list[str]:
    """Of a file in which an amount may stand; to take all files apart takes seconds."""
    source = path.read_text(encoding="utf-8")
    if not (_BESIDE.search(source) or _PLAIN_AMOUNT.search(source)):
        return []
    return [
        token.string
        for token in tokenize.generate_tokens(StringIO(source).readline)
        if token.type == tokenize.STRING and token.string.startswith("f")
    ]


def find_unnumbered(path: Path) -> list[str]:
    """The expressions before a plural in the f-strings of a file."""
    texts = read_f_strings(path)
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


PLAIN: Final = {
    "_POINTER.size": "a constant",
    "HEAD.size": "a constant",
    "count": "a hexadecimal, or a text",
    "len(data)": "less than a head, which is a few bytes",
    "len(missing)": "modules",
    "len(values)": "arguments of a call",
    "length": "of an array, written as code, or of few elements",
    "offset": "of a caller",
    "self.offset": "of a short text",
    "self.size": "a text of `inlay dump`, for programs",
    "size": "a text that came from a child",
    "stream.length": "of a test of the core",
}


def list_plain_amounts(path: Path) -> list[str]:
    texts = read_f_strings(path)
    return [match.group(1) for text in texts for match in _PLAIN_AMOUNT.finditer(text)]


@pytest.mark.parametrize("folder", FOLDERS)
def test_thousands_have_commas(folder: str) -> None:
    """In whatever people read; documents of JSON have numbers."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    wrong = [(path.name, each) for path in paths for each in list_plain_amounts(path)]
    assert [each for each in wrong if each[1] not in PLAIN] == [], "write {number:,}"


def test_a_number_without_commas_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text('a = f"at {self.offset}, {size:,} of {len(rows)}, chunks[{position}] {name}"')
    assert list_plain_amounts(path) == ["self.offset", "len(rows)"]
