"""Each job as a command, in this process, beside somebody who changes the lake."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from inlay_spark.spark_submit_entry import main
from tests.pipeline.changing.history import Contents, History, look

_DOCUMENTED: Final = (0, 1, 4)
ROOT: Final = Path(__file__).parents[3]


class Ran(NamedTuple):
    """`wrong` is what the command itself did wrong; `said` its document, where it has one."""

    history: History
    after: dict[str, str]
    said: Any
    wrong: list[str]
    changes: int


class Beside:
    """A lake, and who changes it: `pause` seconds between two changes, or nobody."""

    def __init__(self, folder: Path, seed: int, pause: float) -> None:
        self.folder = folder
        self.lake, self.pool = folder / "lake", folder / "pool"
        self.contents = Contents()
        self._seed = seed
        self._pause = pause
        self._runs = 0

    def run(self, *arguments: str, quiet: bool = False, document: bool = True) -> Ran:
        before = look(self.lake, self.contents)
        history = History(before)
        self._runs += 1
        log = self.folder / f"changes-{self._runs}.jsonl"
        log.write_text("", encoding="utf-8")
        with contextlib.nullcontext() if quiet else self._changing(log):
            code, out, err = _invoke([*arguments, *(["--format", "json"] if document else [])])
        changes = history.read(log)
        for data in self.pool.iterdir():
            self.contents.add_overwritten(data.read_bytes())
        wrong: list[str] = []
        if code not in _DOCUMENTED or "Traceback" in err:
            wrong.append(f"{' '.join(arguments)}: ended with {code}: {err[-1500:]}")
        said = json.loads(out) if document and code in _DOCUMENTED else out
        return Ran(history, look(self.lake, self.contents), said, wrong, changes)

    @contextlib.contextmanager
    def _changing(self, log: Path) -> Iterator[None]:
        self._seed += 1
        command = [sys.executable, "-m", "tests.pipeline.changing.changer"]
        values = [str(self.lake), str(self.pool), str(log), str(self._seed), str(self._pause)]
        with subprocess.Popen(
            [*command, *values], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdout.readline()
            try:
                yield
            finally:
                process.stdin.close()
                code = process.wait()
        assert code == 0

    def forget(self, path: Path) -> None:
        shutil.rmtree(path, ignore_errors=True)


def _invoke(arguments: list[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    return code, out.getvalue(), err.getvalue()
