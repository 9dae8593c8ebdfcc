"""Writers in JavaScript and WebAssembly."""

from __future__ import annotations

import importlib
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.compat.asked_writer import DEFAULTS, SECOND, AskedWriter, Fixed
from tests.readers.place import PLACE, node
from tests.readers.registry import node_version


class HyparquetWriter(AskedWriter):
    """Its pages are of version 2 always."""

    fixed: ClassVar[Fixed] = "bytes"

    def version(self) -> str | None:
        return node_version("hyparquet-writer")

    def option(self, encoding: str) -> str | None:
        return f"columnData: [{{name, data, encoding: '{encoding}'}}]"

    def write(self, given: str, out: str, asked: str) -> None:
        encoding = "" if asked == DEFAULTS else asked
        _run("hyparquet_writer.mjs", str(PLACE), given, out, encoding)


class ParquetWasm(AskedWriter):
    """It takes a stream of Arrow, which is written here."""

    unasked: ClassVar[Mapping[str, str]] = {
        DEFAULTS: "",
        SECOND: "setWriterVersion(WriterVersion.V2).setDictionaryEnabled(false)",
    }

    def version(self) -> str | None:
        described = Path(self.folder, "node_modules", "parquet-wasm", "package.json")
        if not self.folder or not described.exists():
            return None
        version: str = json.loads(described.read_text(encoding="utf-8"))["version"]
        return version

    def option(self, encoding: str) -> str | None:
        return f"setEncoding(Encoding.{encoding}).setDictionaryEnabled(false)"

    def write(self, given: str, out: str, asked: str) -> None:
        arrow: Any = importlib.import_module("pyarrow")
        table = importlib.import_module("pyarrow.parquet").read_table(given)
        stream = f"{out}.arrows"
        with arrow.OSFile(stream, "wb") as sink, arrow.ipc.new_stream(sink, table.schema) as into:
            into.write_table(table)
        _run("parquet_wasm_writer.mjs", self.folder, stream, out, asked)


def _run(script: str, *words: str) -> None:
    """Raises OSError with what it says."""
    command = [str(node()), str(Path(__file__).with_name(script)), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(done.stderr)
