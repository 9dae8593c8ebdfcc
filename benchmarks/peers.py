"""Peers that decode a footer to Python values: a pair of functions each, untyped as they are."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import apache
from benchmarks.measure import Contender


class Peer(NamedTuple):
    """A name, and how it decodes and encodes the footer it was made for."""

    name: str
    decode: Contender
    encode: Contender


def apache_thrift(file_metadata: Any, data: bytes) -> Iterator[Peer]:
    protocols = importlib.import_module("thrift.protocol.TCompactProtocol")
    buffer = importlib.import_module("thrift.transport.TTransport").TMemoryBuffer
    for name, factory in (
        ("Apache Thrift, pure Python", protocols.TCompactProtocolFactory()),
        (
            "Apache Thrift, accelerated (C++)",
            protocols.TCompactProtocolAcceleratedFactory(fallback=False),
        ),
    ):
        peer = _apache_peer(name, factory, buffer, file_metadata, data)
        assert peer.encode() == data
        yield peer


def _apache_peer(name: str, factory: Any, buffer: Any, file_metadata: Any, data: bytes) -> Peer:
    def decode() -> Any:
        value = file_metadata()
        value.read(factory.getProtocol(buffer(data)))
        return value

    def encode() -> Any:
        transport = buffer()
        value.write(factory.getProtocol(transport))
        return transport.getvalue()

    value = decode()
    return Peer(name, decode, encode)


def thriftpy2(data: bytes) -> Peer:
    load: Callable[..., Any] = importlib.import_module("thriftpy2").load
    protocol: Any = importlib.import_module("thriftpy2.protocol").TCompactProtocol
    buffer: Any = importlib.import_module("thriftpy2.transport").TMemoryBuffer
    module = load(str(apache.IDL), module_name="benchmark_parquet_thrift")

    def decode() -> Any:
        value = module.FileMetaData()
        protocol(buffer(data)).read_struct(value)
        return value

    def encode() -> Any:
        transport = buffer()
        protocol(transport).write_struct(value)
        return transport.getvalue()

    value = decode()
    return Peer("thriftpy2, pure Python", decode, encode)


def readers(file: bytes, path: Path) -> Iterator[tuple[str, Contender]]:
    """What reads a file's metadata and gives no Thrift objects: those that are installed."""
    path.write_bytes(file)
    if polars := _module("polars"):
        yield "Polars", lambda: polars.read_parquet_metadata(io.BytesIO(file))
    if rugo := _module("rugo.parquet"):
        view = memoryview(file)
        yield "rugo", lambda: rugo.read_metadata_from_memoryview(view)
    if arro3 := _module("arro3.io"):
        yield "parquet-rs, opened by arro3", lambda: arro3.read_parquet(io.BytesIO(file))
    if duckdb := _module("duckdb"):
        connection = duckdb.connect()
        query = f"SELECT * FROM parquet_metadata('{path}')"
        yield "DuckDB", lambda: connection.execute(query).to_arrow_table()


def _module(name: str) -> Any | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def fastparquet(data: bytes) -> Peer:
    from_buffer: Any = importlib.import_module("fastparquet.cencoding").from_buffer
    value = from_buffer(data, "FileMetaData")
    return Peer(
        "fastparquet (Cython, dicts; encode loses fields above 13)",
        lambda: from_buffer(data, "FileMetaData"),
        value.to_bytes,
    )
