"""Experimental encodings: in use only where somebody says so, and never under a number."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final, cast

import pytest

from inlay.encoding import choose_columns, read_table
from inlay.ground.files.configuration import ConfigurationError
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.errors import DeclinedError
from inlay.pages.encodings.fsst.plugin import Fsst
from inlay.pages.encodings.on_files import (
    add_to_file,
    ratify_file,
    repair_file,
    strip_file,
    verify_file,
)
from inlay.pages.encodings.pco import Pco
from inlay.pages.encodings.pfor.plugin import Pfor
from inlay.pages.encodings.plugins import (
    EXPERIMENTAL,
    SHIPPED,
    ChunkEncoding,
    Encodings,
    PageEncoder,
    PluginError,
)
from inlay.pages.encodings.plugins import ValueEncoding as Plugin
from inlay.pages.encodings.trial import try_encodings
from inlay.pages.engine.thrift_file import open_thrift
from parquet_format.parquet import Type
from tests.pages.encodings.files import pa, pq
from tests.support.inlay_command import Inlay

PLUGINS: Final[dict[str, Plugin]] = {"id": Pfor(), "url": Fsst()}
"""By a column for which it pays."""


class Always:
    """An encoding that declines nothing."""

    def __init__(self, plugin: Plugin) -> None:
        self.name, self.version, self.types = plugin.name, plugin.version, plugin.types
        self.encode, self.decode = plugin.encode, plugin.decode
        self._plugin = plugin

    def prepare(self, pages: Sequence[tuple[memoryview, int]], type_: Type) -> PageEncoder:
        assert isinstance(self._plugin, ChunkEncoding)
        try:
            return self._plugin.prepare(pages, type_)
        except DeclinedError:
            return lambda values, count: self.encode(values, count, type_)


@pytest.fixture(params=PLUGINS)
def column(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def plugin(column: str) -> Plugin:
    return PLUGINS[column]


def test_every_writer(written: Path, plugin: Plugin) -> None:
    """All columns of its types, whatever their logical type, with nulls and in lists."""
    before = written.read_bytes()
    known = Encodings(plugin)
    with pq.ParquetFile(written) as file:
        expected = file.read()
    if not expected.num_rows:
        return
    choose = choose_columns(["*"], cast("Plugin", Always(plugin)))
    result = add_to_file(str(written), choose, encodings=known)
    if not result.sizes:  # a file without such columns
        return
    assert read_table(written, encodings=known).equals(expected, check_metadata=True)
    assert pq.read_table(written).equals(expected)
    assert not verify_file(str(written), encodings=known)
    strip_file(str(written), encodings=known)
    assert written.read_bytes() == before


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ids at random, days, prices and addresses."""
    chance = random.Random(4)
    rows = 30_000
    path = tmp_path / "file.parquet"
    columns = {
        "id": [chance.randrange(10_000_000) for _ in range(rows)],
        "day": pa.array([chance.randint(20_000, 21_000) for _ in range(rows)], pa.int32()),
        "url": [f"https://example.com/item/{chance.randrange(10_000_000)}" for _ in range(rows)],
        "price": [round(chance.lognormvariate(3, 1), 2) for _ in range(rows)],
    }
    pq.write_table(pa.table(columns), path, use_dictionary=False, compression="none")
    return path


def test_damage_is_fixed(path: Path, column: str, plugin: Plugin) -> None:
    expected = pq.read_table(path)
    add_to_file(str(path), choose_columns([column], plugin), encodings=Encodings(plugin))
    whole = path.read_bytes()
    damaged = bytearray(whole)
    damaged[200] ^= 1  # the new encodings come first
    path.write_bytes(damaged)
    with pytest.warns(UserWarning, match="does not match its CRC"):
        assert read_table(path, encodings=Encodings(plugin)).equals(expected)
    repair_file(str(path), encodings=Encodings(plugin))
    assert path.read_bytes() == whole


def test_who_says_nothing_does_not_use_it(path: Path, column: str, plugin: Plugin) -> None:
    """The old pages are read, and a finding says why."""
    assert not set(EXPERIMENTAL) & set(SHIPPED)
    assert not {encoding.name for encoding in read_configured()} & set(EXPERIMENTAL)
    expected = pq.read_table(path)
    add_to_file(str(path), choose_columns([column], plugin), encodings=Encodings(plugin))
    with pytest.warns(UserWarning, match=f"the encoding {plugin.name} 1 is not in use here"):
        assert read_table(path).equals(expected)


@pytest.mark.parametrize("number", [11, 77])
def test_it_has_no_number(
    number: int, path: Path, column: str, plugin: Plugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    what = f"{plugin.name}: it is experimental, and has no number before Parquet gives it one"
    with pytest.raises(PluginError, match=what):
        Encodings(plugin, numbers={plugin.name: number})
    configuration = path.with_name("config.toml")
    configuration.write_text(f"[encodings.ratified]\n{plugin.name} = {number}\n")
    monkeypatch.setenv("INLAY_CONFIG", str(configuration))
    with pytest.raises(ConfigurationError, match=what):
        read_configured()
    add_to_file(str(path), choose_columns([column], plugin), encodings=Encodings(plugin))
    before = path.read_bytes()
    with pytest.raises(RefusedError, match=f"no number of the Encoding enum for {plugin.name}"):
        ratify_file(str(path), encodings=Encodings(plugin))
    assert path.read_bytes() == before


def test_it_is_weighed(path: Path) -> None:
    with path.open("rb", buffering=0) as file:
        trials = try_encodings(open_thrift(file, str(path)), Encodings(Pfor(), Pco(), Fsst()))
    names = {
        trial.name: [a.encoding.name for a in trial.attempts if a.encoding] for trial in trials
    }
    assert names == {
        "id": ["pfor", "pco"],
        "day": ["pfor", "pco"],
        "url": ["fsst"],
        "price": ["pco"],
    }
    assert all(trial.saving > 0.5 for trial in trials if trial.name != "price")


def test_the_flag(
    path: Path, column: str, plugin: Plugin, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the configuration; without it, the command says what to do."""
    refused = inlay("add", path, "--columns", column, "--encoding", plugin.name)
    assert refused.code == 2
    assert (
        f"in use here, but: alp, pco; {plugin.name} is experimental: [encodings] use = [...]"
        in flat(refused.err)
    )
    configuration = path.with_name("config.toml")
    configuration.write_text("[encodings]\nuse = ['alp', 'fsst', 'pfor']\n")
    monkeypatch.setenv("INLAY_CONFIG", str(configuration))
    added = inlay("add", path, "--columns", column, "--encoding", plugin.name)
    assert added.code == 0
    assert read_table(path).equals(pq.read_table(path))


def flat(text: str) -> str:
    """Without the breaks of lines, and the frame that they are in."""
    return " ".join(text.replace("│", " ").split())
