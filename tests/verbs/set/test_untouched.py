"""What nobody asked to change keeps its bytes: unknown fields, fields of other types, extensions, what is behind the footer."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import inlay
from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.verbs.verify.verify_footer import verify_footer
from inlay_runtime.extension import Extension
from parquet_format.parquet import FileMetaData
from tests.support.odd_footer import odd_file
from tests.verbs.set.files import write


def extended(path: Path) -> bytes:
    """Extensions of the footer, of a column and of a chunk."""
    data = write(path).read_bytes()
    metadata = FileMetaData.decode(read_footer(io.BytesIO(data)).data)
    metadata.extension = Extension(b"of the footer: n")
    metadata.schema[1].extension = Extension(b"of the column n")
    chunk = metadata.row_groups[0].columns[0]
    assert chunk.meta_data is not None
    chunk.meta_data.extension = Extension(b"of the chunk of n")
    return data[: read_footer(io.BytesIO(data)).offset] + tail_of(metadata.encode())


@pytest.mark.parametrize("kind", ["odd", "extended", "trailing"])
def test_a_rename_there_and_back_gives_the_same_bytes(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    data = odd_file() if kind == "odd" else extended(path)
    if kind == "trailing":
        footer = read_footer(io.BytesIO(data))
        data = data[: footer.offset] + tail_of(footer.data + b"behind the struct")
    path.write_bytes(data)
    name = inlay.read_metadata(path).schema[1].name
    inlay.set_metadata(str(path), rename={name: "another name"}, keys={"new": "1"})
    assert inlay.read_metadata(path).schema[1].name == "another name"
    inlay.set_metadata(str(path), rename={"another name": name}, delete=["new"])
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    "form", [Form.THRIFT, Form.MIGRATION, Form.FINAL], ids=lambda form: form.value
)
def test_a_seal_is_renewed(form: Form, tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", form)
    seal_file(str(path))
    inlay.set_metadata(str(path), rename={"n": "m"})
    assert verify_footer(read_footer(path)).seal == "agrees"
