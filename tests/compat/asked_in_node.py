"""Readers in JavaScript and WebAssembly."""

from __future__ import annotations

import importlib
import json
import subprocess
from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.compat.asking import AskedReader
from tests.readers.other_readers import as_typed, end_alike
from tests.readers.place import node
from tests.readers.reader import NotAskedError


class InNode(AskedReader):
    """JavaScript, in a program that reads one file after the other."""

    program_name: str

    def start(self) -> None:
        script = Path(__file__).with_name(self.program_name)
        self.program = subprocess.Popen(
            [str(node()), str(script), self.folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def column(self, path: str, name: str) -> Sequence[Any]:
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        print(json.dumps([path, name]), file=self.program.stdin, flush=True)
        line = self.program.stdout.readline()
        if not line:
            end_alike(self.program.wait())
        found = json.loads(line)
        if "error" in found:
            raise OSError(found["error"].replace(path, "FILE"))
        return self.values_of(found, name)

    def values_of(self, found: dict[str, Any], name: str) -> Sequence[Any]:
        return [as_typed(value) for value in found["values"]]


class Hyparquet(InNode):
    program_name = "hyparquet.mjs"


class ParquetJs(InNode):
    program_name = "parquetjs.mjs"


class ParquetWasm(InNode):
    """It gives a stream of Arrow, which is opened here."""

    program_name = "parquet_wasm.mjs"

    def values_of(self, found: dict[str, Any], name: str) -> Sequence[Any]:
        arrow: Any = importlib.import_module("pyarrow")
        table = arrow.ipc.open_stream(b64decode(found["stream"])).read_all()
        try:
            values: list[Any] = table[name].to_pylist()
        except KeyError as error:
            raise NotAskedError("pyarrow has no class for a type that came") from error
        return values
