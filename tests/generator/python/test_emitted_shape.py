"""What constructs of the IDL look like in Python: one golden module beside each text."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlayc.base.settings import settings_from
from inlayc.pipeline import compile_sources
from tests.support.golden_files import check_golden

CORPUS = Path(__file__).parents[2] / "golden" / "emitted"
TEXTS = sorted(CORPUS.glob("*.thrift"))


def emitted(text: Path) -> str:
    settings = settings_from({"sources": [text.name], "package": "golden"}, text.parent)
    files = compile_sources(settings)
    return next(code for path, code in files.items() if path.stem == text.stem)


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_emitted_python(text: Path) -> None:
    check_golden(text, text.with_suffix(".py"), emitted(text))
