"""The promises of SECURITY.md once more, by what the kernel was asked: pyarrow opens files in C++, which no audit hook sees."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.security.baited_files import FILE, HOST, MODULE, write_baited_files
from tests.security.system_calls import SystemCall, may_trace, run_traced
from tests.security.test_promises import READING, ROOT

pytestmark = pytest.mark.needs("strace")

WITH_ROWS: Final = (
    "import sys, inlay",
    "for path in sys.argv[1:]:",
    "    inlay.read_table(path)",
    "    inlay.read_table(path, columns=['at'], filters='at >= 0')",
    "    inlay.read_table(path, columns=['at'], filters=[('at', '>=', 0)])",
    "    list(inlay.iter_batches(path))",
)


class Traced(NamedTuple):
    folder: Path
    files: list[Path]
    before: dict[Path, bytes]
    calls: list[SystemCall]


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Traced:
    """Every command that reads, and the rows of the two files that have some of their own, by pyarrow."""
    work = tmp_path_factory.mktemp("work")
    if not may_trace(work):
        pytest.skip("strace may not look at a child here")
    folder = tmp_path_factory.mktemp("baited")
    files = write_baited_files(folder)
    (folder / f"{MODULE}.py").write_text("raise SystemExit('imported')\n")
    (folder.parent / FILE).write_text("opened\n")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    commands = [text.format(file, file).split() for text in READING for file in files]
    (work / "commands.json").write_text(json.dumps(commands))
    path = [str(folder), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    words = ["-m", "tests.security.watched_commands", f"{work}/report.json", f"{work}/commands.json"]  # fmt: skip
    calls = run_traced(["-B", *words], work / "commands.trace", folder=folder, path=path)
    rows = ["-B", "-c", "\n".join(WITH_ROWS), str(files[0])]
    calls += run_traced(rows, work / "rows.trace", folder=folder, path=path)
    return Traced(folder, files, before, calls)


def test_the_trace_sees_the_files_that_are_read(traced: Traced) -> None:
    opened = {call.path for call in traced.calls if call.name == "openat" and not call.failed}
    assert {str(path) for path in traced.files} <= opened


def test_the_trace_sees_what_no_audit_hook_does(traced: Traced, tmp_path: Path) -> None:
    """So that the tests below mean something: a file that pyarrow opens, and one that it makes."""
    words = [
        "-B",
        "-c",
        f"import pyarrow; pyarrow.OSFile('../{FILE}'); pyarrow.OSFile('made', 'w')",
    ]
    calls = run_traced(words, tmp_path / "trace", folder=traced.folder, path=[])
    (traced.folder / "made").unlink()
    opened = {call.path: call.writes for call in calls if call.name == "openat"}
    assert (opened[f"../{FILE}"], opened["made"]) == (False, True)


def test_the_kernel_is_asked_for_nothing_named_in_a_file(traced: Traced) -> None:
    """Not even for a name that is not there."""
    of_the_test = {str(path) for path in traced.files}
    opened = [call.path for call in traced.calls if "open" in call.name and call.path not in of_the_test]  # fmt: skip
    named = [path for path in opened if any(bait in path for bait in (FILE, HOST, f"{MODULE}."))]
    assert named == []


def test_no_connection_is_made_and_no_program_run(traced: Traced) -> None:
    """But for Python itself, and the sockets of this machine that its C library asks for names of users."""
    assert [call for call in traced.calls if call.name in ("connect", "sendto") and "AF_UNIX" not in call.said] == []  # fmt: skip
    ran = [call for call in traced.calls if call.name in ("execve", "execveat")]
    assert all("python" in call.path for call in ran), ran
    assert len(ran) == 2


def test_nothing_is_written(traced: Traced) -> None:
    """Beside the report of the test itself, and what a process keeps to itself."""
    changing = [
        call
        for call in traced.calls
        if not call.failed
        and (call.writes if "open" in call.name else call.name not in ("connect", "sendto", "execve", "execveat"))
        and not call.path.startswith(("/dev/", "/proc/"))
        and not call.path.endswith("report.json")
    ]  # fmt: skip
    assert changing == []
    assert {path: path.read_bytes() for path in traced.folder.iterdir()} == traced.before
