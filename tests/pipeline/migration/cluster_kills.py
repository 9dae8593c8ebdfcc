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
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from inlay_spark.migration import Operation, migrate, rollback
from tests.pipeline.migration.child import QUICK
from tests.pipeline.migration.kills import check_resumed, check_rolled_back
from tests.pipeline.migration.lakes import hidden, make_lake

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PHASES = ("staged", "published", "undo_staged", "undone")
FILES = 300
PAUSE = 6.0
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
        if "pyspark.daemon" in line and "pyspark.daemon" in there.get(parent, (0, ""))[1]
    ]


def executors() -> list[int]:
    return [pid for pid, (_, line) in descendants().items() if "ExecutorBackend" in line]


def disturb(mode: str, chance: random.Random) -> str:
    """Does it to one process; what was done."""
    found = executors() if mode == "executor" else python_workers()
    if not found:
        return "nobody there"
    pid = chance.choice(found)
    if mode == "speculation":
        os.kill(pid, signal.SIGSTOP)
        threading.Timer(PAUSE, go_on, (pid,)).start()
        return "stopped"
    os.kill(pid, signal.SIGKILL)
    return "killed"


def go_on(pid: int) -> None:
    with suppress(ProcessLookupError):  # Spark may have ended it, after `killTimeout`
        os.kill(pid, signal.SIGCONT)


def run_disturbed(
    mode: str, work: Any, journal: Path, phase: str, delay: float, chance: random.Random
) -> tuple[str, str]:
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
    while not (journal / phase).exists() and thread.is_alive():
        time.sleep(0.002)
    time.sleep(delay)
    what = disturb(mode, chance) if not (journal / f"{phase}.json").exists() else "too late"
    thread.join()
    return what, ended[0]


@contextmanager
def standalone() -> Generator[str]:
    """A master, and a worker on each of two addresses of this machine: speculation wants another host."""
    import pyspark

    from inlay_spark.java import use_java

    use_java()
    spark_class = os.path.join(pyspark.__path__[0], "bin", "spark-class")
    package = "org.apache.spark.deploy"
    port = random.Random().randrange(20_000, 30_000)
    url = f"spark://127.0.0.1:{port}"
    commands = [["master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0"]]
    commands += [
        ["worker.Worker", "--host", host, "--webui-port", "0", "-c", "1", "-m", "1g", url]
        for host in ("127.0.0.1", "127.0.0.2")
    ]
    started: list[subprocess.Popen[bytes]] = []
    with TemporaryDirectory() as folder:
        environment = os.environ | {"SPARK_WORKER_DIR": folder, "SPARK_LOCAL_IP": "127.0.0.1"}
        try:
            for command, *rest in commands:
                started.append(
                    subprocess.Popen(
                        [spark_class, f"{package}.{command}", *rest],
                        env=environment,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                    )
                )
                time.sleep(4)
            yield url
        finally:
            for process in reversed(started):
                process.terminate()
            for process in started:
                process.wait(30)


def session_for(mode: str, cluster: ExitStack) -> SparkSession:
    from inlay_spark.session import session

    conf = {**QUICK, "spark.log.level": "OFF"}
    if mode == "worker":
        return session("local[2,4]", conf=conf)
    os.chdir(cluster.enter_context(TemporaryDirectory()))  # `local-cluster` makes ./work
    conf |= {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
    if mode == "executor":
        return session("local-cluster[2,1,1024]", conf=conf)
    return session(cluster.enter_context(standalone()), conf=conf | SPECULATION)


def main() -> None:
    mode, times = sys.argv[1], int(sys.argv[2])
    chance = random.Random(times)
    with ExitStack() as cluster:
        spark = session_for(mode, cluster)
        cluster.callback(spark.stop)
        for number in range(times):
            phase = PHASES[number % len(PHASES)]
            delay = chance.uniform(0, 1.0)
            with TemporaryDirectory() as folder:
                lake, journal = Path(folder) / "lake", Path(folder) / "journal"
                old = make_lake(lake, FILES, folders=3)
                is_back = phase.startswith("und")
                if is_back:
                    check_resumed(spark, journal, lake, old)

                def forward(lake: Path = lake, journal: Path = journal) -> Any:
                    return migrate(spark, [str(lake)], Operation("private"), str(journal))

                def back(journal: Path = journal) -> Any:
                    return rollback(spark, str(journal))

                work = back if is_back else forward
                what, ended = run_disturbed(mode, work, journal, phase, delay, chance)
                left = len(hidden(lake))
                if mode == "speculation":
                    time.sleep(PAUSE)  # who was stopped has gone on by now
                late = len(hidden(lake)) - left
                if not is_back:
                    check_resumed(spark, journal, lake, old)
                check_rolled_back(spark, journal, lake, old)
            print(
                f"{number}: {phase} +{delay:.2f} s, {what}; the job ended with {ended}, {left} hidden,"
                f" {late} later: whole after the next run",
                flush=True,
            )


if __name__ == "__main__":
    main()
