"""What all tests share: the repository on the path, and the corpus where it is there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
"""apache/parquet-testing and the inputs of Arrow's fuzzers; not part of the repository."""

for folder in (ROOT, ROOT / "generator", ROOT / "runtime", ROOT / "generated", ROOT / "toolkit"):
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def pytest_configure() -> None:
    from hypothesis import settings

    from tests.support.examples import examples

    settings.register_profile("inlay", examples(100))
    settings.load_profile("inlay")


def _corpus(name: str) -> Path:
    folder = CORPUS / name
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there")
    return folder


@pytest.fixture(scope="session")
def parquet_testing() -> Path:
    """A part of apache/parquet-testing; the test is skipped without it."""
    return _corpus("parquet-testing")


@pytest.fixture(scope="session")
def arrow_fuzzing() -> Path:
    """Inputs that Arrow's fuzzers found; the test is skipped without them."""
    return _corpus("arrow-fuzzing")
