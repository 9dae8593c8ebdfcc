"""A signal ends a command with one sentence, wherever it comes: in an import, where nothing can be raised, and at the end. Behind all
that Python calls, the command is done, and stays so.

Each child has a terminal of its own, and sends the signal to itself at a known place.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest

pty = pytest.importorskip("pty", reason="terminals of POSIX")

HEAD = """
    import os, signal, sys
    import inlay.__main__ as command

    NUMBER = int(sys.argv[1])
    signal.alarm(60)

    def send():
        os.kill(os.getpid(), NUMBER)
        return sum(range(1000))  # where Python looks whether a signal came
"""
WAIT = """
    def wait():
        while True:
            signal.pause()
"""
PLACES = {
    "in an import": """
        def run(arguments):
            import slow_to_import
            print("it is whole" if slow_to_import.IS_WHOLE else "", flush=True)
            wait()
    """,
    "where nothing can be raised": """
        class Last:
            def __del__(self):
                send()

        def run(arguments):
            Last()
            print("it is whole", flush=True)
            wait()
    """,
    "where another makes an interrupt of it": """
        def run(arguments):
            from inlay.cli.errors import report
            print("it is whole", flush=True)
            try:
                send()
                wait()
            except KeyboardInterrupt:
                return report(KeyboardInterrupt())
    """,
    "while it waits": """
        def run(arguments):
            print("it is whole", flush=True)
            send()
            wait()
    """,
}
AT_THE_END = """
    def run(arguments):
        import atexit
        atexit.register(send)
        print("it is whole", flush=True)
        return 0
"""
SLOW = "import __main__\n__main__.send()\nIS_WHOLE = True\n"
WORDS = {signal.SIGTERM: (143, "terminated"), signal.SIGINT: (130, "interrupted")}


class Ended(NamedTuple):
    code: int
    shown: str


def run_on_terminal(folder: Path, body: str, number: int) -> Ended:
    (folder / "slow_to_import.py").write_text(SLOW)
    path = folder / "child.py"
    parts = (
        HEAD,
        WAIT,
        body,
        "command.run = run\ncommand.sys.argv = ['inlay', 'verify']\ncommand.main()\n",
    )
    path.write_text("".join(dedent(part) for part in parts))
    process, terminal = pty.fork()
    if not process:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        os.execve(sys.executable, [sys.executable, str(path), str(int(number))], environment)
    shown = b""
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:  # the end, as Linux says it
            break
        if not data:
            break
        shown += data
    os.close(terminal)
    _, status = os.waitpid(process, 0)
    return Ended(os.waitstatus_to_exitcode(status), shown.decode().replace("\r\n", "\n"))


@pytest.mark.parametrize("number", WORDS, ids=lambda number: number.name)
@pytest.mark.parametrize("place", PLACES)
def test_a_command_ends_with_one_sentence(
    tmp_path: Path, place: str, number: signal.Signals
) -> None:
    code, word = WORDS[number]
    ended = run_on_terminal(tmp_path, PLACES[place], number)
    lines = [line for line in ended.shown.splitlines() if line]
    assert lines == ["it is whole", f"error: {word}"]
    assert ended.code == code


@pytest.mark.parametrize("number", WORDS, ids=lambda number: number.name)
def test_what_python_does_at_its_end_is_interrupted_as_all_else(
    tmp_path: Path, number: signal.Signals
) -> None:
    code, word = WORDS[number]
    shown = f"it is whole\nerror: {word}\n"
    assert run_on_terminal(tmp_path, AT_THE_END, number) == Ended(code, shown)


BEHIND_ALL = """
    class Last:
        def __del__(self, kill=os.kill, process=os.getpid(), number=NUMBER):
            kill(process, number)

    sys.last = Last()

    def run(arguments):
        print("it is whole", flush=True)
        return 3
"""


@pytest.mark.parametrize("number", WORDS, ids=lambda number: number.name)
def test_what_is_done_keeps_its_code_while_python_takes_itself_apart(
    tmp_path: Path, number: signal.Signals
) -> None:
    assert run_on_terminal(tmp_path, BEHIND_ALL, number) == Ended(3, "it is whole\n")


LARGE_END = """
    import gc

    class Cyclic:
        pass

    def run(arguments):
        global kept
        kept = [Cyclic() for _ in range(1000)]
        for each in kept:
            each.itself = each
        return 0

    import atexit
    atexit.register(lambda: print(gc.isenabled(), gc.get_freeze_count() > 1000, flush=True))
"""


def test_no_cycle_is_looked_for_at_the_end(tmp_path: Path) -> None:
    """It would take as long as many a command."""
    assert run_on_terminal(tmp_path, LARGE_END, signal.SIGINT) == Ended(0, "False True\n")


def test_what_duckdb_left_is_collected(tmp_path: Path) -> None:
    """Or its binding would print hundreds of lines about leaks."""
    body = LARGE_END.replace("    import gc", "    import gc\n    import duckdb", 1)
    body = body.replace("gc.get_freeze_count() > 1000", "gc.get_freeze_count() == 0")
    ended = run_on_terminal(
        tmp_path, body + "\n    duckdb.sql('select 1').fetchall()\n", signal.SIGINT
    )
    assert ended == Ended(0, "False True\n")
