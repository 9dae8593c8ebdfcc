"""What all tests share: the repository on the path, the markers, the corpora, and what a run says of what is absent."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support import absent, backwards, corpora, few_reports, left_out, markers, quick_sync
from tests.support.small_files import inlay, make_file, metadata

if TYPE_CHECKING:
    from tests.support.schedule import SessionScheduling

for name in [name for name in os.environ if name.startswith("PYTHON")]:
    # A process that a test starts is as a stranger's: not unbuffered, and with no folder more to import from.
    del os.environ[name]

__all__ = ["inlay", "make_file", "metadata"]  # fixtures of all folders

ROOT = Path(__file__).parents[1]

for name in ("", "generator", "runtime", "generated", "variant", "toolkit"):
    if str(ROOT / name) not in sys.path:
        sys.path.append(str(ROOT / name))

CORPUS = corpora.place()


def pytest_configure(config: pytest.Config) -> None:
    if few_reports.is_enough(config):
        config.pluginmanager.register(few_reports.FewReports())
    if backwards.is_every_other(config):
        config.pluginmanager.register(backwards.Backwards())
    excluded = left_out.names_left_out(config.option.markexpr)
    if excluded and left_out.is_for_all(config):
        config.pluginmanager.register(left_out.LeftOut(excluded))
    quick_sync.install()
    gc.disable()  # until everything is collected: all of it stays
    from hypothesis import settings

    from tests.support.examples import TIMES, examples, forget_our_constants

    if TIMES == 1:
        forget_our_constants()
    settings.register_profile("inlay", examples(50))
    settings.load_profile("inlay")
    for name, meaning in markers.MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # As a shell starts what runs in the background; tests of Ctrl-C, and their children, mean the usual.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if absent.is_required() and (names := ", ".join(absent.absent_programs())):
        raise pytest.UsageError(f"{absent.COMPLETE} is set, and absent are: {names}")


@pytest.hookimpl(wrapper=True, tryfirst=True)  # before -m chooses by markers
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    """Marked; and the long modules first, so that in the end no process has one before it while the others have none. What
    reads an absent corpus is skipped once."""
    markers.mark(items)
    items.sort(key=markers.rank)
    yield  # -m and -k choose
    if left_out := markers.without_files(items):
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def pytest_collection_finish() -> None:
    """The collector does not walk through thousands of tests whenever one of them makes much."""
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """What DuckDB holds has to go before DuckDB does, or it speaks of leaks; pytest itself need not look through all of it twice."""
    atexit.register(gc.unfreeze)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> SessionScheduling | None:
    if config.getoption("dist") != "loadfile":
        return None
    from tests.support.schedule import SessionScheduling

    return SessionScheduling(config, log)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(absent.line())


def _corpus(name: str) -> Path:
    folder = CORPUS / name
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there: make corpus")
    assert any(folder.iterdir()), f"{folder} is empty, and tests of all its files would test none"
    return folder


@pytest.fixture(scope="session")
def parquet_testing() -> Path:
    """A part of apache/parquet-testing; the test is skipped without it."""
    return _corpus("parquet-testing")


@pytest.fixture(scope="session")
def arrow_fuzzing() -> Path:
    """Inputs that Arrow's fuzzers found; the test is skipped without them."""
    return _corpus("arrow-fuzzing")
