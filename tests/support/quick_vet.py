"""Readers that `inlay vet` asks in this process, where what a child of its own protects from is not the point: to start one takes
longer than all else. `tests/verbs/vet` and `tests/docs/test_readme.py` start them."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from inlay.verbs.vet import child, vet
from inlay.verbs.vet.ask import ChildEnd
from inlay.verbs.vet.limits import VettingLimits
from inlay.verbs.vet.readers import VettedReader


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the end of a test, when pytest has the filters of warnings as they were."""
    warnings.filterwarnings("ignore", "Arrow output on a DB-API result")  # in the log of a child
    monkeypatch.setattr(vet, "ask_reader", _ask_here)


def _ask_here(
    reader: VettedReader,
    path: Path,
    limits: VettingLimits,
    *,
    block: tuple[int, int] | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
) -> ChildEnd:
    module, _, name = reader.load.partition(":")
    read = getattr(import_module(module), name)()
    said = child.answer(read, {"path": str(path), "block": block}, 0)
    return ChildEnd(json.loads(json.dumps(said)), is_held=True, code=0, is_late=False, said="")
