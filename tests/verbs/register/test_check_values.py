"""A table held against the values of its files: what is proved right is no difference, and what a value contradicts is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable, convert_to_deltalake

import inlay as api
from inlay.errors import RefusedError
from inlay.verbs.register.check.check_table import TableCheck
from inlay.verbs.register.check.differences import Weight
from tests.lies.kinds import KINDS as LIES
from tests.registrars.case import write_files
from tests.registrars.cases import CASES

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

ALLOWED: Final = {"nanoseconds", "geometries", "converted-timestamps"}
FALSE_BOUNDS: Final = (
    "int64-max",
    "uint32-signed-max",
    "int8-max",
    "decimal-bytes-unsigned-min",
)
TAKEN_FROM_ONE_GROUP: Final = (
    "a: only a null count",
    "b: only a minimum",
    "text of 5,000 bytes beside others",
    "h: decimal of 20 digits",
    "c: nothing",
)


def _register(folder: Path) -> None:
    api.register(str(folder), to="delta", table=str(folder), create=True, allow=ALLOWED)


def _check(folder: Path, **options: Any) -> TableCheck:
    return api.check_table(to="delta", table=str(folder), **options)


def _list_findings(check: TableCheck) -> set[tuple[Weight, str]]:
    return {(it.weight, it.finding.code) for file in check.files for it in file.differences}


@pytest.mark.parametrize("name", FALSE_BOUNDS)
def test_a_bound_of_the_footer_that_a_value_contradicts_is_wrong(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(LIES[name].file)
    _register(tmp_path)
    assert _check(tmp_path).files == ()
    check = _check(tmp_path, values=True)
    assert _list_findings(check) == {(Weight.WRONG, "false-bound")}
    (file,) = check.files
    assert file.created_by == "parquet-cpp-arrow version 26.0.1"[: len(file.created_by)]
    assert "its footer says so, too" in file.differences[0].finding.hint
    assert _check(tmp_path, values=True, fix=True).fixed
    assert _check(tmp_path, values=True).files == ()
    assert Weight.WRONG not in {weight for weight, _ in _list_findings(_check(tmp_path))}


@pytest.mark.parametrize("name", TAKEN_FROM_ONE_GROUP)
def test_what_is_not_proved_by_the_footer_is_decided(name: str, tmp_path: Path) -> None:
    """deltalake takes what one row group says for all of the file."""
    write_files(CASES[name].write(), tmp_path)
    convert_to_deltalake(str(tmp_path))
    assert not _check(tmp_path).is_right
    check = _check(tmp_path, values=True)
    weights = {weight for weight, _ in _list_findings(check)}
    assert Weight.WRONG in weights
    assert Weight.UNPROVED not in weights
    assert _check(tmp_path, values=True, fix=True).fixed
    assert _check(tmp_path, values=True).files == ()


def test_a_bound_that_no_footer_proves_and_no_value_contradicts_is_right(tmp_path: Path) -> None:
    write_files(CASES["a: only a null count"].write(), tmp_path)
    _register(tmp_path)
    assert _check(tmp_path).files == ()
    log = next((tmp_path / "_delta_log").glob("*.json"))
    text = log.read_text(encoding="utf-8")
    said = text.replace(
        r"\"minValues\":{},\"maxValues\":{}",
        r"\"minValues\":{\"v\":1},\"maxValues\":{\"v\":3}",
    )
    assert said != text
    log.write_text(said, encoding="utf-8")
    assert _list_findings(_check(tmp_path)) == {(Weight.UNPROVED, "unproved-bound")}
    assert _check(tmp_path, values=True).files == ()


@pytest.mark.parametrize("name", CASES)
def test_entries_of_ours_hold_by_the_values(name: str, tmp_path: Path) -> None:
    """But where the footer has both kinds of bounds and they disagree, or says of values what they are not."""
    write_files(CASES[name].write(), tmp_path)
    try:
        _register(tmp_path)
    except RefusedError:
        return
    check = _check(tmp_path, values=True)
    assert check.is_right, [it.differences for it in check.files]


def test_a_chunk_that_does_not_decode_proves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"x": [1, 2, 3], "y": [1, 2, 3]}), path, use_dictionary=False)
    _register(tmp_path)
    data = bytearray(path.read_bytes())
    data[4:12] = b"\xff" * 8
    path.write_bytes(data)
    check = _check(tmp_path, values=True)
    assert {(it.weight, it.finding.at) for it in check.files[0].differences} == {
        (Weight.UNPROVED, "x")
    }
    assert "does not decode" in check.files[0].differences[0].finding.what or (
        "do not decode" in check.files[0].differences[0].finding.what
    )


def test_a_file_that_goes_while_it_is_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"x": [1, 2, 3]}), path)
    _register(tmp_path)
    from inlay.verbs.register.check import measured_record

    def fail(record: object) -> None:
        raise FileNotFoundError(2, "No such file or directory", str(path))

    monkeypatch.setattr(measured_record, "measure_record", fail)
    check = _check(tmp_path, values=True)
    assert [it.finding.code for it in check.unread] == ["io-enoent"]
    assert not check.is_right


def test_the_command_decodes_values(tmp_path: Path, inlay: Inlay) -> None:
    (tmp_path / "a.parquet").write_bytes(LIES["int64-max"].file)
    _register(tmp_path)
    words = ("register", "check", str(tmp_path), "--to", "delta")
    assert inlay(*words)[0] == 0
    code, out, _ = inlay(*words, "--values")
    assert code == 1
    assert "1 file: 1 wrong, 0 unproved" in out
    assert "wrong: c: the upper bound 7, and the file has 8, which is above" in out
    assert DeltaTable(tmp_path).version() == 0
