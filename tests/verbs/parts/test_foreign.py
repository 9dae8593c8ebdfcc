"""What chunks and row groups carry that only its author knows: it comes along, and somebody is told."""

from __future__ import annotations

import io
from pathlib import Path
from uuid import UUID

import pytest

import inlay
from inlay.footers.containers import wrap
from inlay.pages.engine.sink import StreamSink
from inlay.pages.engine.thrift_file import open_thrift
from inlay_runtime.extension import Extension, Header
from tests.verbs.parts.made import table, write_tables

THEIRS = UUID("7f3c1c6e-1111-4222-8333-444455556666")


@pytest.mark.parametrize("place", ["row group", "chunk", "metadata"])
@pytest.mark.parametrize("is_wrapped", [True, False])
def test_a_foreign_extension_comes_along_with_a_note(
    place: str, is_wrapped: bool, tmp_path: Path
) -> None:
    [path] = write_tables(tmp_path, [table(300, 1)])
    payload = wrap(b"anything", THEIRS) if is_wrapped else b"anything"
    data = Path(path).read_bytes()
    file = open_thrift(io.BytesIO(data), "in")
    metadata = file.metadata()
    row_group = metadata.row_groups[0]
    chunk = row_group.columns[1]
    assert chunk.meta_data is not None
    carrier = {"row group": row_group, "chunk": chunk, "metadata": chunk.meta_data}[place]
    carrier.extension = Extension(payload, Header.SPEC)
    with Path(path).open("wb") as changed:
        sink = StreamSink(changed)
        sink.append(data[: file.footer])
        file.append_tail(sink, metadata)
    out = tmp_path / "out.parquet"
    made = inlay.select(path, out, columns=["name", "id"])
    said = str(THEIRS) if is_wrapped else "without a UUID"
    assert [said in note for note in made.notes if "kept as it is" in note] == [True]
    new = inlay.read_metadata(out).row_groups[0]
    meta = new.columns[1].meta_data
    assert meta is not None
    there = {"row group": new, "chunk": new.columns[1], "metadata": meta}[place]
    assert there.extension is not None
    assert there.extension.payload == payload
