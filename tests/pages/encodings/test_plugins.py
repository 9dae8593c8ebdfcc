"""Encodings of others: the one in the docs, what is refused of one, and who says which are loaded."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest

from inlay.encoding import Encodings, read_table
from inlay.ground.files.configuration import ConfigurationError
from inlay.pages.encodings.choose import choose_columns, keep_worthwhile
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.errors import ColumnRefusedError
from inlay.pages.encodings.on_files import add_to_file, ratify_file, strip_file
from inlay.pages.encodings.pco import Pco
from inlay.pages.encodings.plugins import PluginError
from inlay.pages.encodings.trial import try_encodings
from inlay.pages.engine.thrift_file import open_thrift
from inlay_runtime.errors import InlayError
from parquet_format.parquet import Type
from tests.conftest import ROOT
from tests.pages.encodings.files import (
    by_duckdb,
    pq,
    rows_across_pages,
    version_2,
    without_dictionary,
    write_pyarrow,
)

WRITERS = [write_pyarrow, version_2, without_dictionary, by_duckdb, rows_across_pages]


@pytest.fixture
def deflate() -> Any:
    """The plug-in that the docs show."""
    text = (ROOT / "docs" / "encoding.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert code is not None
    assert len([line for line in code[1].splitlines() if line.strip()]) <= 15
    names: dict[str, Any] = {}
    exec(compile(code[1], "docs/encoding.md", "exec"), names)
    return names["Deflate"]()


@pytest.mark.parametrize("write", WRITERS)
def test_the_plug_in_of_the_docs(deflate: Any, tmp_path: Path, write: Any) -> None:
    """Byte arrays as well: with nulls, in maps, in every encoding of other writers."""
    path = tmp_path / "file.parquet"
    write(path)
    original = path.read_bytes()
    with pq.ParquetFile(path) as file:
        expected = file.read()
    known = Encodings(deflate, numbers={"deflate": 90})
    result = add_to_file(str(path), choose_columns(["*"], deflate), encodings=known)
    assert result.sizes
    assert read_table(path, encodings=known).equals(expected)
    dual = path.read_bytes()
    ratify_file(str(path), encodings=known)
    assert read_table(path, encodings=known).equals(expected)
    path.write_bytes(dual)
    strip_file(str(path), encodings=known)
    assert path.read_bytes() == original


class Lossy(Pco):
    """Loses the sign of zeros."""

    name: ClassVar[str] = "lossy"

    def decode(self, data: memoryview, count: int, type_: Type) -> bytes:
        values = super().decode(data, count, type_)
        return values[:-1] + bytes([values[-1] & 0x7F])


def test_an_encoding_that_loses_a_bit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    pa: Any = importlib.import_module("pyarrow")
    pq.write_table(pa.table({"x": [1.0, -0.0]}), path)
    before = path.read_bytes()
    with pytest.raises(ColumnRefusedError, match="lossy 1 does not give back the values of a page"):
        add_to_file(str(path), choose_columns(["x"], Lossy()), encodings=Encodings(Lossy()))
    assert path.read_bytes() == before


def test_no_stream_of_pco_is_believed() -> None:
    pco = Pco()
    data = pco.encode(memoryview(bytes(range(80))), 10, Type.INT64)
    for wrong in (b"", b"x", data[:-1], data[: len(data) // 2]):
        with pytest.raises(InlayError):
            pco.decode(memoryview(wrong), 10, Type.INT64)
    for count in (1, 9, 11):
        with pytest.raises(InlayError, match="does not hold"):
            pco.decode(memoryview(data), count, Type.INT64)
    with pytest.raises(InlayError):
        pco.decode(memoryview(data), 10, Type.DOUBLE)


def test_auto_picks_what_pays(tmp_path: Path) -> None:
    pa: Any = importlib.import_module("pyarrow")
    import random

    r = random.Random(2)
    rows = 40_000
    path = tmp_path / "file.parquet"
    columns = {
        "sorted": list(range(rows)),
        "price": [round(r.lognormvariate(3, 1), 2) for _ in range(rows)],
        "category": pa.array([r.choice([1, 1, 1, 2, 90]) for _ in range(rows)], pa.int32()),
        "noise": pa.array([r.getrandbits(31) for _ in range(rows)], pa.int32()),
        "name": ["x"] * rows,
    }
    pq.write_table(pa.table(columns), path, compression="zstd", use_dictionary=["category"])
    with path.open("rb", buffering=0) as file:
        found = try_encodings(open_thrift(file, "file"), Encodings(Pco()))
    picked = keep_worthwhile(found)
    names = {one.name: one for one in found}
    assert {one.name for one in found if one.position in picked} == {"sorted", "price"}
    saved = [one.saving * one.old.size for one in found]
    assert saved == sorted(saved, reverse=True)
    assert names["sorted"].saving > 0.9
    assert names["noise"].saving < 0.1
    assert names["name"].encoding is None


def configuration(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("INLAY_CONFIG", str(path))
    return path


def test_the_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [one.name for one in read_configured()] == ["alp", "pco"]
    assert read_configured().numbers == {"alp": 10}
    configuration(tmp_path, "[encodings.ratified]\npco = 64\n", monkeypatch)
    found = read_configured()
    assert [one.name for one in found] == ["alp", "pco"]
    assert found.numbers == {"alp": 10, "pco": 64}
    configuration(tmp_path, "[encodings]\nuse = []\n", monkeypatch)
    assert not list(read_configured())
    configuration(tmp_path, "[encodings]\nuse = ['pco']\n", monkeypatch)
    assert not read_configured().numbers
    configuration(tmp_path, "[encodings.ratified]\nalp = 10\n", monkeypatch)
    assert read_configured().numbers == {"alp": 10}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[encodings", "config.toml: "),
        ("encodings = " + "9" * 5_000, "config.toml: "),
        ("encodings = " + "[" * 5_000, "nested too deeply"),
        ("[encodings.columns]\nx = 'pco(level=" + "9" * 5_000 + ")'", "columns.x: "),
        ("[encodings.columns]\nx = 'pco(level=" + "[" * 5_000 + ")'", "columns.x: "),
        ("encodings = 3", "encodings is a table"),
        ("[encodings]\nload = []", "encodings.load is not known"),
        ("[encodings]\nuse = 'pco'", "encodings.use is a list of names"),
        ("[encodings.columns]\nx = 3", "encodings.columns.x is the name of an encoding"),
        ("[encodings.columns]\nx = 'zip'", "encodings.columns.x: no encoding 'zip' is in use here"),
        (
            "[encodings.columns]\nx = 'alp(level=3)'",
            "encodings.columns.x: alp(level=3): alp has no",
        ),
        ("[encodings.ratified]\npco = 'x'", "is a number of the Encoding enum"),
        ("[encodings.ratified]\npco = 0", "pco: 0 is PLAIN, which every reader has"),
        ("[encodings.ratified]\nrle = 3", "rle: 3 is RLE, which every reader has"),
        ("[encodings.ratified]\npco = true", "is a number of the Encoding enum"),
        ("[encodings.ratified]\npco = 10", "pco: 10 is ALP, and only an encoding of that name can"),
        ("[encodings.ratified]\npco = 70\nother = 70", "other: 70 is taken by another"),
    ],
)
def test_a_wrong_configuration_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    configuration(tmp_path, text, monkeypatch)
    with pytest.raises(ConfigurationError, match=re.escape(said)):
        read_configured()


def test_what_is_not_installed_is_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configuration(tmp_path, "[encodings]\nuse = ['os:system']\n", monkeypatch)
    with pytest.raises(PluginError, match="no encoding 'os:system' is installed"):
        read_configured()


class EntryPoint:
    """An entry point of somebody else."""

    def __init__(self, made: object) -> None:
        self.made = made

    def load(self) -> Any:
        return lambda: self.made


@pytest.mark.parametrize(
    ("made", "said"),
    [(Lossy(), ""), (Pco(), "is the encoding 'pco'"), (object(), "is not an encoding")],
    ids=["one", "another name", "none"],
)
def test_an_entry_point_is_loaded_where_the_configuration_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: object, said: str
) -> None:
    asked: list[dict[str, str]] = []

    def entry_points(**what: str) -> list[EntryPoint]:
        asked.append(what)
        return [EntryPoint(made)]

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    configuration(tmp_path, "[encodings]\nuse = ['pco', 'lossy']\n", monkeypatch)
    if said:
        with pytest.raises(PluginError, match=said):
            read_configured()
    else:
        assert [one.name for one in read_configured()] == ["pco", "lossy"]
    assert asked == [{"group": "inlay.encodings", "name": "lossy"}]


def test_a_name_in_a_file_loads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even of what is installed: only the configuration does."""

    class Antigravity(Pco):
        name: ClassVar[str] = "antigravity"

    path = tmp_path / "file.parquet"
    write_pyarrow(path)
    known = Encodings(Antigravity())
    add_to_file(str(path), choose_columns(["price"], Antigravity()), encodings=known)
    modules = set(sys.modules)
    with pytest.warns(UserWarning, match="the encoding antigravity 1 is not in use here"):
        read_table(path)
    assert not {one for one in set(sys.modules) - modules if "antigravity" in one}
