"""Local files that pyarrow reads are files of its own: those of Python take longer, and its threads may let go of them too late."""

from __future__ import annotations

import io
import os
import weakref
from io import FileIO
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pytest

import inlay
from inlay.changes.life_cycle import steps
from inlay.changes.life_cycle.change_form import change_form
from inlay.footers.footer.form import Form
from inlay.ground.files.native_file import open_for_pyarrow, open_natively
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.reopened import OpenFiles, Reopened
from inlay.ground.files.source import open_source
from inlay.ground.files.whole import Whole, WithTail
from inlay.rows.variants.opener import choose_opener
from tests.pages.encodings.files import pa, pq
from tests.support.wide_file import write_wide

ASKED = [("c", "=", 2)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "f.parquet"
    pq.write_table(pa.table({"c": [1, 2, 3]}), path, row_group_size=1)
    return path


def refuse(*_: object, **_options: object) -> None:
    raise AssertionError("a file of Python")


def test_a_local_file_is_read_without_python_between(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pa, "PythonFile", refuse)
    assert inlay.read_table(path).to_pydict() == {"c": [1, 2, 3]}
    assert inlay.read_table(path, row_groups=[1]).to_pydict() == {"c": [2]}
    assert inlay.iter_batches(path).read_all().to_pydict() == {"c": [1, 2, 3]}
    for asked in (ASKED, pc.field("c") == 2):
        assert inlay.read_table(path, filters=asked).to_pydict() == {"c": [2]}
    with path.open("rb", buffering=0) as file:
        assert inlay.read_table(file, filters=ASKED).to_pydict() == {"c": [2]}
    for filters in (ASKED, None):
        with pytest.raises(AssertionError, match="a file of Python"):
            inlay.read_table(path.read_bytes(), filters=filters)


def test_neither_is_one_with_another_footer(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Final, and so wide that pyarrow is shown some of its columns."""
    wide = write_wide(path.parent, 6000)
    for step in (steps.add, steps.promote, steps.finalize):
        change_form(str(path), step)
    monkeypatch.setattr(pa, "PythonFile", refuse)
    assert inlay.open(path).form is Form.FINAL
    assert inlay.read_table(path).to_pydict() == {"c": [1, 2, 3]}
    assert inlay.iter_batches(path).read_all().to_pydict() == {"c": [1, 2, 3]}
    assert inlay.read_table(wide, columns=["c6"]).column_names == ["c6"]


class Noted(RandomAccess):
    """Notes who holds what it has read."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = data
        self.read_before: list[weakref.ref[Any]] = []

    @property
    def size(self) -> int:
        return len(self._data)

    def read_at(self, offset: int, size: int, /) -> Any:
        data = memoryview(self._data)[offset : offset + size]
        self.read_before.append(weakref.ref(data))
        return data


def test_bytes_of_python_are_held_by_nobody(path: Path) -> None:
    """A chunk is read whole, and decoded as rows are asked for."""
    pq.write_table(pa.table({"c": [*range(1000)]}), path, use_dictionary=False)
    file = Noted(path.read_bytes())
    with choose_opener(file, pre_buffer=False)(True) as parquet:
        file.read_before.clear()
        rows = parquet.iter_batches(100)
        assert next(rows).num_rows == 100
        assert file.read_before
        assert not any(data() is not None for data in file.read_before)
        assert sum(batch.num_rows for batch in rows) == 900


def test_a_file_of_python_is_let_go_of() -> None:
    file = Whole(io.BytesIO(b"bytes"), 5)
    with open_for_pyarrow(file) as shown:
        assert shown.read() == b"bytes"
    assert file.closed


def test_a_file_that_is_opened_again_and_again_is_one_of_them(path: Path) -> None:
    files = OpenFiles()
    file = Reopened(str(path), files)
    with open_for_pyarrow(Whole(file, file.size)) as native:
        assert type(native) is pa.OSFile
        files.close()
        assert native.read() == path.read_bytes()


def test_a_name_that_leads_elsewhere_by_now_is_not_gone_by(path: Path) -> None:
    with open_source(path) as file:
        native = open_natively(file)
        assert native is not None
        native.close()
        other = path.with_name("other")
        other.write_bytes(b"another")
        os.replace(other, path)
        assert open_natively(file) is None
        path.unlink()
        assert open_natively(file) is None


def test_a_pipe_that_has_the_name_by_now_is_not_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("it would wait")

    monkeypatch.setattr(pa, "OSFile", refused)
    with open_source(path) as file:
        path.unlink()
        os.mkfifo(path)
        assert open_natively(file) is None


def test_a_name_that_is_not_utf_8_is_read(path: Path) -> None:
    strange = os.fsdecode(os.path.join(os.fsencode(path.parent), b"\xff.parquet"))
    os.replace(path, strange)
    assert inlay.read_table(strange).num_rows == 3
    assert inlay.read_table(strange, filters=ASKED).num_rows == 1
    assert inlay.iter_batches(strange).read_all().num_rows == 3


class Masked(FileIO):
    """What lies in the file is not what it reads."""

    def read(self, size: int | None = -1, /) -> bytes:
        return bytes(byte ^ 0x5A for byte in super().read(-1 if size is None else size))


def test_a_file_of_another_class_is_read_through_it(path: Path) -> None:
    path.write_bytes(bytes(byte ^ 0x5A for byte in path.read_bytes()))
    with Masked(path) as file:
        assert inlay.read_table(file).num_rows == 3
        assert inlay.read_table(file, filters=ASKED).num_rows == 1


def test_a_file_that_grows_is_read_as_it_was(path: Path) -> None:
    whole = path.read_bytes()
    with open_source(path) as file:
        shown = Whole(file, len(whole))
        with open_for_pyarrow(shown) as native:
            assert type(native) is pa.OSFile
            assert native.read() == whole
        with path.open("ab") as more:
            more.write(b"more")
        with open_for_pyarrow(shown) as native:
            assert type(native) is pa.PythonFile
            assert native.read() == whole


def test_what_is_not_as_it_lies_is_read_through_python(path: Path) -> None:
    with open_source(path) as file, open_for_pyarrow(WithTail(file, 4, b"tail")) as shown:
        assert shown.read() == b"PAR1tail"
