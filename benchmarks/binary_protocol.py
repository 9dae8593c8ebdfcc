"""How fast is the binary protocol, against the accelerated classes of Apache Thrift and thriftpy2?"""

from __future__ import annotations

import importlib
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks import apache, footers
from benchmarks.measure import Contender, Timing, measure
from benchmarks.peers import Peer
from parquet_format.parquet import FileMetaData

METHOD = (
    "A FileMetaData of {columns} columns x {groups} row groups ({size:.2f} MB) in the binary protocol; contenders take turns for "
    "{rounds} rounds, a collection before every sample, medians of processor time. *Lazy* decodes fields when they are touched, as is the default; "
    "*made* is a value none of which was read from bytes, *read* one that is still as it was."
)
COLUMNS, GROUPS, ROUNDS = 200, 20, 15


def run() -> str:
    value = FileMetaData.decode(footers.footer(COLUMNS, GROUPS), eager=True)
    data = value.encode(protocol="binary")
    lazy = FileMetaData.decode(data, protocol="binary")
    assert lazy.encode(protocol="binary") == data
    decoders: dict[str, Contender] = {
        "Inlay, lazy": lambda: FileMetaData.decode(data, protocol="binary"),
        "Inlay, eager": lambda: FileMetaData.decode(data, protocol="binary", eager=True),
    }
    encoders: dict[str, Contender] = {
        "Inlay, made": lambda: value.encode(protocol="binary"),
        "Inlay, read": lambda: lazy.encode(protocol="binary"),
    }
    with tempfile.TemporaryDirectory() as folder:
        for peer in peers(data, Path(folder)):
            assert peer.encode() == data
            decoders[peer.name], encoders[peer.name] = peer.decode, peer.encode
        method = METHOD.format(columns=COLUMNS, groups=GROUPS, size=len(data) / 1e6, rounds=ROUNDS)
        return "\n\n".join(
            [
                "## The binary protocol",
                method,
                *map(table, (("decode", decoders), ("encode", encoders))),
            ]
        )


def table(verb_and_contenders: tuple[str, dict[str, Contender]]) -> str:
    """Milliseconds, and how many times as long as Inlay's two rows each takes."""
    verb, contenders = verb_and_contenders
    timings = measure(contenders, ROUNDS, time.process_time)
    ours = [name for name in timings if name.startswith("Inlay")]
    head = " | ".join(["contender", f"{verb}, ms", *(f"times {name}" for name in ours)])
    lines = [f"| {head} |", "|---|---:|---:|---:|"]
    for name, timing in timings.items():
        ratios = " | ".join(ratio(timing, timings[base]) for base in ours)
        lines.append(f"| {name} | {timing.median * 1e3:.2f} | {ratios} |")
    return "\n".join(lines)


def ratio(timing: Timing, base: Timing) -> str:
    return f"{timing.median / base.median:.1f}"


def peers(data: bytes, folder: Path) -> Iterator[Peer]:
    apache_class = apache.file_metadata_class(folder)
    if apache_class is not None:
        protocols = importlib.import_module("thrift.protocol.TBinaryProtocol")
        made: Any = protocols.TBinaryProtocolAcceleratedFactory(fallback=False)
        buffer: Any = importlib.import_module("thrift.transport.TTransport").TMemoryBuffer
        yield peer_of(
            "Apache Thrift, accelerated (C++)",
            data,
            apache_class,
            lambda value, transport: value.read(made.getProtocol(transport)),
            lambda value, transport: value.write(made.getProtocol(transport)),
            buffer,
        )
    module: Any = importlib.import_module("thriftpy2").load(
        str(apache.IDL), module_name="bench_thrift"
    )
    protocol: Any = importlib.import_module("thriftpy2.protocol.cybin").TCyBinaryProtocol
    yield peer_of(
        "thriftpy2, Cython",
        data,
        module.FileMetaData,
        lambda value, transport: protocol(transport).read_struct(value),
        lambda value, transport: protocol(transport).write_struct(value),
        importlib.import_module("thriftpy2.transport").TCyMemoryBuffer,
    )


def peer_of(
    name: str,
    data: bytes,
    make: Any,
    read: Callable[[Any, Any], object],
    write: Callable[[Any, Any], object],
    buffer: Any,
) -> Peer:
    def decode() -> Any:
        value = make()
        read(value, buffer(data))
        return value

    def encode() -> Any:
        transport = buffer()
        write(value, transport)
        return transport.getvalue()

    value = decode()
    return Peer(name, decode, encode)
