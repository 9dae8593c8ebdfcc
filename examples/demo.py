"""`make demo`: the main job, end to end, on a file that it writes itself."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from inlay_runtime.extension import Extension
from parquet_format.parquet import FileMetaData

INLAYC = [sys.executable, "-m", "inlayc"]
UUID = uuid.UUID("6f0c1c55-2f5b-4a8e-9c66-0b1f6a2d9e11")


def main() -> None:
    say(
        "1. compile idl/parquet.thrift into generated/parquet_format, and hold it against what is there"
    )
    run([*INLAYC, "generate"])
    run([*INLAYC, "check"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prices.parquet"
        say(
            "2. write a Parquet file with pyarrow, and decode its footer with the generated classes"
        )
        table = pa.table({"item": ["nut", "bolt", "cog"], "price": [0.25, 0.5, 12.0]})
        pq.write_table(table, path)
        meta = decode_footer(path)
        show(meta)
        say("3. append an extension to the footer: field 32767, a UUID last in its payload")
        payload = b"anything at all" + UUID.bytes
        rewrite_footer(path, meta.replace(extension=Extension(payload)))
        say("4. read it back")
        assert pq.read_table(path).equals(table)
        print("   pyarrow reads the same table and does not notice")
        again = decode_footer(path)
        assert again.extension is not None
        assert again.extension.payload == payload
        assert again.extension.payload.endswith(UUID.bytes)
        found = uuid.UUID(bytes=again.extension.payload[-16:])
        size = len(again.extension.payload)
        print(f"   the generated classes find an extension: {size} bytes, UUID {found}")
        stripped = again.replace(extension=None)
        assert stripped.encode() == meta.encode()
        print("   without it, the footer is byte for byte what it was")


def decode_footer(path: Path) -> FileMetaData:
    data = path.read_bytes()
    size = int.from_bytes(data[-8:-4], "little")
    return FileMetaData.decode(data[-8 - size : -8])


def rewrite_footer(path: Path, meta: FileMetaData) -> None:
    data = path.read_bytes()
    size = int.from_bytes(data[-8:-4], "little")
    footer = meta.encode()
    path.write_bytes(data[: -8 - size] + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    print(f"   footer: {size} bytes before, {len(footer)} after")


def show(meta: FileMetaData) -> None:
    print(f"   {meta.num_rows} rows, {len(meta.row_groups)} row group, by {meta.created_by}")
    for element, chunk in zip(meta.schema[1:], meta.row_groups[0].columns, strict=True):
        column = chunk.meta_data
        assert column is not None
        assert element.type is not None
        sizes = f"{column.total_compressed_size} bytes at {column.data_page_offset}"
        encodings = ", ".join(encoding.name for encoding in column.encodings)
        print(
            f"   {element.name:6} {element.type.name:11} {column.codec.name:7} {sizes:18} {encodings}"
        )


def run(command: list[str]) -> None:
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    for line in result.stdout.splitlines():
        print(f"   {line}")


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main()
