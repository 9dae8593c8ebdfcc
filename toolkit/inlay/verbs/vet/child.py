"""The child: `python -m inlay.verbs.vet.child FD` asks one reader about one file. What to ask is a line of JSON on stdin; the
answers are lines of JSON on the file descriptor FD, for readers print whatever they like."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from inlay.verbs.vet.confinement import confine, forget_peak, read_peak
from inlay.verbs.vet.digests import digest_columns
from inlay.verbs.vet.parent import die_with_parent
from inlay.verbs.vet.texts import cut_text, texts_at
from inlay.verbs.vet.variants import has_variants, may_have_variants

_LONGEST: Final = 4096
"""Characters of a name or a message: it is for people, who see less of it."""


def main(descriptor: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for the one that started it
    question = json.loads(sys.stdin.readline())
    die_with_parent(question["parent"])
    module, _, name = question["load"].partition(":")
    read = getattr(import_module(module), name)()
    import_module("pyarrow.compute")  # what digests need
    forget_peak()
    before = read_peak()
    is_held = confine(
        Path(question["scratch"]), memory=question["memory"], seconds=question["seconds"]
    )
    # Names that are not UTF-8 have lone surrogates.
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="surrogatepass") as answers:
        print(json.dumps({"is_held": is_held}), file=answers, flush=True)
        sys.stdin.readline()  # until the parent has seen that: a reader could take it out of the pipe
        said = answer(read, question, before)
        print(json.dumps(said, ensure_ascii=False), file=answers, flush=True)
        sys.stdout.flush()
        os._exit(0)  # threads of a reader may be in the middle of something


def answer(read: Any, question: dict[str, Any], before: int) -> dict[str, Any]:
    """What the reader makes of the file: digests of its values, or the texts of one block, or its error. `before` are the bytes of
    memory that it had taken."""
    start = time.process_time()
    try:
        table = read(question["path"])
    except BaseException as error:  # a panic of a Rust library is not an Exception
        said = {**_describe_error(error, question["path"]), "is_ours": False}
        peak = read_peak()
    else:
        peak = read_peak()
        try:
            said = _describe_values(table, question["path"], question.get("block"))
        except Exception as error:
            said = {**_describe_error(error, question["path"]), "is_ours": True}
    return {**said, "peak": max(peak - before, 0), "seconds": time.process_time() - start}


def _describe_values(table: Any, path: str, block: list[int] | None) -> dict[str, Any]:
    said: dict[str, Any] = {
        "rows": table.num_rows,
        "names": [name[:_LONGEST] for name in table.column_names],
    }
    variants = may_have_variants(table) and has_variants(path)
    if block is None:
        return {**said, "digests": digest_columns(table, variants=variants)}
    return {**said, "texts": list(map(cut_text, texts_at(table, *block, variants=variants)))}


def _describe_error(error: BaseException, path: str) -> dict[str, Any]:
    """Half of a pair of surrogates is not text, and becomes an escape."""
    kind, text = (
        said[:_LONGEST].encode("utf-8", "backslashreplace").decode()
        for said in (type(error).__name__, str(error).replace(path, "FILE"))
    )
    return {"error": kind, "text": text}


if __name__ == "__main__":
    main(int(sys.argv[1]))
