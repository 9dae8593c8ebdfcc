"""Which encodings each writer writes, asked for them by its own option and not asked: the record, which `measure_writer.py` makes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

RECORD: Final = Path(__file__).with_name("encodings_written.json")

FEW_WRITE: Final = (
    ("ALP", "FLOAT"),
    ("ALP", "DOUBLE"),
    ("FSST", "BYTE_ARRAY"),
    ("PFOR", "INT32"),
    ("PFOR", "INT64"),
    ("BYTE_STREAM_SPLIT", "INT32"),
    ("BYTE_STREAM_SPLIT", "INT64"),
    ("BYTE_STREAM_SPLIT", "FIXED_LEN_BYTE_ARRAY"),
    ("DELTA_BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"),
)
"""What each writer is asked for."""
TYPES: Final = ("INT32", "INT64", "FLOAT", "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY")


@dataclass(frozen=True, slots=True)
class Answer:
    """`asked` is an encoding or a way to write unasked, `how` the options for it. `wrote` has the encodings of data pages; it is empty
    where nothing was written that can be read back, and `said` says why."""

    type: str
    asked: str
    how: str
    wrote: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    version: str
    answers: Sequence[Answer]

    def asked_for(self, encoding: str, type_: str) -> Answer | None:
        """None where the writer has no option for it."""
        return next((it for it in self.answers if (it.asked, it.type) == (encoding, type_)), None)


def load_written() -> dict[str, Written]:
    """By writer."""
    content: Mapping[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return {
        name: Written(it["version"], [Answer(**answer) for answer in it["answers"]])
        for name, it in content.items()
    }


def save_written(written: Mapping[str, Written]) -> None:
    content = {name: asdict(it) for name, it in written.items()}
    RECORD.write_text(f"{json.dumps(content, indent=1)}\n", encoding="utf-8")
