"""Writers in Java, both by the JVM that Spark brings along."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from tests.compat.asked_spark import SETTINGS
from tests.compat.asked_writer import DEFAULTS, SECOND, AskedWriter, Fixed
from tests.readers.registry import full_version, lacking
from tests.readers.writers import take_only_file

_OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    DEFAULTS: {},
    SECOND: {"parquet.writer.version": "v2", "parquet.enable.dictionary": "false"},
    "BYTE_STREAM_SPLIT": {
        "parquet.enable.bytestreamsplit": "true",
        "parquet.enable.dictionary": "false",
    },
}
_CALLS: Final = {
    "BYTE_STREAM_SPLIT": "withByteStreamSplitEncoding(NAME, true)",
    "DELTA_BYTE_ARRAY": "withWriterVersion(PARQUET_2_0)",
}


def _describe(way: str) -> str:
    return ", ".join(f"{name}={value}" for name, value in _OPTIONS[way].items())


class Spark(AskedWriter):
    unasked: ClassVar[Mapping[str, str]] = {DEFAULTS: "", SECOND: _describe(SECOND)}

    def version(self) -> str | None:
        return None if lacking("Spark") else full_version("Spark").partition(",")[0]

    def option(self, encoding: str) -> str | None:
        return _describe(encoding) if encoding in _OPTIONS else None

    def write(self, given: str, out: str, asked: str) -> None:
        frame = _session().read.parquet(given).coalesce(1)
        frame.write.options(**_OPTIONS[asked]).parquet(f"{out}.parts")
        take_only_file(out)


class ParquetJava(AskedWriter):
    """By its own builder, of which Spark passes on a part."""

    unasked: ClassVar[Mapping[str, str]] = {}
    fixed: ClassVar[Fixed] = "bytes"

    def version(self) -> str | None:
        return None if lacking("Spark") else full_version("Spark").rpartition(" ")[2]

    def option(self, encoding: str) -> str | None:
        call = _CALLS.get(encoding)
        return f"{call}.withDictionaryEncoding(false)" if call else None

    def write(self, given: str, out: str, asked: str) -> None:
        jvm = _session()._jvm
        parquet: Any = jvm.org.apache.parquet
        file = importlib.import_module("pyarrow.parquet").ParquetFile(given)
        leaf = file.schema.column(0)
        width = f"({leaf.length})" if leaf.length else ""
        text = f"message m {{ required {leaf.physical_type.lower()}{width} c; }}"
        schema = parquet.schema.MessageTypeParser.parseMessageType(text)
        make = parquet.hadoop.example.ExampleParquetWriter.builder
        builder = make(jvm.org.apache.hadoop.fs.Path(out)).withType(schema)
        if asked == "BYTE_STREAM_SPLIT":
            builder = builder.withByteStreamSplitEncoding("c", True)
        else:
            second = parquet.column.ParquetProperties.WriterVersion.PARQUET_2_0
            builder = builder.withWriterVersion(second)
        writer = builder.withDictionaryEncoding(False).build()
        groups = parquet.example.data.simple.SimpleGroupFactory(schema)
        to_binary = parquet.io.api.Binary.fromConstantByteArray
        for value in file.read()["c"].to_pylist():
            row = groups.newGroup()
            row.add("c", to_binary(value) if isinstance(value, bytes) else value)
            writer.write(row)
        writer.close()


def _session() -> Any:
    make: Any = importlib.import_module("inlay_spark.session").session
    return make("local[1]", conf=dict(SETTINGS))
