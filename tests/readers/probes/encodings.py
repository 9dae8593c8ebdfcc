"""Every encoding with every type that a writer may use it for, in both versions of a data page; and every codec."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.choose import choose_columns
from inlay.pages.encodings.on_files import add_to_file, ratify_file
from inlay.pages.encodings.plugins import Encodings
from parquet_format.parquet import CompressionCodec, PageHeader
from tests.readers.probes.probe import Probe
from tests.readers.sources import footer_of, joined, split

ROWS: Final = 300
NUMBERS: Final = [None if n % 7 == 3 else n // 5 for n in range(ROWS)]
"""With nulls, and with runs, which dictionaries and RLE are for."""

VALUES: Final[dict[str, Callable[[int], Any]]] = {
    "BOOLEAN": lambda n: n % 3 == 0,
    "INT32": lambda n: n * 1000 - 7,
    "INT64": lambda n: n * 10_000_000_000 - 7,
    "INT96": lambda n: datetime(2024, 1, 1) + timedelta(hours=n, milliseconds=n),
    "FLOAT": lambda n: n / 4,
    "DOUBLE": lambda n: n / 4,
    "BYTE_ARRAY": lambda n: f"name {n}",
    "FIXED_LEN_BYTE_ARRAY": lambda n: b"%04d" % n,
}
ARROW: Final = {
    "BOOLEAN": "bool",
    "INT32": "int32",
    "INT64": "int64",
    "INT96": "timestamp[ns]",
    "FLOAT": "float32",
    "DOUBLE": "float64",
    "BYTE_ARRAY": "string",
}
BYTES: Final = ("BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY")
INTEGERS: Final = ("INT32", "INT64")
FLOATS: Final = ("FLOAT", "DOUBLE")
TYPES: Final[dict[str, tuple[str, ...]]] = {
    "PLAIN": tuple(VALUES),
    "PLAIN_DICTIONARY": (*INTEGERS, "INT96", *FLOATS, *BYTES),
    "RLE_DICTIONARY": (*INTEGERS, "INT96", *FLOATS, *BYTES),
    "RLE": ("BOOLEAN",),
    "DELTA_BINARY_PACKED": INTEGERS,
    "DELTA_LENGTH_BYTE_ARRAY": ("BYTE_ARRAY",),
    "DELTA_BYTE_ARRAY": BYTES,
    "BYTE_STREAM_SPLIT": (*INTEGERS, *FLOATS, "FIXED_LEN_BYTE_ARRAY"),
}
CODECS: Final = {
    "UNCOMPRESSED": "none",
    "SNAPPY": "snappy",
    "GZIP": "gzip",
    "BROTLI": "brotli",
    "ZSTD": "zstd",
    "LZ4_RAW": "lz4",
}


def encodings() -> Iterator[Probe]:
    for encoding, types in TYPES.items():
        for type_ in types:
            for version in ("1.0", "2.0"):
                if (encoding, version) == ("PLAIN_DICTIONARY", "2.0"):
                    continue  # the name of the old format
                write = partial(_write, encoding=encoding, type_=type_, version=version)
                yield Probe(f"{encoding}, {type_}, v{version[0]}", write, _values(type_))
    for type_ in FLOATS:
        yield Probe(f"ALP, {type_}, v1", partial(_write_alp, type_=type_), _values(type_))


def codecs() -> Iterator[Probe]:
    for codec, name in CODECS.items():
        for version in ("1.0", "2.0"):
            write = partial(
                _write, encoding="PLAIN", type_="INT64", version=version, compression=name
            )
            yield Probe(f"{codec}, v{version[0]}", write, _values("INT64"))
    yield Probe("LZ4, Hadoop's frames, v1", _write_hadoop_lz4, _values("INT64"))


def _values(type_: str) -> dict[str, list[Any]]:
    return {"c": [None if n is None else VALUES[type_](n) for n in NUMBERS]}


def _write(path: Path, encoding: str, type_: str, version: str, compression: str = "none") -> None:
    pa: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    kind = pa.binary(4) if type_ == "FIXED_LEN_BYTE_ARRAY" else pa.type_for_alias(ARROW[type_])
    is_dictionary = encoding.endswith("DICTIONARY")
    parquet.write_table(
        pa.table({"c": pa.array(_values(type_)["c"], kind)}),
        path,
        version="1.0" if encoding == "PLAIN_DICTIONARY" else "2.6",
        use_dictionary=is_dictionary,
        column_encoding=None if is_dictionary else {"c": encoding},
        data_page_version=version,
        compression=compression,
        use_deprecated_int96_timestamps=type_ == "INT96",
        store_schema=False,
    )


def _write_alp(path: Path, type_: str) -> None:
    """As `inlay encoding add --encoding alp`, and then `inlay encoding ratify`, would."""
    _write(path, "PLAIN", type_, "1.0")
    known = Encodings(Alp())
    add_to_file(str(path), choose_columns(["c"], Alp()), encodings=known)
    ratify_file(str(path), encodings=known)


def _write_hadoop_lz4(path: Path) -> None:
    """Codec 5: before each block stand its size and that of its content, four bytes each, the highest first."""
    _write(path, "PLAIN", "INT64", "1.0", "lz4")
    codec: Any = importlib.import_module("pyarrow").Codec("lz4_raw")
    data, _ = split(path.read_bytes())
    header, behind = PageHeader.decode_from(data, 4)
    size = header.uncompressed_page_size
    block = codec.compress(codec.decompress(data[behind:], size), asbytes=True)
    body = size.to_bytes(4, "big") + len(block).to_bytes(4, "big") + block
    header.compressed_page_size = len(body)
    metadata = footer_of(path)
    chunk = metadata.row_groups[0].columns[0].meta_data
    assert chunk is not None
    chunk.codec = CompressionCodec.LZ4
    chunk.total_compressed_size = len(header.encode()) + len(body)
    chunk.total_uncompressed_size = len(header.encode()) + size
    path.write_bytes(joined(b"PAR1" + header.encode() + body, metadata.encode()))
