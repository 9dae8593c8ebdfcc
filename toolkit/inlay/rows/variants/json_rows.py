"""Lines of JSON as Variants, and what becomes of a line that is none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from enum import Enum, unique
from typing import Final, NamedTuple, TypeAlias

import pyarrow as pa

from inlay_runtime.errors import InlayError
from inlay_variant.arrow.json_column import from_json_array
from inlay_variant.arrow.variant_type import VariantArray
from inlay_variant.storage.arrow_classes import Array
from inlay_variant.storage.arrow_values import binaries
from inlay_variant.value.errors import DamagedRowError
from inlay_variant.value.variant import from_json, to_json

_SUSPECT: Final = re.compile(rb"[0-9][eE]|[0-9.]{39}")
"""Numbers without an exponent are decimals of 38 digits, and exact."""

_TEXT_OR_NUMBER: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"|(-?[0-9][0-9.eE+-]*)', re.DOTALL)


@unique
class OnError(Enum):
    """What a line that is not JSON becomes: the end of the work, nothing, or a null row."""

    FAIL = "fail"
    SKIP = "skip"
    NULL = "null"


class LineError(InlayError):
    """A line that is not JSON; lines count from 1."""

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
    text: bytes,
    first_line: int,
    name: str,
    on_error: OnError,
    reject: Reject,
    *,
    exact: bool = False,
) -> list[VariantArray]:
    """The lines of a text that are not empty, as the arrays between those that are not JSON.

    Each of these is handed to `reject`, or is a LineError with `on_error=OnError.FAIL`. So is with `exact` a line with a number that
    no Variant holds exactly.
    """
    lines = text.split(b"\n")
    numbers = [number for number, line in enumerate(lines) if line.strip()]
    documents: Array = binaries([lines[number] for number in numbers])
    arrays: list[VariantArray] = []
    start = 0
    inexact = _find_inexact_rows([lines[number] for number in numbers]) if exact else []
    for end, problem in [*inexact, (len(numbers), None)]:
        while True:
            error: DamagedRowError | None = problem
            try:
                arrays.append(from_json_array(documents.slice(start, end - start)))
                row = end
            except DamagedRowError as damage:
                row = start + damage.row
                error = damage
                if on_error is not OnError.FAIL:
                    arrays.append(from_json_array(documents.slice(start, row - start)))
            start = row + 1
            if error is not None:
                line = first_line + numbers[row]
                if on_error is OnError.FAIL:
                    raise LineError(name, line, error) from None
                reject(RejectedLine(line, error.path, error.reason, lines[numbers[row]]))
                if on_error is OnError.NULL:
                    arrays.append(from_json_array(pa.nulls(1, pa.binary())))
            if row == end:
                break
    return arrays


def _find_inexact_rows(lines: Sequence[bytes]) -> list[tuple[int, DamagedRowError | None]]:
    """The rows of which a number would come back as another one."""
    reasons = ((row, find_inexact(line)) for row, line in enumerate(lines))
    return [
        (row, DamagedRowError(row, "$", reason)) for row, reason in reasons if reason is not None
    ]


def find_inexact(text: bytes) -> str | None:
    """What is wrong with the first number of a JSON text that comes back as another one; None if all are kept.

    Nothing is said of text that is not JSON.
    """
    if _SUSPECT.search(text) is None:
        return None
    for match in _TEXT_OR_NUMBER.finditer(text):
        number = match[1]
        if number is None or _SUSPECT.search(number) is None:
            continue
        try:
            kept = to_json(from_json(number))
            if Decimal(kept) == Decimal(number.decode()):
                continue
        except (InlayError, InvalidOperation):
            continue
        shown = number if len(number) <= 60 else number[:60] + b"..."
        return f"{shown.decode()} is {kept} in a Variant, at offset {match.start()}"
    return None
