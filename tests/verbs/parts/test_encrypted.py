"""Parts of encrypted files: what keeps its place moves as it lies, and pyarrow and DuckDB read it with the keys; all else is refused, and says why."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.errors import DecryptionError, InlayError, RefusedError, RequestError
from tests.pages.encodings.files import pa, pq
from tests.support.encrypted_files import (
    MASTERS,
    TABLE,
    encrypted_file,
    keys_of,
    read_with,
    write_encrypted,
    write_keys,
)
from tests.support.examples import examples
from tests.support.small_files import Inlay

KEYS = keys_of(MASTERS)
NAMES = ["a", "b", "c", "d"]
SEALED = ("a", "c")
WIDE = pa.table(
    {name: [f"{name} {at % 90}" if name < "c" else at for at in range(450)] for name in NAMES}
)
"""Three row groups."""

MODES: list[dict[str, Any]] = [
    {"plaintext_footer": plain, "encryption_algorithm": algorithm, "double_wrapping": not plain}
    for plain in (False, True)
    for algorithm in ("AES_GCM_V1", "AES_GCM_CTR_V1")
]


@cache
def wide_file(mode: int) -> bytes:
    return encrypted_file(WIDE, column_keys={"of-columns": [*SEALED]}, **MODES[mode])


def keeps_places(columns: list[str], groups: list[int]) -> bool:
    """Whether every encrypted column of the result stands in the row group and the column where it stood."""
    sealed = [name for name in columns if name in SEALED]
    if any(columns.index(name) != NAMES.index(name) for name in sealed):
        return False
    return not sealed or groups == list(range(len(groups)))


@given(
    mode=st.integers(0, 3),
    columns=st.sets(st.sampled_from(NAMES), min_size=1),
    groups=st.permutations([0, 1, 2]).flatmap(
        lambda order: st.integers(1, 3).map(lambda count: order[:count])
    ),
    verify_pages=st.booleans(),
)
@examples(80)
def test_what_keeps_its_place_moves_and_all_else_is_refused(
    tmp_path: Path, mode: int, columns: set[str], groups: list[int], verify_pages: bool
) -> None:
    source, out = tmp_path / "e.parquet", tmp_path / "out.parquet"
    source.write_bytes(wide_file(mode))
    chosen = sorted(columns)
    asked: dict[str, Any] = {"columns": chosen, "row_groups": groups, "overwrite": True}
    asked |= {"keys": KEYS, "verify_pages": verify_pages}
    if not keeps_places(chosen, groups):
        with pytest.raises(RefusedError, match=r"would move from row group \d, column \d"):
            inlay.select(source, out, **asked)
        return
    inlay.select(source, out, **asked)
    expected = pa.concat_tables([WIDE.slice(group * 150, 150) for group in groups]).select(chosen)
    assert read_with(MASTERS, out).equals(expected)
    if "b" in columns:
        some = inlay.read_table(out, keys=KEYS, filters="b > 'b 5'")
        assert some.num_rows == sum(text > "b 5" for text in expected.column("b").to_pylist())
    checked = inlay.verify_modules(out, keys=KEYS)
    assert (checked.findings, checked.without_key) == ((), 0)
    assert checked.footer == ("signed" if MODES[mode]["plaintext_footer"] else "opened")
    assert inlay.verify(out, data=True, values=True, keys=KEYS).findings == ()


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_modules_move_byte_for_byte(tmp_path: Path, mode: int) -> None:
    """Pages and column indexes do; an offset index is encrypted anew, since what it says changes."""
    source, out = tmp_path / "e.parquet", tmp_path / "out.parquet"
    source.write_bytes(wide_file(mode))
    inlay.select(source, out, columns=["a"], row_groups=[0, 1], keys=KEYS)
    parts = [_list_parts(path, 2) for path in (source, out)]
    for (pages, bounds, offsets), (new_pages, new_bounds, new_offsets) in zip(*parts, strict=True):
        assert (pages, bounds) == (new_pages, new_bounds)
        assert offsets != new_offsets
    before, after = (
        inlay.index_table(path, ["first_row_index", "num_rows", "min_text"], keys=KEYS)
        for path in (source, out)
    )
    assert after.num_rows
    assert set(map(str, after.to_pylist())) <= set(map(str, before.to_pylist()))


def _list_parts(path: Path, groups: int) -> list[tuple[bytes, bytes, bytes]]:
    """Of column `a`: pages, column index, offset index."""
    data = path.read_bytes()
    listed: list[tuple[bytes, bytes, bytes]] = []
    for group in inlay.open(path, keys=KEYS).row_groups[:groups]:
        chunk: Any = group.columns[0]
        meta = chunk.meta_data
        start = meta.dictionary_page_offset or meta.data_page_offset
        extents = (
            (start, meta.total_compressed_size),
            (chunk.column_index_offset, chunk.column_index_length),
            (chunk.offset_index_offset, chunk.offset_index_length),
        )
        pages, bounds, offsets = (data[at : at + size] for at, size in extents)
        listed.append((pages, bounds, offsets))
    return listed


def test_a_column_without_a_key_can_be_left_out(tmp_path: Path, inlay: Inlay) -> None:
    """Who has the key of the footer alone may hand over the columns in the clear."""
    path, out = write_encrypted(tmp_path / "e.parquet"), tmp_path / "out.parquet"
    write_keys(tmp_path / "keys.json", {"of-footers": MASTERS["of-footers"]})
    words = (path, "-o", out, "--keys", tmp_path / "keys.json")
    kept = inlay("select", *words, "--row-groups", "0")
    assert kept.code == 2
    assert "no key for column a was given" in kept.err
    assert not out.exists()
    assert inlay("select", *words, "--columns", "b", "--row-groups", "-1").code == 0
    assert read_with(MASTERS, out).equals(TABLE.select(["b"]).slice(150))
    assert inlay("drop", *words, "--columns", "a", "--overwrite").code == 0
    assert read_with(MASTERS, out).equals(TABLE.select(["b"]))


def test_drop_in_its_place_and_split(tmp_path: Path) -> None:
    path = write_encrypted(tmp_path / "e.parquet", plaintext_footer=True)
    inlay.drop(path, columns=["b"], keys=KEYS)
    assert read_with(MASTERS, path).equals(TABLE.select(["a"]))
    [whole] = inlay.split(path, tmp_path / "whole", row_groups=2, keys=KEYS)
    assert read_with(MASTERS, Path(whole.path)).equals(TABLE.select(["a"]))
    with pytest.raises(RefusedError, match="from row group 1, column 0 to row group 0, column 0"):
        inlay.split(path, tmp_path / "parts", row_groups=1, keys=KEYS)
    assert not (tmp_path / "parts").exists()
    write_encrypted(path)
    inlay.drop(path, columns=["a"], keys=KEYS)
    parts = inlay.split(path, tmp_path / "parts", row_groups=1, keys=KEYS)
    tables = [read_with(MASTERS, Path(part.path)) for part in parts]
    assert pa.concat_tables(tables).equals(TABLE.select(["b"]))


def test_files_that_cannot_be_put_together(tmp_path: Path) -> None:
    paths = [write_encrypted(tmp_path / f"{at}.parquet") for at in range(2)]
    plain, out = tmp_path / "plain.parquet", tmp_path / "out.parquet"
    pq.write_table(TABLE, plain)
    alone = inlay.concat(paths[:1], out, keys=KEYS)
    assert alone.rows == 300
    assert read_with(MASTERS, out).equals(TABLE)
    for sources, what in (
        (paths, "file id"),
        ([paths[0], plain], "stand in the clear"),
        ([plain, paths[0]], "stand in the clear"),
        ([paths[0], paths[0]], "would move from row group 0, column 0 to row group 2, column 0"),
    ):
        with pytest.raises(RefusedError, match=what):
            inlay.concat(sources, out, keys=KEYS, overwrite=True)
    for path in (paths[0], write_encrypted(tmp_path / "s.parquet", plaintext_footer=True)):
        with pytest.raises(RefusedError, match="no key for it was given"):
            inlay.concat([path], out, overwrite=True)


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_what_does_not_open_does_not_move(tmp_path: Path, mode: int) -> None:
    source, out = tmp_path / "e.parquet", tmp_path / "out.parquet"
    data = bytearray(wide_file(mode))
    data[20] ^= 1  # in the header of the first page
    source.write_bytes(data)
    with pytest.raises(InlayError, match="does not open the"):
        inlay.select(source, out, row_groups=[0], keys=KEYS)
    assert not out.exists()
    wrong = keys_of({name: key[::-1] for name, key in MASTERS.items()})
    source.write_bytes(wide_file(mode))
    with pytest.raises(RequestError, match="does not unwrap"):
        inlay.select(source, out, row_groups=[0], keys=wrong)


def test_files_of_duckdb_move_anywhere(tmp_path: Path) -> None:
    """Their tags are bound to no place."""
    duckdb = pytest.importorskip("duckdb")
    keys = inlay.EncryptionKeys("0123456789abcdef")
    with duckdb.connect() as connection:
        connection.execute("set force_mbedtls_unsafe = true")
        for name, key in (("k", "0123456789abcdef"), ("l", "fedcba9876543210")):
            connection.execute(f"pragma add_parquet_key('{name}', '{key}')")
        encryption = "encryption_config = {footer_key: 'k'}"
        paths = [str(tmp_path / f"{at}.parquet") for at in range(2)]
        for at, path in enumerate(paths):
            rows = f"select range a, 'text ' || range b from range({at * 5000}, {at * 5000 + 5000})"
            to = f"(format parquet, row_group_size 2048, {encryption.replace(' = ', ' ')})"
            connection.execute(f"copy ({rows}) to '{path}' {to}")

        def read(path: str) -> Any:
            query = f"select * from read_parquet('{path}', {encryption}) order by all"
            return connection.execute(query).fetchall()

        both, some = str(tmp_path / "both.parquet"), str(tmp_path / "some.parquet")
        inlay.concat(paths, both, keys=keys)
        assert read(both) == [(at, f"text {at}") for at in range(10_000)]
        inlay.select(both, some, columns=["b"], row_groups=[4, 1], keys=keys)
        expected = [(f"text {at}",) for at in (*range(2048, 4096), *range(7048, 9096))]
        assert read(some) == sorted(expected)
        for path in (both, some):
            assert inlay.verify_modules(path, keys=keys).findings == ()
        connection.execute(
            f"copy (select 1::bigint a, 'x' b) to '{some}' (format parquet, encryption_config {{footer_key: 'l'}})"
        )
    several = inlay.EncryptionKeys("0123456789abcdef")
    with pytest.raises(DecryptionError, match="another key"):
        inlay.concat([both, some], tmp_path / "out.parquet", keys=several)


@pytest.mark.parametrize("name", ["", "_bloom_filter", "_disable_aad_storage"])
def test_files_of_parquet_testing(tmp_path: Path, parquet_testing: Path, name: str) -> None:
    path = parquet_testing / "data" / f"encrypt_columns_and_footer{name}.parquet.encrypted"
    keys = inlay.EncryptionKeys(
        "0123456789012345",
        {"double_field": "1234567890123450", "float_field": "1234567890123451"},
        aad_prefix=b"tester" if name == "_disable_aad_storage" else b"",
    )
    out = tmp_path / "out.parquet"
    whole = inlay.read_table(path, keys=keys)
    names = whole.column_names[: whole.column_names.index("float_field") + 1]
    inlay.select(path, out, columns=names, keys=keys)
    assert inlay.read_table(out, keys=keys).equals(whole.select(names))
    assert inlay.verify_modules(out, keys=keys).findings == ()
    filters = [inlay.bloom_table(file, ["path", "num_bytes"], keys=keys) for file in (path, out)]
    kept = [row for row in filters[0].to_pylist() if row["path"] in names]
    assert filters[1].to_pylist() == kept
