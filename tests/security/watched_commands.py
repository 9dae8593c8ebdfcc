"""Runs commands of `inlay` and `inlayc` while Python tells what they do: files that are opened, modules, hosts, processes.

    python -m tests.security.watched_commands REPORT COMMANDS

COMMANDS is a JSON file of lists of words, of which `inlayc` may be the first. The report has, for each, the exit code and the events.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any, Final

_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_TOLD: Final = (
    *("open", "import", "os.system", "os.exec", "os.fork", "os.posix_spawn", "subprocess.Popen"),
    *(
        "os.remove",
        "os.rename",
        "os.mkdir",
        "os.rmdir",
        "os.truncate",
        "os.chmod",
        "os.link",
        "os.symlink",
    ),
    *("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"),
    *(
        "urllib.Request",
        "ftplib.connect",
        "webbrowser.open",
        "ctypes.dlopen",
        "marshal.loads",
        "pickle.find_class",
    ),
)

events: list[list[Any]] = []


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open":
        path, mode, flags = arguments
        if isinstance(path, str | bytes):
            is_written = bool(flags & _WRITES) if isinstance(flags, int) else "r" not in str(mode)
            events.append([event, os.fsdecode(path), is_written])
    elif event == "marshal.loads":
        return  # what Python itself keeps of modules
    elif event in _TOLD:
        events.append([event, str(arguments[0]), False])


def run_words(words: list[str]) -> int:
    from inlay.__main__ import run
    from inlayc.__main__ import main as run_compiler

    if words[0] != "inlayc":
        return run(words)
    sys.argv = words
    try:
        run_compiler()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


def main(report: Path, commands: list[list[str]]) -> None:
    results: list[dict[str, Any]] = []
    sys.addaudithook(watch)
    for words in commands:
        events.clear()
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run_words(words)
        told = list(events)
        printed = out.getvalue() + err.getvalue()
        results.append({"words": words, "code": code, "events": told, "printed": printed})
    report.write_text(json.dumps(results), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")))
