"""`inlay.find_extension`: the payload of an extension, wherever a file keeps it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.__main__ import run
from inlay_runtime.errors import InlayError
from tests.faults.files import small_file, small_metadata
from tests.flat.compiled import compile_text
from tests.flat.test_extension import declaration

COLUMN = "row_groups[0].columns[0].meta_data"
OTHER = "00000000-1111-4222-8333-444444444444"


@pytest.fixture(scope="module")
def of_file() -> Any:
    return compile_text(declaration(extends="parquet.FileMetaData")).Sketch


@pytest.fixture(scope="module")
def of_column() -> Any:
    return compile_text(declaration()).Sketch


@pytest.fixture
def path(tmp_path: Path, of_file: Any, of_column: Any) -> str:
    """A file with an extension of its own, and one of a column."""
    metadata = small_metadata()
    column = metadata.row_groups[0].columns[0].meta_data
    of_file(seed=1, data=b"file").attach(metadata)
    of_column(seed=2, data=b"column").attach(column)
    path = tmp_path / "a.parquet"
    path.write_bytes(small_file(metadata.encode()))
    return str(path)


def find_both(path: str, of_file: Any, of_column: Any) -> tuple[Any, Any]:
    footer = inlay.open(path)
    return inlay.find_extension(footer, of_file), inlay.find_extension(footer, of_column, COLUMN)


@pytest.mark.parametrize("at", ["", COLUMN])
def test_alone_and_in_an_envelope(path: str, tmp_path: Path, of_file: Any, of_column: Any, at: str) -> None:  # fmt: skip
    both = of_file(seed=1, data=b"file"), of_column(seed=2, data=b"column")
    assert find_both(path, of_file, of_column) == both
    (tmp_path / "other").write_bytes(b"somebody's")
    place = ["--at", at] if at else []
    words = [
        "ext",
        "append",
        path,
        str(tmp_path / "other"),
        "--uuid",
        OTHER,
        "--allow",
        "envelope",
        *place,
    ]
    assert run(words) == 0
    assert find_both(path, of_file, of_column) == both


def test_through_every_form_of_footer(path: str, of_file: Any, of_column: Any) -> None:
    both = of_file(seed=1, data=b"file"), of_column(seed=2, data=b"column")
    for step in ("add", "promote", "finalize", "revert"):
        assert run(["footer", step, path]) == 0
        assert find_both(path, of_file, of_column) == both, step


def test_none_where_it_is_not(tmp_path: Path, of_file: Any, of_column: Any) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(small_file())
    footer = inlay.open(str(path))
    assert inlay.find_extension(footer, of_file) is None
    assert inlay.find_extension(footer, of_column, COLUMN) is None
    assert inlay.find_extension(footer, of_file, COLUMN) is None
    with pytest.raises(InlayError, match="columns"):
        inlay.find_extension(footer, of_column, "row_groups[0].columns[9]")


def test_a_damaged_one_is_an_error(path: str, of_file: Any) -> None:
    data = Path(path).read_bytes()
    Path(path).write_bytes(data.replace(b"file", b"fine"))
    with pytest.raises(InlayError, match="CRC"):
        inlay.find_extension(inlay.open(path), of_file)


def test_what_is_no_footer_no_class_and_no_path(path: str, of_column: Any) -> None:
    footer = inlay.open(path)
    for given, said in (
        ((path, of_column), r"takes the Footer that inlay\.open\(path\) returns: not str"),
        ((footer.metadata, of_column), "returns: not FileMetaData"),
        ((footer, "Sketch"), "from a table with inlay_uuid: not 'Sketch'"),
        ((footer, of_column, 3), "the path of a struct as text, .*: not 3"),
    ):
        with pytest.raises(TypeError, match=said):
            inlay.find_extension(*given)


def test_what_is_no_struct_carries_nothing(path: str, of_column: Any) -> None:
    for given in (path, inlay.open(path), None):
        said = f"a ColumnMetaData carries Sketch: not {type(given).__name__}"
        with pytest.raises(TypeError, match=said):
            of_column.find(given)
        with pytest.raises(TypeError, match=said):
            of_column(seed=1).attach(given)
