"""Encodings with parameters, named on the command line and for columns."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path
from typing import Any, ClassVar

import pytest

import inlay
from inlay.encoding import choose_columns, read_table
from inlay.errors import ColumnNameError
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.configured_columns import match_configured
from inlay.pages.encodings.on_files import add_to_file
from inlay.pages.encodings.parameters import NoSuchEncodingError, find_by_words
from inlay.pages.encodings.pco import Pco
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.encodings.trial import try_encodings
from inlay.pages.engine.thrift_file import open_thrift
from tests.pages.encodings.files import pa, pq
from tests.support.inlay_command import Inlay


class Odd(Pco):
    """Returns another encoding."""

    name: ClassVar[str] = "odd"

    def with_parameters(self, **parameters: object) -> Any:
        if "broken" in parameters:
            raise KeyError("broken")
        return Alp() if parameters else None


KNOWN = Encodings(Alp(), Pco(), Odd())

WRONG = {
    "zip": "no encoding 'zip' is in use here, but: alp, pco, odd",
    "pfor": "pfor is experimental: [encodings] use = [...] in the configuration takes it into use",
    "pco(": "'pco(' is neither the name of an encoding nor NAME(parameter=value, ...)",
    "": "'' is neither the name",
    "pco(level)": "pco(level): parameters are like level = 9, with commas between them: ",
    "pco(level=9)(2)": "parameters are like level = 9",
    "pco(level=13)": "pco(level=13): pco has one parameter, level, a number from 0 to 12",
    "pco(level='a')": "pco has one parameter, level",
    "pco(depth=1, level=2)": "pco has one parameter, level",
    "pco()": "pco has one parameter, level",
    "alp(level=1)": "alp(level=1): alp has no parameters",
    "odd(x=1)": "what with_parameters returned is not it: it has another name or version",
    "odd()": "what with_parameters returned is not it: it has no name",
    "odd(broken=1)": "odd(broken=1): KeyError: 'broken'",
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_said(words: str) -> None:
    with pytest.raises(NoSuchEncodingError, match=re.escape(WRONG[words])):
        find_by_words(KNOWN, words)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    chance = random.Random(4)
    path = tmp_path / "file.parquet"
    prices = [round(chance.lognormvariate(3, 1), 2) for _ in range(30_000)]
    columns = {"price": prices, "price_before": prices, "id": range(30_000)}
    pq.write_table(pa.table(columns), path, use_dictionary=False)
    return path


def test_they_say_how_to_encode_only(path: Path) -> None:
    """The plug-in without any reads the file."""
    expected = pq.read_table(path)
    original = path.read_bytes()
    sizes: list[int] = []
    for words in ("pco(level=0)", " pco ( level = 12 ) ", "pco"):
        path.write_bytes(original)
        chooser = choose_columns(["price"], find_by_words(KNOWN, words))
        sizes.append(add_to_file(str(path), chooser).sizes["price"].new)
        assert read_table(path).equals(expected)
    assert sizes[0] > sizes[2] >= sizes[1]


def test_the_command_takes_them(path: Path, inlay: Inlay) -> None:
    refused = inlay("add", path, "--columns", "price", "--encoding", "pco(level=99)")
    assert refused.code == 2
    assert "a number from 0 to 12" in " ".join(refused.err.split())
    assert inlay("add", path, "--columns", "price", "--encoding", "pco(level=1)").code == 0


def test_columns_have_encodings_of_their_own(
    path: Path, monkeypatch: pytest.MonkeyPatch, inlay: Inlay
) -> None:
    """Who names an encoding gets that one."""
    configuration = path.with_name("config.toml")
    configuration.write_text("[encodings.columns]\nprice = 'pco(level=2)'\n'price*' = 'alp'\n")
    monkeypatch.setenv("INLAY_CONFIG", str(configuration))
    with path.open("rb", buffering=0) as file:
        trials = try_encodings(open_thrift(file, str(path)), read_configured())
    tried = {
        trial.name: [a.encoding.name for a in trial.attempts if a.encoding] for trial in trials
    }
    assert tried == {"price": ["pco"], "price_before": ["alp"], "id": ["pco"]}
    assert inlay("add", path, "--columns", "*").code == 0
    shown = inlay("show", path).out
    assert [line.split()[2:4] for line in shown.splitlines() if " price" in line]
    assert "alp" in shown
    assert inlay("strip", path).code == 0
    assert inlay("add", path, "--columns", "price*", "--encoding", "alp").code == 0
    assert "pco" not in inlay("show", path).out


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (
            {"*": 1, "price": 2},
            {"price": 2, "a*": 1, "ab": 1, "g.x": 1, "g.y": 1, "g.z": 1, "id": 1},
        ),
        ({"p*": 1, "*e": 2}, {"price": 1}),  # the first of several globs
        ({"a*": 1}, {"a*": 1}),  # its own name, and not the glob
        ({"[a]*": 1}, {"a*": 1, "ab": 1}),
        ({"g": 1, "g.y": 2}, {"g.x": 1, "g.y": 1, "g.z": 1}),
        ({'"g"."x"': 1, "g.?": 2}, {"g.x": 1, "g.y": 2, "g.z": 2}),
        ({"nowhere": 1, "no*": 2}, {}),
    ],
)
def test_columns_are_named_as_everywhere(columns: dict[str, int], expected: dict[str, int]) -> None:
    names = ["price", "a*", "ab", "g", "id"]
    arrays: list[Any] = [pa.array([1])] * 3 + [pa.array([{"x": 1, "y": 2, "z": 3}]), pa.array([1])]
    tree = tree_of(pa.Table.from_arrays(arrays, names=names))
    encodings = [find_by_words(KNOWN, f"pco(level={level})") for level in range(3)]
    chosen = match_configured(tree, {name: encodings[at] for name, at in columns.items()})
    assert {
        ".".join(tree.leaves[at].path): encodings.index(encoding) for at, encoding in chosen.items()
    } == expected


def test_a_configured_name_of_two_columns_is_refused() -> None:
    arrays: list[Any] = [pa.array([{"y": 1}]), pa.array([1])]
    tree = tree_of(pa.Table.from_arrays(arrays, names=["x", "x.y"]))
    with pytest.raises(ColumnNameError, match=r"^\[encodings.columns\] of .* 2 columns 'x.y'"):
        match_configured(tree, {"x.y": find_by_words(KNOWN, "pco")})


def tree_of(table: Any) -> SchemaTree:
    file = io.BytesIO()
    pq.write_table(table, file)
    return SchemaTree(inlay.open(file).metadata.schema)
