"""One command on a folder of its own, struck again and again: what must be true of its files after each fault."""

from __future__ import annotations

import gc
import io
import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random
from typing import Final

from inlay.__main__ import run
from inlay.changes.rewrite.names import name_journal
from inlay.cli.exit_codes import ExitCode
from inlay.ground.files.aside import is_aside
from tests.faults.changing_commands import CASES, contents
from tests.faults.shim import Killed
from tests.faults.struck_system import StruckSystem

BESIDE: Final = ("payload", "lines", "bad lines", "inlay.toml")
PART: Final = "part.parquet"
DYING: Final = ("kill", "power", "child")

State = dict[str, bytes]
"""The files of a folder, by their names in it."""


class Trial:
    """What a command does to its folder where nothing happens, the first time and the second; then with faults."""

    def __init__(self, name: str, folder: Path) -> None:
        self.case = CASES[name]
        self.folder = folder / "files"
        self.words = self._words(self.case.words)
        self.old = self._prepare()
        self.put(self.old)
        system = StruckSystem(str(self.folder), "", 0, 0)
        with system.installed():
            code, said = run_captured(self.words)
        assert code == ExitCode.OK, said
        self.new = self.read()
        assert self.new != self.old, name
        outputs = set(self._outputs)
        changed = {each for each in self.new if self.new[each] != self.old.get(each)}
        assert changed == outputs, (changed, outputs)
        self.calls = system.calls
        self.again = run_captured(self.words)[0]
        assert self.read() == self.new, "the second time, it changes nothing"
        gc.collect()
        gc.freeze()  # what is there now outlives every fault, and is not looked through after each

    def _words(self, text: str) -> list[str]:
        words = re.findall(r"\{.*?\}|\S+", text)
        return [str(self.folder / word[1:-1]) if word[0] == "{" else word for word in words]

    def _prepare(self) -> State:
        known = contents()
        self.put({name: known[name] for name in BESIDE} | {PART: known[self.case.file]})
        for words in self.case.before:
            code, said = run_captured(self._words(words))
            assert code == ExitCode.OK, said
        ready = self.read()
        if at := self.case.damaged:
            data = bytearray(ready[PART])
            data[at] ^= 1
            ready[PART] = bytes(data)
        return ready

    def read(self) -> State:
        return _read_files(str(self.folder), "")

    def put(self, state: State) -> None:
        self.folder.mkdir(exist_ok=True)
        there = self.read()
        for name in there.keys() - state.keys():
            os.unlink(self.folder / name)
        for name in state:
            if there.get(name) != state[name]:
                (self.folder / name).parent.mkdir(exist_ok=True)
                (self.folder / name).write_bytes(state[name])
        self._date()
        for entry in list(os.scandir(self.folder)):
            if entry.is_dir() and not any(name.startswith(f"{entry.name}/") for name in state):
                os.rmdir(entry.path)

    def _date(self) -> None:
        """`scan` writes when a file was changed."""
        os.utime(self.folder / PART, (0, 0))

    def draw_call(self, random: Random, kind: str) -> int:
        """One of the calls, half of the time one of the last twelve, which publish. Power also goes after the last."""
        count = len(self.calls)
        last = count + 1 if kind == "power" else count
        return random.randint(max(count - 12, 1) if random.random() < 0.5 else 1, last)

    def strike(self, kind: str, at: int, seed: int) -> str:
        """What is left, in a word. AssertionError if that is not as promised."""
        self.put(self.old)
        system = StruckSystem(str(self.folder), "kill" if kind == "child" else kind, at, seed)
        code, said = None, ""
        if kind == "child":
            _in_a_child(lambda: run_struck(self.words, system))
        else:
            code, said = run_struck(self.words, system)
            self._require_exit(code, kind, said)
        is_lost = kind in DYING or (kind == "unsynced" and seed % 2 == 1)
        if kind in ("power", "unsynced") and is_lost and system.durable is not None:
            system.durable.lose_power(Random(seed))
            self._date()
        in_place = "--in-place" in self.words
        # On a disk that stays full, bytes that are already overwritten cannot be put back: the journal has them.
        is_stuck = in_place and kind == "full" and "run `inlay recover" in said
        can_clean = not (is_lost or is_stuck or system.struck == "unlink")
        self._require_old_or_new(may_be_torn=in_place and not can_clean)
        leftovers = self._leftovers()
        assert not (leftovers and can_clean), leftovers
        if leftovers or (in_place and not can_clean) or seed % 8 == 0:
            # What is whole need not be recovered, and then it is not changed, either.
            self._recover()
        state = self.read()
        assert code != ExitCode.OK or state == self.new, "reported as done, and is not"
        return self._do_it_again(state)

    def leave_some(self, at: int, seed: int) -> dict[str, int]:
        """Bytes of each hidden file that a kill at this call leaves; `recover` names each, and removes it, and the command then
        does its work."""
        self.put(self.old)
        system = StruckSystem(str(self.folder), "kill", at, seed)
        run_struck(self.words, system)
        state = self.read()
        hidden = {name: len(state[name]) for name in self._leftovers()}
        said = [run_captured(["recover", str(self.folder / name)])[1] for name in self._outputs]
        for name in hidden:
            assert os.path.basename(name) in "".join(said).replace("\n", ""), (name, said)
        assert not self._leftovers(), "recover leaves nothing"
        self._do_it_again(self.read())
        return hidden

    @property
    def _outputs(self) -> tuple[str, ...]:
        return self.case.outputs or (PART,)

    def _require_exit(self, code: int | None, kind: str, said: str) -> None:
        if kind in DYING:
            return
        assert code != ExitCode.INTERNAL, said
        assert "Traceback" not in said, said
        if kind == "short":
            assert code == ExitCode.OK, said

    def _require_old_or_new(self, *, may_be_torn: bool) -> None:
        state = self.read()
        for name in {*self.old, *self.new}:
            if name == PART and may_be_torn:
                continue
            allowed = (self.old.get(name), self.new.get(name))
            assert state.get(name) in allowed, f"{name} is neither the old file nor the new one"

    def _leftovers(self) -> list[str]:
        """Only what `recover` knows may be beside."""
        extra = [name for name in self.read() if name not in self.old and name not in self.new]
        journals = {os.path.basename(name_journal(str(self.folder / name))) for name in self.new}
        for name in extra:
            base = os.path.basename(name)
            assert is_aside(base) or base in journals, f"{name} is left"
        return extra

    def _recover(self) -> None:
        for name in {PART, *self.case.outputs}:
            code, said = run_captured(["recover", str(self.folder / name)])
            assert code != ExitCode.INTERNAL, said
        assert not self._leftovers(), "recover leaves nothing"
        self._require_old_or_new(may_be_torn=False)

    def _do_it_again(self, state: State) -> str:
        outputs = self._outputs
        done = [name for name in outputs if state.get(name) == self.new[name]]
        for name in done if len(done) < len(outputs) else []:
            # Some outputs are there: the command refuses to write over them, so they are put away as its message says.
            self._put_back(name)
        code, said = run_captured(self.words)
        expected = self.again if len(done) == len(outputs) else ExitCode.OK
        assert code == expected, f"again: {code}, {said}"
        assert self.read() == self.new, "again: not what it becomes where nothing happens"
        return "new" if len(done) == len(outputs) else "old" if not done else "some of several"

    def _put_back(self, name: str) -> None:
        if name in self.old:
            (self.folder / name).write_bytes(self.old[name])
        else:
            (self.folder / name).unlink()


def _read_files(folder: str, prefix: str) -> State:
    files: State = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                files |= _read_files(entry.path, f"{prefix}{entry.name}/")
            else:
                with open(entry.path, "rb") as file:
                    files[prefix + entry.name] = file.read()
    return files


def run_captured(words: list[str]) -> tuple[int | None, str]:
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = run(words)
    return code, said.getvalue()


def run_struck(words: list[str], system: StruckSystem) -> tuple[int | None, str]:
    """None for a command that was killed."""
    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
    said = io.StringIO()
    code: int | None = None
    try:
        with system.installed():
            with suppress(Killed, KeyboardInterrupt), redirect_stdout(said), redirect_stderr(said):
                code = run(words)
            if system.dead:
                gc.collect()  # files that are still open close now, and write nothing any more
    finally:
        sys.unraisablehook = hook
    return code, said.getvalue()


def _in_a_child(work: Callable[[], object]) -> None:
    """In a fork, which kills itself where the work was killed."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
