"""What a cluster does to a job, done to a small one: afterwards it is run again, and everything is whole.

`python -m tests.pipeline.migration.cluster_kills worker 6`       SIGKILL to a Python worker, tasks are retried
`python -m tests.pipeline.migration.cluster_kills executor 4`     SIGKILL to an executor of `local-cluster[2,1,1024]`
`python -m tests.pipeline.migration.cluster_kills speculation 4`  a Python worker that stops for a while, so that a second
                                                                  attempt runs on another host, and then goes on
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from inlay_spark.migration import migrate, rollback
from tests.pipeline.migration.kills import (
    BACK,
    Lake,
    check_resumed,
    check_rolled_back,
    has_begun,
    lake_for,
)
from tests.pipeline.migration.lakes import staged
from tests.pipeline.standalone_cluster import standalone_cluster
from tests.support.quick_spark import QUICK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PHASES = ("staged", "published", "undo_staged", "undone")
PAUSE = 6.0
DAEMON = "daemon pyspark.worker"
"""In the command line of Spark's own daemon, and of ours."""
SPECULATION = {
    "spark.speculation": "true",
    "spark.speculation.interval": "100ms",
    "spark.speculation.quantile": "0.3",
    "spark.speculation.multiplier": "1.2",
    "spark.speculation.minTaskRuntime": "100ms",
    "spark.python.task.killTimeout": "60s",
}


def descendants() -> dict[int, tuple[int, str]]:
    """Parent and command line of every process that this one started."""
    found: dict[int, tuple[int, str]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            found[int(entry.name)] = (parent, line)
    ours = {os.getpid()}
    while more := {pid for pid, (parent, _) in found.items() if parent in ours} - ours:
        ours |= more
    return {pid: found[pid] for pid in ours if pid in found}


def python_workers() -> list[int]:
    """Those that work: children of a daemon, which is a child of Java."""
    there = descendants()
    return [
        pid
        for pid, (parent, line) in there.items()
        if DAEMON in line and DAEMON in there.get(parent, (0, ""))[1]
    ]


def executors() -> list[int]:
    return [pid for pid, (_, line) in descendants().items() if "ExecutorBackend" in line]


def disturb(mode: str) -> str:
    """Does it to the process that works most; what was done, or nothing."""
    pid = busiest(executors() if mode == "executor" else python_workers())
    if pid is None:
        return ""
    if mode == "speculation":
        os.kill(pid, signal.SIGSTOP)
        threading.Timer(PAUSE, go_on, (pid,)).start()
        return "stopped"
    os.kill(pid, signal.SIGKILL)
    return "killed"


def busiest(pids: list[int]) -> int | None:
    """The one that has used most of the last few milliseconds; None where nobody did anything."""
    before = {pid: nanoseconds(pid) for pid in pids}
    time.sleep(0.01)
    used = {pid: nanoseconds(pid) - before[pid] for pid in pids}
    most = max(used, key=used.__getitem__, default=None)
    return most if most is not None and used[most] > 0 else None


def nanoseconds(pid: int) -> int:
    """Of CPU, by all threads of a process."""
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        return sum(int((one / "schedstat").read_text().split()[0]) for one in threads)
    except OSError:
        return 0


def go_on(pid: int) -> None:
    with suppress(ProcessLookupError):  # Spark may have ended it, after `killTimeout`
        os.kill(pid, signal.SIGCONT)


def run_disturbed(mode: str, work: Any, lake: Lake, phase: str, delay: float) -> tuple[str, str]:
    """What was done, and how the job ended."""
    ended: list[str] = []

    def run() -> None:
        try:
            outcome = work()
            ended.append(f"{outcome.states}, {outcome.swept} swept")
        except Exception as error:
            ended.append(type(error).__name__)

    thread = threading.Thread(target=run)
    thread.start()
    while not has_begun(phase, lake) and thread.is_alive():
        time.sleep(0.002)
    time.sleep(delay)
    what = ""
    while not what and not (lake.journal / f"{phase}.json").exists() and thread.is_alive():
        what = disturb(mode)
    thread.join()
    return what or "too late", ended[0]


def session_for(mode: str, cluster: ExitStack) -> SparkSession:
    from inlay_spark.session import session

    conf = {**QUICK, "spark.log.level": "OFF"}
    if mode == "worker":
        return session("local[2,4]", conf=conf)
    os.chdir(cluster.enter_context(TemporaryDirectory()))  # `local-cluster` makes ./work
    conf |= {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
    if mode == "executor":
        return session("local-cluster[2,1,1024]", conf=conf)
    # Speculation wants another host.
    master = cluster.enter_context(standalone_cluster(["127.0.0.1", "127.0.0.2"]))
    return session(master, conf=conf | SPECULATION)


def main() -> None:
    mode, times = sys.argv[1], int(sys.argv[2])
    chance = random.Random(times)
    with ExitStack() as cluster:
        spark = session_for(mode, cluster)
        cluster.callback(spark.stop)
        for number in range(times):
            phase = PHASES[number % len(PHASES)]
            delay = chance.uniform(0, 0.3)
            with TemporaryDirectory() as folder:
                lake = lake_for("private", Path(folder))
                is_back = phase in BACK
                if is_back:
                    check_resumed(spark, lake)

                def forward(lake: Lake = lake) -> Any:
                    return migrate(spark, [str(lake.folder)], lake.operation, str(lake.journal))

                def back(lake: Lake = lake) -> Any:
                    return rollback(spark, str(lake.journal))

                work = back if is_back else forward
                what, ended = run_disturbed(mode, work, lake, phase, delay)
                left = len(staged(lake.folder))
                if mode == "speculation":
                    time.sleep(PAUSE)  # who was stopped has gone on by now
                late = len(staged(lake.folder)) - left
                if not is_back:
                    check_resumed(spark, lake)
                check_rolled_back(spark, lake)
            print(
                f"{number}: {phase} +{delay:.2f} s, {what}; the job ended with {ended}, {left} hidden,"
                f" {late} later: whole after the next run",
                flush=True,
            )


if __name__ == "__main__":
    main()
