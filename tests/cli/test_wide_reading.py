"""Commands that read a footer, and those that build one anew, do as much work as it has columns: counted in calls, also of C."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from inlay.cli.command_line import inlay as whole
from inlay.verbs.lint.remedies import MOST_ENCODED
from tests.cli.test_bad_files import leaves
from tests.cli.test_wide_changes import CHANGES
from tests.support.calls import count_calls_once
from tests.support.wide_file import (
    write_wide,
    write_wide_coverings,
    write_wide_encrypted,
    write_wide_geometries,
    write_wide_groups,
    write_wide_variants,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.small_files import Inlay

COLUMNS = 150

READINGS = {
    "inspect": ["inspect", "FILE"],
    "verify": ["verify", "FILE"],
    "verify values": ["verify", "--data", "FILE"],
    "lint": ["lint", "FILE"],
    "lint of ten row groups": ["lint", "GROUPS"],
    "diff of the same": ["diff", "FILE", "FILE"],
    "diff of another": ["diff", "FILE", "SEALED"],
    "prune": ["prune", "FILE", "c7 > 3"],
    "pages": ["pages", "FILE"],
    "page indexes": ["pages", "FILE", "--table", "page_indexes"],
    "report": ["report", "FILE"],
    "recover": ["recover", "FILE"],
    "ext list": ["ext", "list", "SEALED"],
    "ext verify": ["ext", "verify", "SEALED"],
    "encoding verify": ["encoding", "verify", "ENCODED"],
    "encoding show": ["encoding", "show", "FILE"],
    "footer show": ["footer", "show", "PRIVATE"],
    "footer index show": ["footer", "index", "show", "INDEXED"],
    "verify both footers": ["verify", "PRIVATE"],
    "inspect both footers": ["inspect", "PRIVATE"],
    "inspect modular": ["inspect", "MODULAR"],
    "verify modular": ["verify", "MODULAR"],
    "layout": ["layout", "FILE"],
    "layout both footers": ["layout", "PRIVATE"],
    "layout modular": ["layout", "MODULAR"],
    "scan": ["scan", "FILE"],
    "geo show": ["geo", "show", "GEOMETRIES"],
    "variant schema": ["variant", "schema", "VARIANTS"],
    "variant show": ["variant", "show", "VARIANTS"],
    "store refresh": ["store", "refresh", "STORE"],
    "layout as JSON": ["layout", "FILE", "--format", "json"],
    "geo check": ["geo", "check", "GEOMETRIES"],
    "crypt verify": ["crypt", "verify", "ENCRYPTED", "--keys", "ENCRYPTED KEYS"],
    "store plan": ["store", "plan", "STORE", "c7 > 3"],
}
REWRAP = ["crypt", "rewrap", "ENCRYPTED"]
REWRAP += ["--old-keys", "ENCRYPTED KEYS", "--new-keys", "ENCRYPTED KEYS"]
FOOTER = ["crypt", "footer", "ENCRYPTED", "--plaintext", "--keys", "ENCRYPTED KEYS"]
BUILDING = {
    "ext extract": ["ext", "extract", "SEALED", "-o", "OUT"],
    "encoding repair": ["encoding", "repair", "ENCODED", "-o", "OUT"],
    "geo boxes": ["geo", "boxes", "GEOMETRIES", "-o", "OUT"],
    "geo to-geoparquet": ["geo", "to-geoparquet", "NATIVE", "-o", "OUT"],
    "crypt footer": [*FOOTER, "-o", "OUT"],
    "variant unshred": ["variant", "unshred", "SHREDDED", "-o", "OUT"],
    "rewrite": ["rewrite", "FILE", "-o", "OUT"],
    "encoding add": ["encoding", "add", "--columns", "c7", "FILE", "-o", "OUT"],
    "footer index add": ["footer", "index", "add", "FILE", "-o", "OUT"],
    "footer index strip": ["footer", "index", "strip", "INDEXED", "-o", "OUT"],
    "footer convert": ["footer", "convert", "FILE", "--design", "modular", "-o", "OUT"],
    "footer convert back": ["footer", "convert", "MODULAR", "--design", "thrift", "-o", "OUT"],
    "select half": ["select", "FILE", "--columns", "c*[02468]", "-o", "OUT"],
    "split": ["split", "FILE", "--row-groups", "1", "-o", "PARTS"],
    "dump": ["dump", "FILE", "-o", "OUT"],
    "dump both footers": ["dump", "PRIVATE", "-o", "OUT"],
    "dump modular": ["dump", "MODULAR", "-o", "OUT"],
    "assemble": ["assemble", "TEXT", "-o", "OUT"],
    "index add": ["index", "add", "FILE", "-o", "OUT"],
    "index add of chosen": ["index", "add", "FILE", "--columns", "c*[02468]", "-o", "OUT"],
    "index add of all": ["index", "add", "FILE", "--what", "all", "-o", "OUT"],
    "another order": ["index", "add", "FILE", "--what", "ieee754-order", "-o", "OUT"],
    "index strip": ["index", "strip", "FILE", "-o", "OUT"],
    "index fix": ["index", "fix", "FILE", "-o", "OUT"],
    "encoding strip": ["encoding", "strip", "ENCODED", "-o", "OUT"],
    "footer add modular": ["footer", "add", "FILE", "--design", "modular", "-o", "OUT"],
    "compat": ["compat", "FILE"],
    "variant shred": ["variant", "shred", "VARIANTS", "-o", "OUT"],
    "geo to-native": ["geo", "to-native", "GEOMETRIES", "-o", "OUT"],
    "geo to-native by coverings": ["geo", "to-native", "COVERINGS", "-o", "OUT"],
    "crypt rewrap": [*REWRAP, "-o", "OUT"],
    "register": ["register", "FILE", "--to", "records", "-o", "OUT"],
    "store build": ["store", "build", "FILE", "-o", "NEW STORE"],
}
SLOW = {
    "footer compare": ["footer", "compare", "FILE"],
    "vet": ["vet", "FILE", "--reader", "pyarrow"],
}
OUTPUTS = ("OUT", "PARTS", "NEW STORE")
STEPS = {
    "SEALED": ["seal", "FILE"],
    "PRIVATE": ["footer", "add", "FILE"],
    "INDEXED": ["footer", "index", "add", "FILE"],
    "MODULAR": ["footer", "convert", "FILE", "--design", "modular"],
    "TEXT": ["dump", "FILE"],
    "ENCODED": ["encoding", "add", "--columns", "c7", "FILE"],
    "STORE": ["store", "build", "FILE"],
    "NATIVE": ["geo", "to-native", "GEOMETRIES"],
    "SHREDDED": ["variant", "shred", "VARIANTS"],
}
WRITERS = {
    "GROUPS": write_wide_groups,
    "GEOMETRIES": write_wide_geometries,
    "COVERINGS": write_wide_coverings,
    "VARIANTS": write_wide_variants,
    "ENCRYPTED": write_wide_encrypted,
}


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the files of all commands are, each written when it is first asked for: no command changes one."""
    return tmp_path_factory.mktemp("wide")


