"""The markers of tests, given by folder, by module and by fixture; `tests/README.md` says what they are for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.support.absent import NEEDED, is_there
from tests.support.connectors import NAMES as CONNECTORS
from tests.support.corpora import missing
from tests.support.slow import SLOW

TESTS: Final = Path(__file__).parents[1]

MARKERS: Final = {
    "spark": "starts Spark, or works on what only Spark does",
    "oracle": "holds results against a program that is not ours: flatc, thrift, strace, other readers",
    "corpus": "reads public files, which `make corpus` brings",
    "needs": "names what has to be there: a program, the native core (tests/support/absent.py)",
    "slow": "takes more than a tenth of a second of processor time (tests/support/slow.py)",
}

PLACES: Final = {
    "spark": ("pipeline",),
    "oracle": (
        "interop",
        "compat/test_encodings_written.py",
        "lies/test_page.py",
        "readers",
        "pages/encodings/test_custom_reader.py",
        "pages/encodings/test_other_readers.py",
        "faults/test_strace.py",
        "flat/test_interop.py",
        "generator/flatbuffers/test_facts.py",
        "generator/test_thrift_facts.py",
        "security/test_system_calls.py",
        "variant/test_duckdb.py",
    ),
}
"""Folders and modules below `tests`."""

FIXTURES: Final = {
    "spark": {"spark", "java"},
    "corpus": {"parquet_testing", "arrow_fuzzing"},
}


def mark(items: list[pytest.Item]) -> None:
    """Gives every test its markers, and skips one whose `needs` are absent.

    Only here are needs turned into skips: each skip names what is absent, and the last lines of the run list it.
    """
    for item in items:
        path = place_of(item.path)
        for name in markers_of(path, item):
            item.add_marker(name)
        for need in (need for marker in item.iter_markers("needs") for need in marker.args):
            if not is_there(need):
                item.add_marker(pytest.mark.skip(reason=f"needs {NEEDED[need]}"))


def without_files(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests to leave out where files of a corpus, or connectors of Spark, are absent: all that need them but the first, whose skip
    speaks for the others."""
    others: list[pytest.Item] = []
    for readers, absent, remedy in _list_without_files(items):
        for item in readers[:1]:
            reason = f"{absent}, which {len(readers)} tests need: {remedy}"
            item.add_marker(pytest.mark.skip(reason=reason), append=False)
        others += readers[1:]
    return others


def _list_without_files(
    items: list[pytest.Item],
) -> Iterator[tuple[list[pytest.Item], str, str]]:
    if missing("arrow-fuzzing"):
        readers = [item for item in items if "arrow_fuzzing" in getattr(item, "fixturenames", ())]
        yield readers, "the corpus arrow-fuzzing is not there", "make corpus"
    if not is_there("whole corpus"):
        readers = [item for item in items if ("whole corpus",) in _list_needs(item)]
        yield readers, "some files of the corpus parquet-testing are not there", "make corpus"
    absent = [(name,) for name in CONNECTORS if not is_there(name)]
    readers = [item for item in items if any(it in absent for it in _list_needs(item))]
    yield readers, "connectors of Spark are not there", "INLAY_CONNECTORS (tests/README.md)"


def _list_needs(item: pytest.Item) -> list[tuple[str, ...]]:
    return [marker.args for marker in item.iter_markers("needs")]


def rank(item: pytest.Item) -> tuple[bool, bool, list[str]]:
    """What takes longest sorts first: tests of Spark, then modules with slow tests, then the others; each as pytest collects them."""
    path = place_of(item.path)
    return item.get_closest_marker("spark") is None, path not in SLOW, path.split("/")


@cache
def place_of(module: Path) -> str:
    """Its path below `tests`."""
    return module.relative_to(TESTS).as_posix()


@cache
def is_in(path: str, name: str) -> bool:
    """Whether a module lies where all tests have this marker."""
    return any(f"{path}/".startswith(f"{place}/") for place in PLACES.get(name, ()))


def markers_of(path: str, item: pytest.Item) -> Iterator[str]:
    fixtures = set(getattr(item, "fixturenames", ()))
    for name in MARKERS:
        if is_in(path, name) or fixtures & FIXTURES.get(name, set()):
            yield name
    if getattr(item, "originalname", item.name) in SLOW.get(path, ()):
        yield "slow"
