"""What a footer carries beside its schema, in each form of a file, and the command on a command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Protocol

import pytest

import inlay
from inlay.__main__ import run as run_command
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay_runtime.extension import Extension
from parquet_format.parquet import FileMetaData
from tests.pages.encodings.files import pa
from tests.verbs.parts.made import assert_whole
from tests.verbs.rewrite.kinds import KINDS, edit, every, write

UUID = "12345678-1234-1234-1234-123456789abc"


class Run(Protocol):
    def __call__(self, *arguments: object) -> str: ...


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> str:
        code = run_command(list(map(str, arguments)))
        output = capsys.readouterr()
        assert code == 0, output.err
        return output.out

    return run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "in.parquet"
    columns = {"a": pa.array(every(1, 2)), "b": pa.array(every(0.5))}
    write(path, columns, write_page_index=True)
    return path


def test_extensions_of_the_file_stay(run: Run, path: Path, tmp_path: Path) -> None:
    payload, out = tmp_path / "payload", tmp_path / "out.parquet"
    payload.write_bytes(b"hello")
    run("ext", "append", path, payload, "--uuid", UUID)
    run("rewrite", path, "-o", out)
    assert UUID in run("ext", "list", out)
    assert_whole(out)


def test_extensions_of_schema_elements_stay(path: Path, tmp_path: Path) -> None:
    """They say what a column is. Those of a chunk say how its pages lie, and these are gone."""
    out = tmp_path / "out.parquet"

    def extend(metadata: FileMetaData) -> None:
        metadata.schema[1].extension = Extension(b"about a")
        metadata_of(metadata.row_groups[0].columns[0]).extension = Extension(b"about pages")

    edit(path, extend)
    file = inlay.rewrite(path, out)
    new = inlay.read_metadata(out)
    assert new.schema == inlay.read_metadata(path).schema
    assert new.schema[1].extension is not None
    assert metadata_of(new.row_groups[0].columns[0]).extension is None
    assert file.notes == (
        "dropped from row groups and chunks, whose pages are new: the extension without a UUID",
    )


def test_a_seal_is_made_anew(run: Run, path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    run("seal", path)
    run("rewrite", path, "-o", out)
    assert "seal        agrees" in run("verify", out)
    assert_whole(out)


@pytest.mark.parametrize("steps", [["add"], ["add", "promote"], ["add", "promote", "finalize"]])
def test_the_form_stays(steps: list[str], run: Run, path: Path, tmp_path: Path) -> None:
    for step in steps:
        run("footer", step, path)
    out = tmp_path / "out.parquet"
    run("rewrite", path, "-o", out, "--sort-by", "b,a:desc")
    assert inlay.open(out).form is inlay.open(path).form
    rows = inlay.read_table(path).to_pylist()
    rows.sort(key=lambda row: (row["b"] is None, row["b"], row["a"] is None, -(row["a"] or 0)))
    assert inlay.read_table(out).to_pylist() == rows
    assert inlay.verify(out, data=True).findings == ()


def test_second_encodings_are_dropped_and_told(run: Run, path: Path, tmp_path: Path) -> None:
    run("encoding", "add", path, "--columns", "b", "--encoding", "alp")
    said = run("rewrite", path, "-o", tmp_path / "out.parquet")
    assert "  dropped from row groups and chunks, whose pages are new: second encodings\n" in said
    assert inlay.read_table(tmp_path / "out.parquet") == inlay.read_table(path)


def test_ids_and_key_values_stay(run: Run, path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    run("set", path, "--field-id", "a=7", "--key", "who=me")
    run("rewrite", path, path, "-o", out, "--compression", "zstd:9", "--row-group-size", 100)
    old, new = inlay.read_metadata(path), inlay.read_metadata(out)
    assert new.schema == old.schema
    assert new.key_value_metadata == old.key_value_metadata
    assert [group.num_rows for group in new.row_groups] == [100, 20]


def test_the_command_says_what_came_of_it(run: Run, path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    said = run("rewrite", path, "-o", out)
    assert said.startswith(f"{out}: wrote 60 rows, 2 columns; 4 row groups in ")
    assert " -> 1 row group in " in said
    [file] = json.loads(run("rewrite", path, "-o", out, "--overwrite", "--format", "json"))["files"]
    assert file == {
        "path": str(out),
        "rows": 60,
        "row_groups": 1,
        "columns": 2,
        "size": out.stat().st_size,
        "sources": {"files": 1, "row_groups": 4, "size": path.stat().st_size},
        "notes": [],
    }
    dry = run("rewrite", path, "-o", out, "--overwrite", "--dry-run", "--row-group-size", 25)
    assert "would write 60 rows" in dry
    assert dry.endswith(" -> 3 row groups\n")


def test_folders_and_columns_with_odd_names(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    for name in ("a", "b"):
        KINDS["odd names"](tmp_path / "lake" / f"{name}.parquet")
    (tmp_path / "lake" / "notes.txt").write_text("none")
    out = tmp_path / "out.parquet"
    said = run("rewrite", tmp_path / "lake", "-o", out, "--sort-by", '"quo""te":desc,a.b')
    assert "1 of 3 files passed over" in said
    assert inlay.read_metadata(out).num_rows == 120
