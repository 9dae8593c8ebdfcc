"""The help of `inlay` as a whole. Asked for alone, it is answered without click, which takes four times as long to import as
Python takes to start; what this module imports is there already when Python has started."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as in `inlay/__init__.py`
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

GROUP: Final = "inlay.commands"
"""The entry points by which later layers bring commands."""

COMMANDS: Final = {
    "assemble": "Make a file from the text that dump wrote.",
    "compat": "Say which readers would stumble over files.",
    "concat": "Put the row groups of many files into one file.",
    "crypt": "Check encrypted files; rewrap their keys.",
    "diff": "Show what differs between two files.",
    "drop": "Remove columns from a file.",
    "dump": "Write the metadata of a file as text to edit.",
    "encoding": "Store columns in a second, new encoding, or remove it.",
    "ext": "List, add, check and remove extensions.",
    "footer": "Add a FlatBuffers footer, or revert to Thrift.",
    "geo": "Turn GeoParquet into GEOMETRY and back; check both.",
    "index": "Add what a writer left out: statistics, indexes.",
    "inspect": "Print the footer of a file.",
    "pages": "List pages, page indexes or Bloom filters.",
    "prune": "Show what a filter leaves out, and why.",
    "layout": "Show who owns each byte of a file.",
    "lint": "Advise on files: what to change, and what it saves.",
    "recover": "Undo an interrupted change; find or rebuild a lost footer.",
    "register": "Register files in a table, by their footers.",
    "report": "Answer the usual questions about many files.",
    "rewrite": "Rewrite rows: row groups, compression, order.",
    "scan": "Print a table of the footers of many files.",
    "seal": "Store a checksum of the footer in a file.",
    "select": "Write some columns and row groups to another file.",
    "set": "Rename columns; change key-values and types.",
    "split": "Write runs of row groups to files of their own.",
    "store": "Keep the footers of many files; plan from them.",
    "variant": "Show, shred and unshred Variants; convert JSON lines.",
    "verify": "Check files for damage and contradictions.",
    "vet": "Try readers on files: which crash, which disagree?",
}

_PAGE: Final = """\
Usage: inlay [OPTIONS] COMMAND [ARGS]...

  Read, check and change the metadata of Parquet files.

Options:
  --version                    Show the version and exit.
  --color [auto|always|never]  Color the output; auto means on a terminal,
                               unless NO_COLOR is set.  [default: auto]
  -h, --help                   Show this message and exit.

Commands:
{commands}

Exit codes:
  0    ok
  1    findings, no file to read, or a file not checked
  2    wrong usage
  3    invalid or damaged input
  4    refused: unsafe, or not possible for this file
  5    the file changed in the meantime
  6    input or output failed
  70   a bug in inlay
  130  interrupted
  143  terminated
"""


def page(others: Mapping[str, str]) -> str:
    """The help. `others` are the commands of later layers, with a line for each."""
    lines = {**others, **COMMANDS}
    width = max(map(len, lines))
    rows = (f"  {name:<{width}}  {line}" for name, line in sorted(lines.items()))
    return _PAGE.format(commands="\n".join(rows))


def line_of_spark(is_installed: bool) -> str:
    """Of `inlay spark`, which needs pyspark."""
    line = "Catalog, migrate and shred many files on Spark."
    if is_installed:
        return line
    return "Work on a lake. Needs pyspark: see inlay spark --help."


def is_answered(arguments: Sequence[str]) -> bool:
    """Prints the page if that is all that was asked for, and if no commands but our own can be installed."""
    if arguments not in (["--help"], ["-h"]) or "_INLAY_COMPLETE" in os.environ:
        return False
    folders = [entries for folder in {*sys.path} if (entries := _entries_of(folder)) is not None]
    distributions = [path for paths in folders for path in paths if path.endswith(".dist-info")]
    ours = [path for path in distributions if os.path.basename(path).startswith("inlay_parquet-")]
    if len(ours) != 1 or any(map(_has_commands, {*distributions} - {*ours})):
        return False
    others = {"spark": line_of_spark(_is_importable("pyspark"))} if _has_commands(ours[0]) else {}
    sys.stdout.write(page(others))
    return True


def _is_importable(package: str) -> bool:
    """As `importlib.util.find_spec` finds out, which takes longer to import than this takes."""
    try:
        return any(finder.find_spec(package, None) is not None for finder in sys.meta_path)
    except ModuleNotFoundError:  # a finder may say so
        return False


def _entries_of(folder: str) -> list[str] | None:
    try:
        return [os.path.join(folder, name) for name in os.listdir(folder)]
    except OSError:
        return None


def _has_commands(distribution: str) -> bool:
    try:
        with open(os.path.join(distribution, "entry_points.txt"), "rb") as file:
            return GROUP.encode() in file.read()
    except OSError:
        return False
