"""What constructs of FlatBuffers look like in Python: one golden module beside each text."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlayc.base.settings import settings_from
from inlayc.pipeline import compile_sources
from tests.support.golden_files import check_golden

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "golden" / "emitted_flat"
TEXTS = sorted(CORPUS.glob("*.fbs"))


def emitted(text: Path) -> dict[str, str]:
    settings = settings_from({"sources": [text.name], "package": "golden"}, text.parent)
    return {path.name: code for path, code in compile_sources(settings).items()}


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_emitted_python(text: Path) -> None:
    check_golden(text, text.with_suffix(".py"), emitted(text)[f"{text.stem}.py"])
