"""Who reads whose encrypted files: the table of docs/encryption.md. `python -m tests.verbs.crypt.reader_table` writes it anew."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import datafusion
import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe

import inlay
from tests.docs.pages import ROOT
from tests.support.encrypted_files import MASTERS, encryption_of, keys_of, read_with

PAGE: Final = ROOT / "docs" / "encryption.md"
KEY: Final = b"0123456789abcdef"
LONG: Final = KEY * 2
ROWS: Final = 5_000
TABLE: Final = pa.table({"a": range(ROWS), "b": [f"text {at}" for at in range(ROWS)]})
BY_HAND: Final = cast(Any, pe)


def _by_hand(
    path: Path, key: bytes = KEY, pages: dict[str, Any] | None = None, **options: Any
) -> None:
    properties = BY_HAND.create_encryption_properties(key, **options)
    whole: dict[str, Any] = {"use_dictionary": False, "data_page_size": 1 << 22}
    pq.write_table(
        TABLE, path, encryption_properties=properties, **(whole if pages is None else pages)
    )


def _by_service(path: Path, **options: Any) -> None:
    pq.write_table(TABLE, path, encryption_properties=encryption_of(**options))


def _in_the_clear(path: Path) -> None:
    """The work of `inlay crypt footer`."""
    _by_service(path)
    inlay.set_footer_mode(path, "plaintext", keys=keys_of(MASTERS))


def _by_duckdb(path: Path) -> None:
    with _duckdb(KEY) as connection:
        connection.register("given", TABLE)
        connection.execute(
            f"copy given to '{path}' (format parquet, encryption_config {{footer_key: 'k'}})"
        )


def _duckdb(key: bytes) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute("set force_mbedtls_unsafe = true")  # its other library is an extension
    connection.execute(f"pragma add_parquet_key('k', '{key.decode()}')")
    return connection


SMALL: Final[dict[str, Any]] = {"use_dictionary": False, "data_page_size": 512, "write_page_index": True, "max_rows_per_page": 500}  # fmt: skip
FILES: Final[dict[str, Callable[[Path], None]]] = {
    "pyarrow, one page a chunk": _by_hand,
    "the same, key of 32 bytes": lambda path: _by_hand(path, LONG),
    "the same, AES_GCM_CTR_V1": lambda path: _by_hand(path, encryption_algorithm="AES_GCM_CTR_V1"),
    "the same, AAD prefix stored": lambda path: _by_hand(path, aad_prefix=b"of us"),
    "the same, footer in the clear": lambda path: _by_hand(path, plaintext_footer=True),
    "pyarrow, several pages, page index": lambda path: _by_hand(path, pages=SMALL),
    "pyarrow, own key for `a`": _by_service,
    "`a` with a key, footer in the clear": lambda path: _by_service(path, plaintext_footer=True),
    "the same, by `crypt footer`": _in_the_clear,
    "DuckDB": _by_duckdb,
}


def _keys_for(name: str) -> Any:
    if "`" in name:
        return keys_of(MASTERS)
    return inlay.EncryptionKeys(LONG if "32 bytes" in name else KEY)


def _read_by_pyarrow(name: str, path: Path) -> list[Any]:
    keys: Any = _keys_for(name)
    if keys.master_keys is not None:
        return read_with(MASTERS, path).column("b").to_pylist()
    key = LONG if "32 bytes" in name else KEY
    properties = BY_HAND.create_decryption_properties(key)
    return pq.read_table(path, decryption_properties=properties).column("b").to_pylist()


def _read_by_duckdb(name: str, path: Path) -> list[Any]:
    with _duckdb(LONG if "32 bytes" in name else KEY) as connection:
        source = f"read_parquet('{path}', encryption_config = {{footer_key: 'k'}})"
        return [
            row[0] for row in connection.execute(f"select b from {source} where a >= 0").fetchall()
        ]


def _read_by_inlay(name: str, path: Path) -> list[Any]:
    return inlay.read_table(path, keys=_keys_for(name), filters="a >= 0").column("b").to_pylist()


def _read_plainly(query: str) -> list[Any]:
    with duckdb.connect() as connection:
        return [row[0] for row in connection.execute(query).fetchall()]


WITH_KEYS: Final[dict[str, Callable[[str, Path], list[Any]]]] = {
    "pyarrow": _read_by_pyarrow,
    "DuckDB": _read_by_duckdb,
}
WITHOUT: Final[dict[str, Callable[[Path], list[Any]]]] = {
    "pyarrow": lambda path: pq.read_table(path, columns=["b"]).column("b").to_pylist(),
    "DuckDB": lambda path: _read_plainly(f"select b from '{path}'"),
    "Polars": lambda path: pl.read_parquet(path, columns=["b"])["b"].to_list(),
    "DataFusion": lambda path: [
        value
        for batch in datafusion.SessionContext().read_parquet(str(path)).select("b").collect()
        for value in batch.column(0).to_pylist()
    ],
}


def _reads(read: Callable[[], list[Any]]) -> bool:
    try:
        return read() == TABLE.column("b").to_pylist()
    except Exception:  # of whatever class the reader has
        return False


def write_table() -> str:
    """As Markdown."""
    return "\n".join(_list_lines())


def _list_lines() -> Iterator[str]:
    yield "| file | with keys | column `b` without |"
    yield "|---|---|---|"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.parquet"
        for name, write in FILES.items():
            write(path)
            assert _reads(partial(_read_by_inlay, name, path)), name
            opened = [who for who, read in WITH_KEYS.items() if _reads(partial(read, name, path))]
            others = [who for who, read in WITHOUT.items() if _reads(partial(read, path))]
            yield f"| {name} | {', '.join(opened)} | {_join(others)} |"


def _join(names: list[str]) -> str:
    return ("all" if len(names) == len(WITHOUT) else ", ".join(names)) or "-"


def find_table(page: str) -> str:
    match = re.search(r"^\| file \|.*?(?=\n\n|\Z)", page, re.MULTILINE | re.DOTALL)
    return match[0].strip() if match is not None else ""


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(text.replace(find_table(text), write_table()), encoding="utf-8")
