"""What `inlay variant` writes is written as everything else is: nothing is lost that somebody else has put there."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest

from inlay.changes.rewrite.system import POSIX
from inlay.ground.refusals import RefusedError
from inlay.rows.variants.json_lines import convert
from inlay.rows.variants.on_files import shred_file, unshred_file
from inlay.variant import variant_array, write_table

LINES: Final = b'{"a": 1, "b": "x"}\n' * 100

Write = Callable[..., object]


def _shred(source: Path, out: Path, **options: Any) -> None:
    shred_file(str(source), str(out), "v", exact=False, **options)


def _unshred(source: Path, out: Path, **options: Any) -> None:
    unshred_file(str(source), str(out), "v", tolerant=False, **options)


def _convert(_source: Path, out: Path, **options: Any) -> None:
    convert(io.BytesIO(LINES), "lines", str(out), "v", **options)


WRITES: Final[dict[str, Write]] = {"shred": _shred, "unshred": _unshred, "from-json": _convert}


@pytest.fixture(params=WRITES)
def write(request: pytest.FixtureRequest) -> Write:
    return WRITES[str(request.param)]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.parquet"
    write_table(pa.table({"v": variant_array([{"a": 1, "b": "x"}] * 100)}), path)
    return path


def nothing(_: int) -> None:
    """Nobody watches."""


def test_a_file_that_appears_meanwhile_stays(write: Write, source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"

    def appear(_: int) -> None:
        out.write_bytes(b"mine")

    with pytest.raises(RefusedError, match="overwrite=True"):
        write(source, out, overwrite=False, advance=appear)
    assert out.read_bytes() == b"mine"
    assert set(tmp_path.iterdir()) == {source, out}


def test_the_checksums_of_the_old_file_go(write: Write, source: Path, tmp_path: Path) -> None:
    out, sidecar = tmp_path / "out.parquet", tmp_path / ".out.parquet.crc"
    out.write_bytes(b"old")
    sidecar.write_bytes(b"crc of what is there")
    write(source, out, overwrite=True, advance=nothing)
    assert out.read_bytes()[:4] == b"PAR1"
    assert set(tmp_path.iterdir()) == {source, out}


def test_a_table_is_left_alone(write: Write, source: Path, tmp_path: Path) -> None:
    table = tmp_path / "table"
    (table / "_delta_log").mkdir(parents=True)
    (table / "_delta_log" / "0.json").write_text("{}")
    out = table / "out.parquet"
    with pytest.raises(RefusedError, match="a Delta table") as refused:
        write(source, out, overwrite=True, advance=nothing)
    assert refused.value.path == str(out)
    assert not out.exists()
    write(source, out, overwrite=True, allow={"table"}, advance=nothing)
    assert out.exists()


def test_a_file_that_may_not_be_written_stays(
    write: Write, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.parquet"
    out.write_bytes(b"kept")
    monkeypatch.setattr(type(POSIX), "may_write", lambda _, path: path != str(out))
    with pytest.raises(PermissionError):
        write(source, out, overwrite=True, advance=nothing)
    assert out.read_bytes() == b"kept"


def test_the_library_refuses_as_the_commands_do(tmp_path: Path) -> None:
    rows, out = pa.table({"v": variant_array([1])}), tmp_path / "out.parquet"
    write_table(rows, out)
    before = out.read_bytes()
    with pytest.raises(RefusedError, match="overwrite=True"):
        write_table(rows, out, overwrite=False)
    assert out.read_bytes() == before
    (tmp_path / "_delta_log").mkdir()
    (tmp_path / "_delta_log" / "0.json").write_text("{}")
    with pytest.raises(RefusedError, match="a Delta table"):
        write_table(rows, tmp_path / "other.parquet")
