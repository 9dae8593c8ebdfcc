"""What `inlay verify` says of each kind, at each of its levels."""

from __future__ import annotations

import inspect
from typing import Any, Final

import inlay
from tests.lies.kinds import KINDS

HAS_VALUES: Final = "values" in inspect.signature(inlay.verify).parameters
LEVELS: Final[dict[str, dict[str, bool]]] = {
    "verify": {},
    "--data": {"data": True},
    **({"--values": {"values": True}} if HAS_VALUES else {}),
}
"""By what the command is given; the last one includes the others."""


def find(data: bytes, level: str) -> list[str]:
    """The ids of the findings, each once."""
    verify: Any = inlay.verify
    return sorted({finding.code for finding in verify(data, **LEVELS[level]).findings})


def findings_of_kinds() -> dict[str, dict[str, list[str]]]:
    """By kind and level, where there are some."""
    return {
        name: {level: codes for level in LEVELS if (codes := find(kind.file, level))}
        for name, kind in KINDS.items()
    }
