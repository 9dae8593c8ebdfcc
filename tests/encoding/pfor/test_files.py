"""PFOR beside old pages: in use only where somebody says so, and never under a number."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from inlay.encoding import choose_columns, read_table
from inlay.encoding.configuration import ConfigurationError, read_configured
from inlay.encoding.on_files import add_to_file, ratify_file, repair_file, strip_file, verify_file
from inlay.encoding.pco import Pco
from inlay.encoding.pfor.plugin import Pfor
from inlay.encoding.plugins import EXPERIMENTAL, SHIPPED, Encodings, PluginError
from inlay.encoding.trial import try_encodings
from inlay.pages.thrift_file import open_thrift
from inlay.refusals import RefusedError
from parquet_format.parquet import Type
from tests.encoding.files import pa, pq
from tests.support.inlay_command import Inlay

PFOR = Encodings(Pfor())


class Always(Pfor):
    """Declines nothing."""

    def prepare(
        self, pages: Sequence[tuple[memoryview, int]], type_: Type
    ) -> Callable[[memoryview, int], bytes]:
        return lambda values, count: self.encode(values, count, type_)


def test_every_writer(written: Path) -> None:
    """All columns of INT32 and INT64, whatever their logical type, with nulls and in lists."""
    before = written.read_bytes()
    with pq.ParquetFile(written) as file:
        expected = file.read()
    if not expected.num_rows:
        return
    try:
        result = add_to_file(str(written), choose_columns(["*"], Always()), encodings=PFOR)
    except RefusedError:  # no column of integers
        return
    assert result.sizes
    assert read_table(written, encodings=PFOR).equals(expected, check_metadata=True)
    assert pq.read_table(written).equals(expected)
    assert not verify_file(str(written), encodings=PFOR)
    strip_file(str(written), encodings=PFOR)
    assert written.read_bytes() == before


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ids at random, categories, and a column that only PFOR and pco take."""
    chance = random.Random(4)
    rows = 30_000
    path = tmp_path / "file.parquet"
    columns = {
        "id": [chance.randrange(10_000_000) for _ in range(rows)],
        "day": pa.array([chance.randint(20_000, 21_000) for _ in range(rows)], pa.int32()),
        "price": [round(chance.lognormvariate(3, 1), 2) for _ in range(rows)],
    }
    pq.write_table(pa.table(columns), path, use_dictionary=False, compression="none")
    return path


def test_damage_is_mended(path: Path) -> None:
    expected = pq.read_table(path)
    add_to_file(str(path), choose_columns(["id"], Pfor()), encodings=PFOR)
    whole = path.read_bytes()
    damaged = bytearray(whole)
    damaged[2_000] ^= 1  # the new encoding of the first column comes first
    path.write_bytes(damaged)
    with pytest.warns(UserWarning, match="does not match its CRC"):
        assert read_table(path, encodings=PFOR).equals(expected)
    repair_file(str(path), encodings=PFOR)
    assert path.read_bytes() == whole


def test_who_says_nothing_does_not_use_it(path: Path) -> None:
    """The old pages are read, and a finding says why."""
    assert not set(EXPERIMENTAL) & set(SHIPPED)
    assert not {encoding.name for encoding in read_configured()} & set(EXPERIMENTAL)
    expected = pq.read_table(path)
    add_to_file(str(path), choose_columns(["id"], Pfor()), encodings=PFOR)
    with pytest.warns(UserWarning, match="the encoding pfor 1 is not in use here"):
        assert read_table(path).equals(expected)


@pytest.mark.parametrize("number", [11, 77])
def test_it_has_no_number(number: int, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    what = "pfor: it is experimental, and has no number before Parquet gives it one"
    with pytest.raises(PluginError, match=what):
        Encodings(Pfor(), numbers={"pfor": number})
    configuration = path.with_name("config.toml")
    configuration.write_text(f"[encodings.ratified]\npfor = {number}\n")
    monkeypatch.setenv("INLAY_CONFIG", str(configuration))
    with pytest.raises(ConfigurationError, match=what):
        read_configured()
    add_to_file(str(path), choose_columns(["id"], Pfor()), encodings=PFOR)
    before = path.read_bytes()
    with pytest.raises(RefusedError, match="no number of the Encoding enum for pfor"):
        ratify_file(str(path), encodings=PFOR)
    assert path.read_bytes() == before


def test_it_is_weighed(path: Path) -> None:
    with path.open("rb", buffering=0) as file:
        trials = try_encodings(open_thrift(file, str(path)), Encodings(Pfor(), Pco()))
    names = {
        trial.name: [a.encoding.name for a in trial.attempts if a.encoding] for trial in trials
    }
    assert names == {"id": ["pfor", "pco"], "day": ["pfor", "pco"], "price": ["pco"]}
    assert all(trial.saving > 0.5 for trial in trials if trial.name != "price")


def test_the_flag(path: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the configuration; without it, the command says what to do."""
    refused = inlay("add", path, "--column", "id", "--encoding", "pfor")
    assert refused.code == 2
    assert "in use are: alp, pco; pfor is experimental: [encodings] use = [...]" in flat(
        refused.err
    )
    configuration = path.with_name("config.toml")
    configuration.write_text("[encodings]\nuse = ['alp', 'pco', 'pfor']\n")
    monkeypatch.setenv("INLAY_CONFIG", str(configuration))
    added = inlay("add", path, "--column", "id", "--encoding", "pfor")
    assert added.code == 0
    assert read_table(path).equals(pq.read_table(path))


def flat(text: str) -> str:
    """Without the breaks of lines, and the frame that they are in."""
    return " ".join(text.replace("│", " ").split())
