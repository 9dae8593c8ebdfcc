"""Nobody outlives the process that started it: neither a reader, nor a process of --jobs and its readers."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.verbs.vet import ask

ROOT = Path(__file__).parents[3]


@pytest.mark.needs("PR_SET_PDEATHSIG")
def test_processes_of_jobs_and_their_readers_die_with_the_command(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.parquet", "b.parquet")]
    for path in files:
        pq.write_table(pa.table({"id": [1]}), path)
    pipe = tmp_path / "end"
    os.mkfifo(pipe)
    module = "tests.verbs.vet.waiting_command"
    with subprocess.Popen(
        [sys.executable, "-m", module, *files],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},  # scratch folders stay
        stdout=subprocess.PIPE,
    ) as command:
        assert command.stdout is not None
        with pipe.open("wb", buffering=0) as writer:  # once a reader is at work
            command.kill()
            readers = select.poll()
            readers.register(writer, 0)
            readers.poll()  # until none is left
        assert command.stdout.read() == b""  # which the processes of --jobs have open, too


def test_a_child_whose_parent_died_before_it_started_ends() -> None:
    question = {"parent": 1, "load": "tests.verbs.vet.bad_readers:honest"}
    ended = subprocess.run(
        [sys.executable, "-m", "inlay.verbs.vet.child", "1"],
        check=False,
        input=json.dumps(question).encode() + b"\n",
        capture_output=True,
        cwd=ROOT,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, b"", b"")


def test_nobody_waits_for_what_was_taken_out_of_the_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something was seen, and it is no longer there."""
    ours, theirs = os.pipe()
    seen = iter([True])
    monkeypatch.setattr(ask, "_is_readable", lambda *_: next(seen, False))
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        assert ask._Lines(ours, process).next(float("inf")) is None
    os.close(ours)
    os.close(theirs)


@pytest.mark.needs("fcntl")
def test_a_pipe_may_have_any_number() -> None:
    """`select` knows 1,024, and whoever has opened as many files comes to more."""
    import fcntl
    import resource

    most, hardest = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hardest), hardest))
    ours, theirs = os.pipe()
    try:
        high = fcntl.fcntl(ours, fcntl.F_DUPFD, 2000)
        os.write(theirs, b"answer\n")
        with subprocess.Popen([sys.executable, "-c", ""]) as process:
            assert ask._Lines(high, process).next(float("inf")) == b"answer"
        os.close(high)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hardest))
        os.close(ours)
        os.close(theirs)
