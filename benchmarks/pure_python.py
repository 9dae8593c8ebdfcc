"""How fast is pure Python at a footer, against Python's other Thrift libraries and pyarrow?"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks import apache, footers
from benchmarks.measure import Contender, measure, table
from parquet_format.parquet import FileMetaData

OURS = "Inlay, pure Python"
METHOD = (
    "A footer of 1,000 columns x 10 row groups ({size:.2f} MB) by pyarrow; {verb} everything; "
    "contenders take turns for 5 rounds, a collection before every sample, medians."
)


def run() -> str:
    data = footers.footer(1000, 10)
    file = b"PAR1" + data + len(data).to_bytes(4, "little") + b"PAR1"
    with tempfile.TemporaryDirectory() as folder:
        return "\n\n".join(tables(data, file, Path(folder)))


def tables(data: bytes, file: bytes, folder: Path) -> list[str]:
    size = len(data) / 1e6
    ours = FileMetaData.decode(data)
    assert ours.encode() == data
    decoders: dict[str, Contender] = {OURS: lambda: FileMetaData.decode(data)}
    encoders: dict[str, Contender] = {OURS: ours.encode}
    apache_class = apache.file_metadata_class(folder)
    if apache_class is not None:
        add_apache(apache_class, data, decoders, encoders)
    add_thriftpy2(data, decoders, encoders)
    add_fastparquet(data, decoders, encoders)
    decoders["pyarrow read_metadata (C++ objects)"] = lambda: pq.read_metadata(pa.BufferReader(file))
    title = "Pure Python: {} a footer"
    found = [
        table(
            title.format("decode"),
            METHOD.format(size=size, verb="decode"),
            measure(decoders),
            OURS,
        ),
        table(
            title.format("encode"),
            METHOD.format(size=size, verb="encode"),
            measure(encoders),
            OURS,
        ),
    ]
    if apache_class is None:
        found.append("Apache's rows are missing: no `thrift` compiler on this machine.")
    return found


def add_apache(
    cls: Any, data: bytes, decoders: dict[str, Contender], encoders: dict[str, Contender]
) -> None:
    from thrift.protocol.TCompactProtocol import (
        TCompactProtocolAcceleratedFactory,
        TCompactProtocolFactory,
    )
    from thrift.transport.TTransport import TMemoryBuffer

    for name, factory in (
        ("Apache Thrift, pure Python", TCompactProtocolFactory()),
        ("Apache Thrift, accelerated (C++)", TCompactProtocolAcceleratedFactory(fallback=False)),
    ):

        def decode(factory: Any = factory) -> Any:
            value = cls()
            value.read(factory.getProtocol(TMemoryBuffer(data)))
            return value

        def encode(value: Any, factory: Any) -> Any:
            transport = TMemoryBuffer()
            value.write(factory.getProtocol(transport))
            return transport.getvalue()

        value = decode()
        assert encode(value, factory) == data
        decoders[name] = decode
        encoders[name] = lambda value=value, factory=factory, encode=encode: encode(value, factory)


def add_thriftpy2(
    data: bytes, decoders: dict[str, Contender], encoders: dict[str, Contender]
) -> None:
    import thriftpy2
    from thriftpy2.protocol import TCompactProtocol
    from thriftpy2.transport import TMemoryBuffer

    module: Any = thriftpy2.load(str(apache.IDL), module_name="benchmark_parquet_thrift")

    def decode() -> Any:
        value = module.FileMetaData()
        TCompactProtocol(TMemoryBuffer(data)).read_struct(value)
        return value

    value = decode()

    def encode() -> Any:
        transport = TMemoryBuffer()
        TCompactProtocol(transport).write_struct(value)
        return transport.getvalue()

    decoders["thriftpy2, pure Python"] = decode
    encoders["thriftpy2, pure Python"] = encode


def add_fastparquet(
    data: bytes, decoders: dict[str, Contender], encoders: dict[str, Contender]
) -> None:
    from fastparquet import cencoding

    value = cencoding.from_buffer(data, "FileMetaData")
    decoders["fastparquet (Cython, dicts)"] = lambda: cencoding.from_buffer(data, "FileMetaData")
    encoders["fastparquet (Cython; loses fields above 13)"] = value.to_bytes
