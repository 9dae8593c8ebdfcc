"""The text of a FlatBuffer is the same natively and in Python; and work grows with the fields, not faster."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import inlay
from inlay.footers.footer.read import read_footer
from inlay.verbs.dump.dump import dump_blocks
from inlay.verbs.dump.flatbuffer import list_lines, write_flatbuffer
from inlay.verbs.dump.lines import Line, write_lines
from inlay_runtime.flat.table import Table
from tests.flat.mutate import accepted, bases
from tests.support.calls import count_calls
from tests.support.wide_file import write_wide
from tests.verbs.dump.test_files import in_form

pytestmark = pytest.mark.needs("native core")

BASE = 1000
DEPTH = 1


def natively(data: bytes, cls: type[Table]) -> list[str] | None:
    """None where Python writes it."""
    (first, *_) = lines = write_flatbuffer(data, BASE, cls.SCHEMA, DEPTH)
    if isinstance(first, Line):
        return None
    return [line for piece in write_lines(lines, data, BASE) for line in piece.split("\n")]


def in_python(data: bytes, cls: type[Table]) -> list[str]:
    return list(write_lines(list_lines(data, BASE, cls.SCHEMA, DEPTH), data, BASE))


def test_each_kind_of_value() -> None:
    for cls, data in bases():
        assert natively(data, cls) == in_python(data, cls), cls


def test_what_the_verifier_accepts() -> None:
    compared = left = 0
    for cls, data in accepted(7, 1500):
        lines = natively(data, cls)
        left += lines is None
        if lines is not None:
            compared += 1
            assert lines == in_python(data, cls), cls
    assert compared > 200
    assert left > 0  # where pieces overlap


@pytest.mark.parametrize("form", ["private", "migration", "final"])
def test_files(form: str, tmp_path: Path) -> None:
    path = Path(write_wide(tmp_path, 40))
    data = in_form(form, path)
    footer = read_footer(data)
    flat = footer.second.data or footer.data
    cls = type(footer.second.root or footer.flatbuffer)
    assert issubclass(cls, Table)
    assert natively(flat, cls) == in_python(flat, cls)
    text = list(inlay.dump(data))
    assert inlay.assemble(text, source=data) == data
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("inlay.verbs.dump.flatbuffer.native_text", None)
        assert list(inlay.dump(data)) == text
        patch.setattr("inlay.verbs.dump.dump.find_whole", lambda *_: None)
        assert list(inlay.dump(data)) == text


def test_twice_the_columns_take_twice_the_calls(tmp_path: Path) -> None:
    def write(data: bytes) -> None:
        for _ in dump_blocks(data, "copy", lambda _: None):
            pass

    files = [in_form("private", Path(write_wide(tmp_path, columns))) for columns in (100, 200)]
    calls = [count_calls(partial(write, data)) for data in files]
    assert calls[1] <= 2.2 * calls[0]
    assert calls[1] < 200 * 2 * 120  # for each chunk; a line takes 8 in Python, and a chunk has 40
