"""Of a file with a long footer, pyarrow is shown the columns that become Variants: what comes out is the same."""

from __future__ import annotations

import sys
from pathlib import Path

import pyarrow as pa
import pytest

from inlay.ground.refusals import RefusedError
from inlay.pages.engine import excerpt
from inlay.rows.variants import candidates
from inlay.rows.variants.on_files import choose_column, rows_in, schema_of, shred_file
from inlay.rows.variants.source_column import SourceColumnError
from inlay.variant import from_json_array, write_table
from inlay_variant.arrow.schema_text import parse_schema
from tests.pages.encodings.files import pq
from tests.variant.spliced import documents, documents_in, shredded, table

ROWS = 300


@pytest.fixture(params=[0, sys.maxsize], ids=["long", "short"])
def _long(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (excerpt, candidates):
        monkeypatch.setattr(module, "LONG", request.param)


def _written(folder: Path) -> str:
    path = folder / "in.parquet"
    variants = from_json_array(documents(ROWS))
    whole = table(ROWS).append_column("variants", variants)
    for at in range(20):  # of what may be a Variant or hold some, there is less than of others
        whole = whole.append_column(f"other {at}", [pa.array(range(ROWS))])
    write_table(whole, path, row_group_size=70, write_page_index=True)
    return str(path)


def _shred(file: str, out: Path) -> bytes:
    shred_file(file, str(out), "variants", exact=False, overwrite=True, advance=lambda _: None)
    return out.read_bytes()


def test_what_is_written_does_not_depend_on_the_footer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = _written(tmp_path)
    said: list[object] = []
    for long in (0, sys.maxsize):
        for module in (excerpt, candidates):
            monkeypatch.setattr(module, "LONG", long)
        by_name = shredded(
            Path(file), {"v": parse_schema("struct<n: int64>"), "new": parse_schema("int64")}
        )
        said.append(
            (
                rows_in(file),
                choose_column(file, None),
                by_name.read_bytes(),
                _shred(file, tmp_path / "out.parquet"),
            )
        )
    assert said[0] == said[1]
    assert rows_in(file) == ROWS


def test_pyarrow_is_shown_groups_and_the_columns_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = _written(tmp_path)
    whole = schema_of(file)
    for module in (excerpt, candidates):
        monkeypatch.setattr(module, "LONG", 0)
    shown = schema_of(file, ["V", "name.x"])
    assert shown.names == ["nested", "v", "name", "map", "variants"]
    assert list(shown) == [whole.field(name) for name in shown.names]


def test_of_a_long_footer_without_groups_pyarrow_is_shown_one_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (excerpt, candidates):
        monkeypatch.setattr(module, "LONG", 0)
    path = tmp_path / "flat.parquet"
    pq.write_table(pa.table({f"c{at}": [at] for at in range(10)}), path)
    assert schema_of(str(path)).names == ["c0"]
    with pytest.raises(RefusedError, match="it has no Variants"):
        choose_column(str(path), None)
    assert documents_in(shredded(path, {"new": pa.null()}), "new") == [None]


@pytest.mark.usefixtures("_long")
def test_columns_that_pyarrow_is_not_shown_are_known(tmp_path: Path) -> None:
    """A name that differs in case, for Spark takes it for the same."""
    file = Path(_written(tmp_path))
    with pytest.raises(SourceColumnError, match="the column is called 'v' here"):
        shredded(file, {"variants": parse_schema("int64"), "V": parse_schema("int64")})
