"""The child: `python -m inlay.vetting.child FD` asks one reader about one file. What to ask is a line of JSON on stdin; the
answers are lines of JSON on the file descriptor FD, for readers print whatever they like."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from inlay.vetting.confinement import confine, die_with_parent, forget_peak, read_peak
from inlay.vetting.texts import cut_text, digest_columns, texts_at


def main(descriptor: int) -> None:
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for the one that started it
    question = json.loads(sys.stdin.readline())
    module, _, name = question["load"].partition(":")
    read = getattr(import_module(module), name)()
    import_module("pyarrow.compute")  # what digests need
    forget_peak()
    before = read_peak()
    is_held = confine(
        Path(question["scratch"]), memory=question["memory"], seconds=question["seconds"]
    )
    with os.fdopen(descriptor, "w", encoding="utf-8") as answers:
        print(json.dumps({"is_held": is_held}), file=answers, flush=True)
        print(json.dumps(answer(read, question, before)), file=answers, flush=True)
        answers.flush()
        sys.stdout.flush()
        os._exit(0)  # threads of a reader may be in the middle of something


def answer(read: Any, question: dict[str, Any], before: int) -> dict[str, Any]:
    """What the reader makes of the file: digests of its values, or the texts of one block, or its error. `before` are the bytes of
    memory that it had taken."""
    start = time.process_time()
    try:
        table = read(question["path"])
    except BaseException as error:  # a panic of a Rust library is no Exception
        said = {**_describe_error(error, question["path"]), "is_ours": False}
        peak = read_peak()
    else:
        peak = read_peak()
        try:
            said = _describe_values(table, question.get("block"))
        except Exception as error:
            said = {**_describe_error(error, question["path"]), "is_ours": True}
    return {**said, "peak": max(peak - before, 0), "seconds": time.process_time() - start}


def _describe_values(table: Any, block: list[int] | None) -> dict[str, Any]:
    said: dict[str, Any] = {"rows": table.num_rows, "names": list(table.column_names)}
    if block is None:
        return {**said, "digests": digest_columns(table)}
    return {**said, "texts": list(map(cut_text, texts_at(table, *block)))}


def _describe_error(error: BaseException, path: str) -> dict[str, Any]:
    """Half of a pair of surrogates is no text, and becomes an escape."""
    text = str(error).replace(path, "FILE").encode("utf-8", "backslashreplace").decode()
    return {"error": type(error).__name__, "text": text}


if __name__ == "__main__":
    main(int(sys.argv[1]))
