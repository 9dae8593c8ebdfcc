"""Files that are Inlay's own already: shredded, with a second encoding, or with a footer of another form."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.on_files import ratify_file
from inlay.rows.variants.file_shredding import shred_columns
from inlay.variant import read_table
from tests.pages.encodings.files import ENCODINGS, add_all, plain_and_indexed, pq
from tests.variant.kept import assert_offsets_lead_to_pages, assert_same_rows, footer_of
from tests.variant.spliced import BOTH, BY, FILES, assert_spliced, shredded, table

STEPS: Final = {Form.PRIVATE: [add], Form.MIGRATION: [add, promote], Form.FINAL: [add, promote, finalize]}  # fmt: skip


def test_variants_shredded_by_that_very_schema(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table().select(["v", "w"]), source)
    first = shredded(source, BOTH)
    again = tmp_path / "again.parquet"
    assert shred_columns(first, again, BOTH) == (1_000, [])
    assert read_table(again).equals(read_table(first))
    assert_offsets_lead_to_pages(again)


@pytest.mark.parametrize("form", STEPS)
def test_every_form_becomes_one_that_everybody_reads(form: Form, tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source, **FILES["page index, sorted, CRCs"])
    thrift = tmp_path / "thrift.parquet"
    thrift.write_bytes(source.read_bytes())
    for step in STEPS[form]:
        change_form(str(source), step)
    out = shredded(source)
    assert read_footer(out).form is Form.THRIFT
    assert_spliced(thrift, out)


def test_a_second_encoding_is_left_out(tmp_path: Path) -> None:
    plain, source = tmp_path / "plain.parquet", tmp_path / "in.parquet"
    plain_and_indexed(plain)
    source.write_bytes(plain.read_bytes())
    add_all(source)
    assert source.stat().st_size > plain.stat().st_size
    out = shredded(source)
    assert_spliced(plain, out)
    meta = footer_of(source).row_groups[1].columns[3].meta_data
    assert meta is not None
    damaged = bytearray(source.read_bytes())
    damaged[meta.data_page_offset + 100] ^= 1
    source.write_bytes(bytes(damaged))
    with pytest.raises(RefusedError, match="the old encoding of column price in row group 1"):
        shred_columns(source, tmp_path / "other.parquet", BY)


def test_a_ratified_encoding_becomes_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, source = tmp_path / "plain.parquet", tmp_path / "in.parquet"
    plain_and_indexed(plain)
    source.write_bytes(plain.read_bytes())
    add_all(source)
    ratify_file(str(source), encodings=ENCODINGS)
    configuration = tmp_path / "inlay.toml"
    configuration.write_text('[encodings]\nuse = ["pco"]\n[encodings.ratified]\npco = 77\n')
    monkeypatch.setenv("INLAY_CONFIG", str(configuration))
    out = shredded(source)
    assert_same_rows(plain, out, ("v",))
    assert assert_offsets_lead_to_pages(out) > 100
    assert {path.name for path in tmp_path.iterdir()} == {
        "plain.parquet", "in.parquet", "inlay.toml", "out.parquet"
    }  # fmt: skip
