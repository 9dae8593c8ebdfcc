"""add, promote, finalize, revert: there and back, byte for byte, on files and as commands."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.changes.life_cycle import steps as life_cycle
from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.refusals import FormError
from inlay.rows.read import iter_batches
from inlay_runtime.extension import Extension
from parquet_format.parquet import FileMetaData

STEPS = ("add", "promote", "finalize")
FORMS = (Form.THRIFT, Form.PRIVATE, Form.MIGRATION, Form.FINAL)


def plain_files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*.parquet")) if path.read_bytes()[-4:] == b"PAR1"]


def bytes_of(tail_bytes: bytes, tail: Footer, data: bytes) -> bytes:
    return data[: tail.offset] + tail_bytes


def through(data: bytes, steps: Sequence[str]) -> bytes:
    """The file after these steps, in memory."""
    for step in steps:
        tail = read_footer(io.BytesIO(data))
        data = bytes_of(getattr(life_cycle, step)(tail), tail, data)
    return data


def shown(table: pa.Table) -> str:
    """The values of a table, NaN equal to NaN, however its rows are cut."""
    return str(table.combine_chunks())


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.parquet"
    table = pa.table({"item": ["nut", "bolt", None], "price": [0.25, float("nan"), -0.0]})
    pq.write_table(table, path, row_group_size=2, write_page_index=True)
    return path


def test_every_plain_file_goes_through_the_whole_life_cycle_and_back(parquet_testing: Path) -> None:
    files = plain_files(parquet_testing)
    for path in files:
        data = path.read_bytes()
        for count in range(1, 4):
            changed = through(data, STEPS[:count])
            tail = read_footer(io.BytesIO(changed))
            assert (tail.form, tail.second.findings) == (FORMS[count], ()), path.name
            assert inlay.open(io.BytesIO(changed)).metadata.num_rows >= 0
            assert through(changed, ["revert"]) == data, path.name
    assert len(files) > 90


def test_unaware_readers_read_every_dual_footer(small: Path) -> None:
    data = small.read_bytes()
    expected = pq.read_table(small)
    for count in range(3):
        changed = through(data, STEPS[:count])
        assert shown(pq.ParquetFile(pa.BufferReader(changed)).read()) == shown(expected)


def test_the_data_of_every_form_is_read(small: Path) -> None:
    data = small.read_bytes()
    expected = shown(pq.read_table(small))
    for count in range(4):
        source = io.BytesIO(through(data, STEPS[:count]))
        assert shown(inlay.read_table(source)) == expected
        one = inlay.read_table(source, columns=["price"], row_groups=[1])
        assert shown(one) == shown(pq.ParquetFile(small).read_row_groups([1], columns=["price"]))
        assert len(list(iter_batches(source, batch_size=1))) == 3


def test_another_extension_of_the_footer_is_carried_through(small: Path) -> None:
    data = small.read_bytes()
    tail = read_footer(small)
    meta = FileMetaData.decode(tail.end.own_thrift(tail))
    meta.extension = Extension(b"somebody else's")
    data = bytes_of(tail_of(meta.encode()), tail, data)
    for count in range(1, 4):
        changed = through(data, STEPS[:count])
        assert through(changed, ["revert"]) == data
        assert life_cycle.restore_thrift(read_footer(io.BytesIO(changed))) == meta.encode()


@pytest.mark.parametrize("count", range(4))
@pytest.mark.parametrize("step", [*STEPS, "revert"])
def test_a_step_that_the_form_does_not_allow_is_refused(small: Path, count: int, step: str) -> None:
    allowed = (count < 3 and step == STEPS[count]) or (step == "revert" and count > 0)
    changed = through(small.read_bytes(), STEPS[:count])
    if allowed:
        through(changed, [step])
        return
    with pytest.raises(FormError, match=f"the file has the form {FORMS[count].value}"):
        through(changed, [step])


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_bit_flip_under_a_crc_is_noticed(small: Path, count: int) -> None:
    """In the FlatBuffer and its trailer: a finding and the Thrift footer, or an error without one."""
    data = through(small.read_bytes(), STEPS[:count])
    tail = read_footer(io.BytesIO(data))
    assert tail.second.content is not None
    start, end = tail.offset + tail.second.content.start, tail.offset + tail.second.content.end
    if tail.form is Form.FINAL:
        end += 12
    else:
        end -= 16
    for bit in range(8 * start, 8 * end, 7):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            found = read_footer(io.BytesIO(bytes(flipped)))
        except FooterError:
            assert tail.form is Form.FINAL
        else:
            assert found.findings
            assert found.form is Form.THRIFT


def test_two_footers_that_disagree_are_not_taken_for_one(small: Path) -> None:
    """The Thrift was changed by somebody who did not know of the FlatBuffer."""
    data = through(small.read_bytes(), ["add"])
    tail = read_footer(io.BytesIO(data))
    meta = FileMetaData.decode(tail.end.own_thrift(tail))
    changed = tail_of(meta.replace(num_rows=77).encode())
    with pytest.raises(FormError, match="disagree"):
        through(bytes_of(changed, tail, data), ["promote"])


def test_the_commands_there_and_back(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = small.read_bytes()
    for step, form in zip(STEPS, FORMS[1:], strict=True):
        assert run(["footer", step, str(small)]) == 0
        assert run(["footer", "show", str(small), "--format", "json"]) == 0
        shown = json.loads(capsys.readouterr().out.partition("{")[2].join(["{", ""]))
        assert shown["form"] == form.value
        pieces = shown["pieces"]
        ends = [piece["offset"] + piece["length"] for piece in pieces]
        assert [piece["offset"] for piece in pieces[1:]] == ends[:-1]
        assert ends[-1] == small.stat().st_size
    assert run(["footer", "add", str(small)]) == 4
    assert "the file has the form final" in capsys.readouterr().err
    assert run(["footer", "revert", str(small)]) == 0
    assert small.read_bytes() == before


def test_a_dry_run_changes_nothing(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = small.read_bytes()
    assert run(["footer", "add", "--dry-run", str(small)]) == 0
    assert (
        "would add a FlatBuffers footer (v0) next to the Thrift footer (form: private)"
        in capsys.readouterr().out
    )
    assert small.read_bytes() == before
