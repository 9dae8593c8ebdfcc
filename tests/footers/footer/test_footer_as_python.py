"""A Footer is as handy as what pyarrow gives: counts, schema, plain values, one line, a table for notebooks."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.footers.footer import FooterError
from inlay.footers.footer.errors import EncryptedFooterError
from parquet_format.parquet import FileMetaData
from tests.tables.scan.lake import TABLE, write_forms

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

READABLE: Final = ["thrift", "private", "migration", "final"]


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return write_forms(tmp_path_factory.mktemp("forms"))


@pytest.mark.parametrize("form", READABLE)
def test_it_says_what_pyarrow_says(forms: dict[str, Path], form: str) -> None:
    footer = inlay.open(forms[form])
    pyarrow = pq.read_metadata(forms["thrift"])
    assert footer.num_rows == pyarrow.num_rows == TABLE.num_rows
    assert footer.num_columns == pyarrow.num_columns
    assert footer.num_row_groups == len(footer.row_groups) == pyarrow.num_row_groups == 2
    assert footer.schema_arrow.equals(pq.read_schema(forms["thrift"]), check_metadata=True)
    metadata = inlay.read_metadata(forms[form])
    assert isinstance(metadata, FileMetaData)
    assert metadata == footer.metadata


def test_the_schema_is_arrows_own() -> None:
    """Types that only the Arrow schema of a file tells."""
    table = pa.table(
        {
            "kind": pa.array(["a", "b"]).dictionary_encode(),
            "at": pa.array([1, 2], pa.timestamp("us", "Europe/Paris")),
            "long": pa.array(["x", None], pa.large_string()),
        }
    ).replace_schema_metadata({"owner": "pricing"})
    sink = io.BytesIO()
    pq.write_table(table, sink)
    footer = inlay.open(sink.getvalue())
    assert footer.schema_arrow.equals(table.schema, check_metadata=True)
    assert footer.schema_arrow is footer.schema_arrow


@pytest.mark.parametrize("form", [*READABLE, "encrypted"])
def test_inspect_prints_the_same_document(forms: dict[str, Path], form: str, inlay: Inlay) -> None:
    from inlay import open as open_footer

    footer = open_footer(forms[form])
    said = footer.to_dict()
    assert json.loads(footer.to_json()) == said
    printed: dict[str, Any] = json.loads(inlay("inspect", forms[form], "--format", "json").out)
    assert printed.pop("command") == "inspect"
    assert printed.pop("version") == 3
    more = {key for key in printed if printed[key] != said.get(key)}
    assert more == {"footer", "problems"}
    of_footer: Any = said["footer"]
    assert of_footer.items() <= printed["footer"].items()


def test_a_line_says_what_it_is(forms: dict[str, Path]) -> None:
    for form in READABLE:
        size = forms[form].stat().st_size
        line = repr(inlay.open(forms[form]))
        assert line == f"<Footer {str(forms[form])!r}: {form}, 6 rows, 2 row groups, 5 columns, {size:,} bytes>"  # fmt: skip
    size = forms["encrypted"].stat().st_size
    assert repr(inlay.open(forms["encrypted"])).endswith(f": encrypted, {size:,} bytes>")


def test_a_damaged_footer_has_a_line_too() -> None:
    footer = inlay.open(b"PAR1" + b"\xff" * 10 + (10).to_bytes(4, "little") + b"PAR1")
    with pytest.raises(FooterError):
        footer.validate()
    assert "cannot be decoded" in repr(footer)
    assert "cannot be decoded" in footer._repr_html_()
    for touch in ("num_rows", "num_columns", "row_groups", "schema_arrow"):
        with pytest.raises(FooterError):
            getattr(footer, touch)


def test_an_encrypted_one_says_that_it_is(forms: dict[str, Path]) -> None:
    footer = inlay.open(forms["encrypted"])
    assert "encrypted" in footer._repr_html_()
    with pytest.raises(EncryptedFooterError):
        _ = footer.num_rows


def test_the_table_of_a_notebook_is_small_and_harmless() -> None:
    hostile = "<script>alert(1)</script>\x1b[31m"
    names = [hostile, *(f"c{at}" for at in range(5_000))]
    sink = io.BytesIO()
    pq.write_table(pa.table({name: pa.array([1]) for name in names}), sink)
    footer = inlay.open(sink.getvalue())
    shown = footer._repr_html_()
    assert "<script" not in shown
    assert "\x1b" not in shown
    assert "&lt;script&gt;" in shown
    assert "http" not in shown
    assert "5,001" in shown
    assert len(shown) < 4_000
    assert len(repr(footer)) < 200


def test_a_notebook_shows_schema_and_layout(forms: dict[str, Path]) -> None:
    for form in READABLE:
        footer = inlay.open(forms[form])
        shown = footer._repr_html_()
        assert "optional" in shown
        assert 'title="row group 1: ' in shown
        assert 'title="footer: ' in shown


def test_with_is_understood_and_closes_nothing(forms: dict[str, Path]) -> None:
    with inlay.open(forms["thrift"]) as footer:
        assert isinstance(footer, inlay.Footer)
    assert footer.num_rows == inlay.open(forms["thrift"]).num_rows
    with pytest.raises(ZeroDivisionError), inlay.open(forms["thrift"]):
        _ = 1 // 0


def test_an_attribute_that_is_absent_gets_the_nearest(forms: dict[str, Path]) -> None:
    footer: Any = inlay.open(forms["thrift"])
    with pytest.raises(AttributeError) as caught:
        _ = footer.row_gruops
    said = "'Footer' object has no attribute 'row_gruops'; did you mean 'row_groups'?"
    assert str(caught.value) == said
    assert not hasattr(footer, "_ipython_display_")
    assert getattr(footer, "to_pandas", None) is None


def test_an_attribute_that_fails_keeps_its_own_error(
    forms: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> int:
        raise AttributeError("of something else")

    monkeypatch.setattr(inlay.Footer, "num_rows", property(fail))
    with pytest.raises(AttributeError, match=r"^of something else$"):
        _ = inlay.open(forms["thrift"]).num_rows
