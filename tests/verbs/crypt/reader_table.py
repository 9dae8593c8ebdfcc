"""Who reads whose encrypted files: the table of docs/encryption.md. `python -m tests.verbs.crypt.reader_table` asks all readers and writes
it anew; `python -m tests.readers.install python go` brings those that are not installed with the tests.

Each test asks those that are there: Spark in `tests/pipeline/test_encrypted.py`, readers of Go (`go_readers`) and parquet-rs here.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
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
from tests.readers.place import GO, has_go, has_parquet_rs
from tests.support.encrypted_files import MASTERS, encryption_of, keys_of, read_with
from tests.verbs.crypt import go_readers, parquet_rs
from tests.verbs.crypt.given_keys import list_keys
from tests.verbs.crypt.spark_reader import SparkReader

PAGE: Final = ROOT / "docs" / "encryption.md"
KEY: Final = b"0123456789abcdef"
LONGER: Final = {"24 bytes": KEY + KEY[:8], "32 bytes": KEY * 2}
ROWS: Final = 5_000
TABLE: Final = pa.table({"a": range(ROWS), "b": [f"text {at}" for at in range(ROWS)]})
BY_HAND: Final = cast(Any, pe)


def _by_hand(
    path: Path, key: bytes = KEY, pages: dict[str, Any] | None = None, **options: Any
) -> None:
    properties = BY_HAND.create_encryption_properties(key, **options)
    pq.write_table(
        TABLE, path, encryption_properties=properties, **(WHOLE if pages is None else pages)
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


WHOLE: Final[dict[str, Any]] = {"use_dictionary": False, "data_page_size": 1 << 22}
SMALL: Final[dict[str, Any]] = {"use_dictionary": False, "data_page_size": 512, "write_page_index": True, "max_rows_per_page": 500}  # fmt: skip
NEWER: Final[dict[str, Any]] = {**WHOLE, "data_page_version": "2.0"}
FILES: Final[dict[str, Callable[[Path], None]]] = {
    "pyarrow, one page a chunk": _by_hand,
    "the same, key of 24 bytes": lambda path: _by_hand(path, LONGER["24 bytes"]),
    "the same, key of 32 bytes": lambda path: _by_hand(path, LONGER["32 bytes"]),
    "the same, pages of version 2": lambda path: _by_hand(path, pages=NEWER),
    "the same, AES_GCM_CTR_V1": lambda path: _by_hand(path, encryption_algorithm="AES_GCM_CTR_V1"),
    "the same, AAD prefix stored": lambda path: _by_hand(path, aad_prefix=b"of us"),
    "the same, footer in the clear": lambda path: _by_hand(path, plaintext_footer=True),
    "pyarrow, several pages, page index": lambda path: _by_hand(path, pages=SMALL),
    "pyarrow, own key for `a`": _by_service,
    "`a` with a key, footer in the clear": lambda path: _by_service(path, plaintext_footer=True),
    "the same, by `crypt footer`": _in_the_clear,
    "DuckDB": _by_duckdb,
}


def _key_for(name: str) -> bytes | None:
    """None where master keys unwrap it."""
    if "`" in name:
        return None
    return next((key for length, key in LONGER.items() if length in name), KEY)


def _keys_for(name: str) -> Any:
    key = _key_for(name)
    return keys_of(MASTERS) if key is None else inlay.EncryptionKeys(key)


def _read_by_pyarrow(name: str, path: Path) -> list[Any]:
    keys: Any = _keys_for(name)
    if keys.master_keys is not None:
        return read_with(MASTERS, path).column("b").to_pylist()
    properties = BY_HAND.create_decryption_properties(_key_for(name))
    return pq.read_table(path, decryption_properties=properties).column("b").to_pylist()


def _read_by_duckdb(name: str, path: Path) -> list[Any]:
    with _duckdb(_key_for(name) or KEY) as connection:
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


PROGRAMS: Final[dict[str, Callable[[Path, str, Mapping[str, bytes]], list[str]]]] = {
    **{name: partial(go_readers.read_column, name) for name in GO},
    "parquet-rs": parquet_rs.read_column,
}
"""Those that are asked only where they are named. Files of DuckDB bind no module to its place, which they do not look for."""


NAMED: Final = {"": "of-footers", "a": "of-columns"}


def _by_parquet_rs(path: Path, keys: dict[str, str], **footer: Any) -> None:
    """`keys` have the master key of each."""
    query = f"SELECT value AS a, concat('text ', value) AS b FROM generate_series(0, {ROWS - 1})"
    given = {"": KEY, "a": KEY[::-1]}
    small = {"data_page_row_count_limit": "500", "write_batch_size": "250"}
    used = {whose: given[whose] for whose in keys or [""]}
    parquet_rs.write_file(path, query, used, keys, options=small, **footer)


FILES_OF_PROGRAMS: Final[dict[str, dict[str, Callable[[Path], None]]]] = {
    "arrow-go": {
        "arrow-go, version 2, page index": lambda path: go_readers.write_file(path, ROWS, KEY)
    },
    "parquet-rs": {
        "parquet-rs, page index": lambda path: _by_parquet_rs(path, {}),
        "parquet-rs, footer in the clear": lambda path: _by_parquet_rs(
            path, {}, footer="plaintext"
        ),
        "parquet-rs, own key for `a`": lambda path: _by_parquet_rs(path, NAMED),
        "parquet-rs, own key for `a`, footer in the clear": lambda path: _by_parquet_rs(
            path, NAMED, footer="plaintext"
        ),
    },
}


def _reads(read: Callable[[], list[Any]]) -> bool:
    try:
        return read() == TABLE.column("b").to_pylist()
    except Exception:  # of whatever class the reader has
        return False


def write_table(spark: SparkReader | None = None, *programs: str) -> str:
    """As Markdown."""
    return "\n".join(_list_lines(spark, programs))


def leave_out(table: str, *readers: str) -> str:
    """The table as it is without them: neither their names nor the rows of their files."""
    lines = [
        line
        for line in table.splitlines()
        if not line.startswith(tuple(f"| {name}" for name in readers))
    ]
    text = "\n".join(lines)
    for name in readers:
        text = text.replace(f", {name}", "").replace(name, "-")
    return text


def _list_lines(spark: SparkReader | None, programs: tuple[str, ...]) -> Iterator[str]:
    files = dict(FILES)
    for who in programs:
        files |= FILES_OF_PROGRAMS.get(who, {})
    if spark is not None:
        files |= spark.list_files(ROWS)
    yield "| file | with keys | column `b` without |"
    yield "|---|---|---|"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.parquet"
        for name, write in files.items():
            write(path)
            checked = inlay.verify_modules(path, keys=_keys_for(name))
            assert (checked.findings, checked.without_key) == ((), 0), name
            assert _reads(partial(_read_by_inlay, name, path)), name
            opened = [who for who, read in WITH_KEYS.items() if _reads(partial(read, name, path))]
            others = [who for who, read in WITHOUT.items() if _reads(partial(read, path))]
            if spark is not None and _reads(partial(spark.read, path, _key_for(name))):
                opened.append("Spark")
            if spark is not None and _reads(partial(spark.read_plainly, path)):
                others.append("Spark")
            for who in programs if name != "DuckDB" else ():
                given = dict(list_keys(path, _keys_for(name)))
                if _reads(partial(PROGRAMS[who], path, "b", given)):
                    opened.append(who)
                if _reads(partial(PROGRAMS[who], path, "b", {})):
                    others.append(who)
            yield f"| {name} | {', '.join(opened)} | {', '.join(others) or '-'} |"


def find_table(page: str) -> str:
    match = re.search(r"^\| file \|.*?(?=\n\n|\Z)", page, re.MULTILINE | re.DOTALL)
    return match[0].strip() if match is not None else ""


def main() -> None:
    kinds = {"go": has_go(), "python": has_parquet_rs()}
    if absent := [kind for kind, is_there in kinds.items() if not is_there]:
        sys.exit(f"readers are not there: python -m tests.readers.install {' '.join(absent)}")
    from inlay_spark.session import session
    from tests.pipeline.spark_encryption import add_classes
    from tests.support.quick_spark import QUICK

    spark = session("local[2]", conf={**QUICK, "spark.log.level": "OFF"})
    with tempfile.TemporaryDirectory() as folder:
        add_classes(spark, Path(folder))
        text = PAGE.read_text(encoding="utf-8")
        table = write_table(SparkReader(spark), *PROGRAMS)
        PAGE.write_text(text.replace(find_table(text), table), encoding="utf-8")
        spark.stop()


if __name__ == "__main__":
    main()
