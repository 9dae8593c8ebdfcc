"""The readers that give something else than Arrow, or nothing but footers."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NoReturn

from tests.readers.place import PLACE, imported, node
from tests.readers.reader import NotAskedError

_WHOLE: Final = re.compile(r"-?\d+n")
_INSTANT: Final = re.compile(r"[+-]?\d{4,6}-\d\d-\d\dT[\d:.]+Z")


class FastParquet:
    distribution = "fastparquet"
    spoils_memory = True
    footer_only = False
    call = "fastparquet.ParquetFile(FILE).to_pandas([filters=[('key', '==', 150)]])"

    def start(self) -> None:
        self.fastparquet: Any = importlib.import_module("fastparquet")
        self.pandas: Any = importlib.import_module("pandas")

    def read(self, path: str) -> str:
        frame = self.fastparquet.ParquetFile(path).to_pandas()
        return f"{frame.dtypes.to_dict()}\n{frame.to_dict(orient='list')}"

    def values(self, path: str) -> dict[str, Sequence[Any]]:
        """pandas says NaN and NaT for what is not there."""
        columns: dict[str, list[Any]] = (
            self.fastparquet.ParquetFile(path).to_pandas().to_dict(orient="list")
        )
        return {
            name: [None if self._is_absent(value) else value for value in values]
            for name, values in columns.items()
        }

    def seek(self, path: str, key: int) -> Sequence[Any]:
        """It filters row groups; `row_filter` gives other values where a column has several pages."""
        frame = self.fastparquet.ParquetFile(path).to_pandas(filters=[("key", "==", key)])
        return [value for value in frame["key"].tolist() if value == key]

    def open(self, path: str) -> object:
        return self.fastparquet.ParquetFile(path)

    def _is_absent(self, value: object) -> bool:
        return self.pandas.isna(value) is True


class Hyparquet:
    """JavaScript, in a program that reads one file after the other. Where it ends, so does this process."""

    distribution = "hyparquet"
    spoils_memory = False
    footer_only = False
    call = "parquetReadObjects({file, compressors[, filter: {key: {$eq: 150n}}]})"

    def start(self) -> None:
        command = [str(node()), str(Path(__file__).with_name("hyparquet.mjs")), str(PLACE)]
        self.program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def read(self, path: str) -> str:
        return self._run("read", path)

    def values(self, path: str) -> dict[str, Sequence[Any]]:
        return _columns(self._run("read", path))

    def seek(self, path: str, key: int) -> Sequence[Any]:
        return _columns(self._run("seek", path, str(key))).get("key", ())

    def open(self, path: str) -> object:
        return self._run("open", path)

    def _run(self, verb: str, path: str, *more: str) -> str:
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        print(json.dumps([verb, path, *more]), file=self.program.stdin, flush=True)
        line = self.program.stdout.readline()
        if not line:
            end_alike(self.program.wait())
        answer: dict[str, str] = json.loads(line)
        if "error" in answer:
            raise OSError(answer["error"].replace(path, "FILE"))
        return answer["found"]


def end_alike(code: int) -> NoReturn:
    """As a program has ended, by a signal or with an exit code, so that who asked takes both for one reader."""
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code or 1)


def _columns(rows: str) -> dict[str, Sequence[Any]]:
    given: list[dict[str, Any]] = json.loads(rows)
    names = dict.fromkeys(name for row in given for name in row)
    return {name: [as_typed(row.get(name)) for row in given] for name in names}


def as_typed(value: Any) -> Any:
    """What `hyparquet.mjs` writes as text because JSON has no word for it."""
    if isinstance(value, list):
        return [as_typed(inner) for inner in value]
    if isinstance(value, dict):
        return {name: as_typed(inner) for name, inner in value.items()}
    if not isinstance(value, str):
        return value
    if _WHOLE.fullmatch(value):
        return int(value[:-1])
    if _INSTANT.fullmatch(value):
        return datetime.fromisoformat(value)
    return bytes.fromhex(value[6:]) if value.startswith("bytes ") else value


class FooterReader:
    """A reader of nothing but footers."""

    spoils_memory = False
    footer_only = True

    def read(self, path: str) -> str:
        raise NotAskedError

    def values(self, path: str) -> dict[str, Sequence[Any]]:
        raise NotAskedError

    def seek(self, path: str, key: int) -> Sequence[Any]:
        raise NotAskedError

    def open(self, path: str) -> object:
        return self.read(path)


class ApacheThrift(FooterReader):
    """The footer, by Apache's own library for Python as it is without its C extension."""

    distribution = "thrift"
    call = "FileMetaData().read(TCompactProtocol(TMemoryBuffer(FOOTER)))"

    def start(self) -> None:
        self.footers: Any = importlib.import_module("tests.readers.apache_thrift").Footers()

    def read(self, path: str) -> str:
        data = Path(path).read_bytes()
        if data[-4:] != b"PAR1":
            raise ValueError("no PAR1 at the end")
        return repr(self.footers.read(data[-8 - int.from_bytes(data[-8:-4], "little") : -8]))


class ParquetTools(FooterReader):
    """What `parquet-tools inspect --detail` shows: Python that an older Apache Thrift has generated."""

    distribution = "parquet-tools"
    call = "parquet_tools.parquet.reader.get_filemetadata(FILE)"

    def start(self) -> None:
        self.reader: Any = imported("parquet_tools.parquet.reader")

    def read(self, path: str) -> str:
        return repr(self.reader.get_filemetadata(path))
