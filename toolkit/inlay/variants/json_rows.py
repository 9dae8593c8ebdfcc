"""Lines of JSON as Variants, and what becomes of a line that is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import Enum, unique
from typing import NamedTuple, TypeAlias

import pyarrow as pa

from inlay_runtime.errors import InlayError
from inlay_variant.arrow.json_column import from_json_array
from inlay_variant.arrow.variant_type import VariantArray
from inlay_variant.storage.arrow_classes import Array
from inlay_variant.value.errors import DamagedRowError


@unique
class OnError(Enum):
    """What a line that is no JSON becomes: the end of the work, nothing, or a null row."""

    FAIL = "fail"
    SKIP = "skip"
    NULL = "null"


class LineError(InlayError):
    """A line that is no JSON; lines count from 1."""

    def __init__(self, file: str, line: int, error: DamagedRowError) -> None:
        super().__init__(file, line, error)
        self.file = file
        self.line = line
        self.error = error

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.error.path}: {self.error.reason}"


class RejectedLine(NamedTuple):
    """`line` counts from 1, `path` leads into the document, `text` is the line as it was."""

    line: int
    path: str
    reason: str
    text: bytes

    def as_json(self) -> bytes:
        """One line of JSON; bytes that are not UTF-8 are in `hex` instead of `text`."""
        document: dict[str, object] = {
            "line": self.line,
            "path": self.path,
            "reason": self.reason,
        }
        try:
            document["text"] = self.text.decode()
        except UnicodeDecodeError:
            document["hex"] = self.text.hex()
        return json.dumps(document, ensure_ascii=False).encode() + b"\n"


Reject: TypeAlias = "Callable[[RejectedLine], None]"


def parse_lines(
    text: bytes, first_line: int, name: str, on_error: OnError, reject: Reject
) -> list[VariantArray]:
    """The lines of a text that are not empty, as the arrays between those that are no JSON.

    Each of these is handed to `reject`, or is a LineError with `on_error=OnError.FAIL`.
    """
    lines = text.split(b"\n")
    numbers = [number for number, line in enumerate(lines) if line.strip()]
    documents: Array = pa.array([lines[number] for number in numbers], pa.binary())
    arrays: list[VariantArray] = []
    start = 0
    while True:
        try:
            arrays.append(from_json_array(documents.slice(start)))
            return arrays
        except DamagedRowError as error:
            row = start + error.row
            line = first_line + numbers[row]
            if on_error is OnError.FAIL:
                raise LineError(name, line, error) from None
            reject(RejectedLine(line, error.path, error.reason, lines[numbers[row]]))
            arrays.append(from_json_array(documents.slice(start, row - start)))
            if on_error is OnError.NULL:
                arrays.append(from_json_array(pa.nulls(1, pa.binary())))
            start = row + 1
