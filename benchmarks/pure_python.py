"""How fast is pure Python at a footer, against Python's other Thrift libraries and pyarrow?"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import inlay_runtime.struct as verbs
from benchmarks import apache, footers, peers
from benchmarks.measure import Contender, measure, table
from parquet_format.parquet import FileMetaData

OURS = "Inlay, pure Python"
METHOD = (
    "A footer of 1,000 columns x 10 row groups ({size:.2f} MB) by pyarrow; {verb} everything; "
    "contenders take turns for 5 rounds, a collection before every sample, medians."
)


def run() -> str:
    before, verbs.native = verbs.native, None
    try:
        return measured()
    finally:
        verbs.native = before


def measured() -> str:
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
    found_peers = [peers.thriftpy2(data), peers.fastparquet(data)]
    if apache_class is not None:
        found_peers = [*peers.apache_thrift(apache_class, data), *found_peers]
    for peer in found_peers:
        decoders[peer.name] = peer.decode
        encoders[peer.name] = peer.encode
    decoders["pyarrow read_metadata (C++ objects)"] = lambda: pq.read_metadata(
        pa.BufferReader(file)
    )
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
