"""What a plug-in does wrong is one error that names it, its version and the column; no value comes of it, and no
traceback."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from inlay.__main__ import run
from inlay.encoding import Encodings, choose_columns, read_table
from inlay.footers.containers import Finding
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.choose import keep_worthwhile
from inlay.pages.encodings.errors import BothDamagedError, ColumnRefusedError, PluginFailedError
from inlay.pages.encodings.on_files import add_to_file, ratify_file, repair_file, strip_file
from inlay.pages.encodings.plugin_calls import encode_pages
from inlay.pages.encodings.plugins import PluginError
from inlay.pages.encodings.trial import try_encodings
from inlay.pages.engine.thrift_file import open_thrift
from parquet_format.parquet import Type
from tests.pages.encodings.faults import DECODE, ENCODE, NO_PLUGINS, Whole, plugin, raising
from tests.pages.encodings.files import pa, pq
from tests.pages.encodings.test_damage import spoil_new


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "file.parquet"
    columns = {"d": [at / 4 for at in range(5_000)], "i": range(5_000)}
    pq.write_table(pa.table(columns), found)
    return found


def add(path: Path, made: Any, column: str = "d") -> Encodings:
    known = Encodings(made, numbers={made.name: 77})
    add_to_file(str(path), choose_columns([column], made), encodings=known)
    return known


@pytest.mark.parametrize("fault", ENCODE)
def test_encode(fault: str, path: Path) -> None:
    call, said = ENCODE[fault]
    refused(path, plugin(encode=call), said)


@pytest.mark.parametrize("fault", DECODE)
def test_decode_at_add(fault: str, path: Path) -> None:
    call, said = DECODE[fault]
    refused(path, plugin(decode=call), said)


def refused(path: Path, made: Any, said: str) -> None:
    before = path.read_bytes()
    with pytest.raises(ColumnRefusedError) as caught:
        add(path, made)
    assert str(caught.value).startswith(f"{path}: refused: column d: the encoding whole 1 ")
    assert said in str(caught.value)
    assert isinstance(caught.value.__cause__, PluginFailedError)
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("fault", sorted(DECODE.keys() - {"other values"}))
def test_decode_in_a_reader(fault: str, path: Path) -> None:
    """The old encoding is read in its place; without one it is an error."""
    call, said = DECODE[fault]
    expected = pq.read_table(path)
    known = add(path, Whole())
    broken = Encodings(plugin(decode=call), numbers=known.numbers)
    findings: list[Finding] = []
    assert read_table(path, encodings=broken, on_finding=findings.append).equals(expected)
    assert [one.code for one in findings] == ["encoding-damaged"]
    assert "page 0 of the new encoding does not decode: the encoding whole 1 " in str(findings[0])
    before = path.read_bytes()
    with pytest.raises(PluginFailedError, match=re.escape(said)) as caught:
        ratify_file(str(path), encodings=broken)
    assert str(caught.value).startswith(f"{path}: column d in row group 0: ")
    assert path.read_bytes() == before
    ratify_file(str(path), encodings=known)
    with pytest.raises(PluginFailedError, match=re.escape(said)) as caught:
        read_table(path, encodings=broken)
    where = "the page at offset 4: the encoding whole 1 "
    assert str(caught.value).startswith(f"{path}: row_groups[0].columns[0]: column d: {where}")
    before = path.read_bytes()
    with pytest.raises(PluginFailedError, match=re.escape(said)) as caught:
        strip_file(str(path), encodings=broken)
    assert str(caught.value).startswith(f"{path}: column d in row group 0: {where}")
    assert path.read_bytes() == before


def test_byte_arrays_of_a_ratified_file_are_checked(tmp_path: Path) -> None:
    """Nothing tells how large they become, but each says how long it is."""
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"s": [f"x{at}" for at in range(100)]}), path)
    ratify_file(str(path), encodings=add(path, Whole(), "s"))
    for wrong in (lambda _, d, *__: bytes(d)[:-1], lambda _, d, *__: bytes(d) + b"x"):
        broken = Encodings(plugin(decode=wrong), numbers={"whole": 77})
        with pytest.raises(PluginFailedError, match="bytes from decode that are not 100 values"):
            read_table(path, encodings=broken)


def test_ratify_proves_that_the_values_come_back(path: Path) -> None:
    """They are the only ones from then on."""
    known = add(path, Whole())
    before = path.read_bytes()
    others = Encodings(plugin(decode=lambda _, d, *__: bytes(len(d))), numbers=known.numbers)
    with pytest.raises(RefusedError, match="whole does not give back the values of column d in"):
        ratify_file(str(path), encodings=others)
    assert path.read_bytes() == before


def test_repair_does_not_call_a_failing_plug_in_damage(path: Path) -> None:
    known = add(path, Whole())
    with pq.ParquetFile(path) as file:
        start = file.metadata.row_group(0).column(0).dictionary_page_offset
    data = bytearray(path.read_bytes())
    data[start + 500] ^= 1
    path.write_bytes(data)
    broken = Encodings(plugin(decode=raising(ValueError("bad"))), numbers=known.numbers)
    with pytest.raises(BothDamagedError, match="the encoding whole 1 raised in decode: ValueError"):
        repair_file(str(path), encodings=broken)
    assert path.read_bytes() == bytes(data)
    assert repair_file(str(path), encodings=known) is not None


def test_auto_leaves_the_column_alone_and_goes_on(path: Path) -> None:
    def only_numbers(_self: Any, values: memoryview, _count: int, type_: Type) -> bytes:
        if type_ == Type.DOUBLE:
            raise ValueError("no scale fits")
        return bytes([values[0]])

    def back(_self: Any, _data: memoryview, count: int, _type: Type) -> bytes:
        return b"".join(at.to_bytes(8, "little") for at in range(count))

    made = plugin(encode=only_numbers, decode=back)
    with path.open("rb", buffering=0) as file:
        found = try_encodings(open_thrift(file, "file"), Encodings(made))
    assert list(keep_worthwhile(found)) == [1]
    reasons = {one.name: one.reason for one in found}
    assert reasons["d"] == "the encoding whole 1 raised in encode: ValueError: no scale fits"


def test_no_traceback_reaches_a_terminal(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = plugin(name="pco", encode=raising(ValueError("no scale fits")))
    monkeypatch.setattr(
        "inlay.pages.encodings.configuration.read_configured", lambda: Encodings(broken)
    )
    assert run(["encoding", "add", str(path), "--columns", "d"]) == 4
    said = capsys.readouterr()
    assert said.err == (
        f"error: {path}: refused: column d: the encoding pco 1 raised in encode: ValueError: "
        "no scale fits\n"
    )
    assert run(["encoding", "add", str(path), "--auto"]) == 0
    assert "raised in encode: ValueError: no scale fits" in capsys.readouterr().out


@pytest.mark.parametrize("fault", NO_PLUGINS)
def test_what_is_no_encoding(fault: str) -> None:
    made, said = NO_PLUGINS[fault]
    with pytest.raises(PluginError, match=re.escape(said)):
        Encodings(made)


def test_two_of_one_name_are_refused() -> None:
    with pytest.raises(PluginError, match="two encodings are called 'whole'"):
        Encodings(Whole(), plugin(version=2))


def test_native_code_that_changes_its_input_is_found() -> None:
    """Which a read-only view does not keep from it."""
    room = bytearray(range(16))

    class Native(Whole):
        name: ClassVar[Any] = "native"

        def encode(self, values: memoryview, count: int, type_: Type) -> bytes:
            room[0] ^= 1
            return bytes(values)

    with pytest.raises(PluginFailedError, match="does not give back the values of a page"):
        list(encode_pages(Native(), [(memoryview(room), 2)], Type.INT64))


def ending(_number: int, _frame: object) -> None:
    raise SystemExit(143)


@pytest.mark.parametrize(
    ("happens", "error"),
    [
        (lambda: signal.raise_signal(signal.SIGTERM), SystemExit),
        (raising(KeyboardInterrupt()), KeyboardInterrupt),
    ],
    ids=["a signal", "Ctrl-C"],
)
def test_a_process_can_be_ended_while_a_plug_in_works(
    happens: Callable[[], Any], error: type[BaseException]
) -> None:
    before = signal.signal(signal.SIGTERM, ending)
    try:
        with pytest.raises(error):
            list(
                encode_pages(
                    plugin(encode=lambda *_: happens()), [(memoryview(bytes(8)), 1)], Type.INT64
                )
            )
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_damaged_page_is_named_by_file_and_column_where_the_old_one_is_damaged(
    path: Path,
) -> None:
    known = add(path, Whole())
    spoil_new(path, "d", 0, 0)
    data = bytearray(path.read_bytes())
    with pq.ParquetFile(path) as file:
        data[file.metadata.row_group(0).column(0).data_page_offset + 60] ^= 1
    path.write_bytes(data)
    with pytest.raises(BothDamagedError) as caught:
        read_table(path, encodings=known, on_finding=lambda _: None)
    assert str(caught.value).startswith(f"{path}: column d: row_groups[0].columns[0]: page 0 of")
    assert "the old encoding does not match its CRC, at offset" in str(caught.value)