def place_input(inlay: Inlay, folder: Path, columns: int, name: str) -> str:
    if name == "FILE":
        path = folder / f"wide_{columns}.parquet"
        return str(path) if path.exists() else write_wide(folder, columns)
    path = folder / f"{columns} {name}"
    if name in WRITERS and not path.exists():
        WRITERS[name](str(path), columns)
    elif name in STEPS and not path.exists():
        step = [
            place_input(inlay, folder, columns, word) if word.isupper() else word
            for word in STEPS[name]
        ]
        assert inlay(*step, "-o", path)[0] == 0
    return str(path)


def count(inlay: Inlay, folder: Path, out: Path, columns: int, command: list[str]) -> int:
    """Calls of functions of Python and of C."""
    words = [
        (
            str(out / f"{columns} {word}")
            if word in OUTPUTS
            else place_input(inlay, folder, columns, word) if word.isupper() else word
        )
        for word in command
    ]
    codes: list[int] = []
    calls = count_calls_once(lambda: codes.append(inlay(*words)[0]))
    assert codes[0] in (0, 1), words
    return calls


COUNTED_OTHERWISE = {
    "ext show": "it decodes one payload, and asks nothing of columns",
    "encoding ratify": "as `encoding strip`, with a number of the standard",
    "register check": "as `register`, with what the table says beside it",
    "variant from-json": "lines become one column",
}


def test_every_command_is_counted() -> None:
    counted = [*READINGS.values(), *BUILDING.values(), *SLOW.values(), *CHANGES.values()]
    known = {command for command in leaves(whole) if any(_begins(it, command) for it in counted)}
    assert known | COUNTED_OTHERWISE.keys() == {*leaves(whole)}


def _begins(words: list[str], command: str) -> bool:
    asked = ["register", "files"] if words[0] == "register" else words
    return asked[: command.count(" ") + 1] == command.split()


@pytest.mark.needs("native core")
@pytest.mark.parametrize(
    "command",
    [
        *READINGS.values(),
        *BUILDING.values(),
        *(pytest.param(each, marks=pytest.mark.slow) for each in SLOW.values()),
    ],
    ids=" ".join,
)
def test_twice_the_columns_are_twice_the_calls(
    command: list[str], wide: Path, tmp_path: Path, inlay: Inlay
) -> None:
    count(inlay, wide, tmp_path, 10, command)  # what is imported on first need
    small, large = (count(inlay, wide, tmp_path, size, command) for size in (COLUMNS, 2 * COLUMNS))
    assert large <= 2.2 * small


@pytest.mark.needs("native core")
def test_lint_asks_a_column_little(wide: Path, tmp_path: Path, inlay: Inlay) -> None:
    """Of all its rules together, each of which looks at most at what was counted of the column; three of them have advice here, with
    a command, and look at its chunks."""
    command = READINGS["lint"]
    count(inlay, wide, tmp_path, 10, command)
    small, large = (count(inlay, wide, tmp_path, size, command) for size in (COLUMNS, 2 * COLUMNS))
    assert large - small <= 260 * COLUMNS


@pytest.mark.needs("native core")
def test_lint_asks_no_chunk_in_python(wide: Path, tmp_path: Path, inlay: Inlay) -> None:
    """Nor do the two rules that compare the bounds of ten row groups or more."""
    command = READINGS["lint of ten row groups"]
    count(inlay, wide, tmp_path, 10, command)
    small, large = (count(inlay, wide, tmp_path, size, command) for size in (COLUMNS, 2 * COLUMNS))
    assert large - small <= 340 * COLUMNS


@pytest.mark.needs("native core")
def test_lint_says_as_much_as_there_are_columns(tmp_path: Path, inlay: Inlay) -> None:
    """Each piece of advice has its command, and none of these names all columns of a wide file."""
    small, large = (
        len(inlay("lint", write_wide(tmp_path, size), "--format", "json")[1])
        for size in (2 * MOST_ENCODED, 4 * MOST_ENCODED)
    )
    assert large <= 2.2 * small
