"""`python -m tests.readers`: the whole matrix, in half an hour, into docs/.

python -m tests.readers                       everything anew, into docs/reader_matrix.md and .json and invalid_files.md
python -m tests.readers --parts types writers  these tables alone
python -m tests.readers --files FOLDER        the files that readers get, and nothing is asked
python -m tests.readers --page OUT            the page of what docs/reader_matrix.json has
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path

from tests.crafted.__main__ import write_page as write_invalid
from tests.crafted.asking import say_whom_files_hurt, write_files
from tests.readers import cases, document
from tests.readers.expected import differences
from tests.readers.features import features
from tests.readers.matrix import Result, measure, words
from tests.readers.measuring import (
    PROBED,
    SEVERAL,
    measure_invalid,
    measure_probes,
    parts_of,
    write_probes,
)
from tests.readers.page.render import render_page
from tests.readers.record import PATH, Part, load, save, without_hurt
from tests.readers.registry import READERS, lacking
from tests.readers.sections import SECTIONS
from tests.readers.sources import corpus_sources, write_sources, write_wide
from tests.readers.timing import measure_openings, write_timed
from tests.readers.writing import measure_writers
from tests.readers.written import write_given


def main(arguments: Sequence[str]) -> int:
    """1 where a reader is not there, or does something else than expected; nothing is written then."""
    parser = argparse.ArgumentParser(prog="python -m tests.readers", description=__doc__)
    parser.add_argument("--page", type=Path, metavar="OUT")
    parser.add_argument("--files", type=Path, metavar="FOLDER")
    parser.add_argument("--parts", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    asked = parser.parse_args(arguments)
    if asked.page:
        asked.page.write_text(render_page(load()), encoding="utf-8")
        print(asked.page)
        return 0
    if asked.files:
        write_all_files(asked.files)
        return 0
    missing = {reader: why for reader in READERS if (why := lacking(reader)) is not None}
    if missing:
        print("not there:", *(f"{reader}: {why}" for reader, why in missing.items()), sep="\n  ")
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        parts = measure_parts(Path(scratch), asked.parts)
    if parts is None:
        return 1
    measured = {part.name: part for part in [*(load() if PATH.exists() else []), *parts]}
    record = [measured[name] for name in SECTIONS if name in measured]
    save(record)
    document.write(features=features(record))
    print(f"{', '.join(part.name for part in parts)}: {PATH}")
    return 0


def measure_parts(folder: Path, names: Collection[str]) -> list[Part] | None:
    """None where a reader did not do what was expected of it, after saying so. Rows on which one crashed or hung are said, too,
    and left out."""
    parts: list[Part] = []
    if set(names) & SEVERAL.keys():
        several = _measure_several(folder)
        if several is None:
            return None
        parts += several
    parts += measure_probes(READERS, folder, [name for name in PROBED if name in names])
    if "invalid" in names:
        invalid, verdicts = measure_invalid(READERS, folder)
        if say_whom_files_hurt(verdicts):
            return None
        write_invalid(verdicts)
        parts.append(invalid)
    if "writers" in names:
        parts.append(measure_writers(folder))
    return [without_hurt(part) for part in parts]


def write_all_files(folder: Path) -> None:
    """Where the evidence says that they are."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_cases(folder)
    for section in PROBED:
        write_probes(section, folder)
    write_files(folder / "invalid")
    (folder / "writers").mkdir(exist_ok=True)
    write_given(folder / "writers" / "given.parquet")


def _write_cases(folder: Path) -> tuple[dict[str, Path], list[cases.Case]]:
    """The sources, and the files that are made of them."""
    (folder / "sources").mkdir(exist_ok=True)
    own = write_sources(folder / "sources")
    sources = {**own, **corpus_sources()}
    wide = {"wide": folder / "sources" / "wide.parquet"}
    write_wide(wide["wide"])
    writer = cases.Writer(folder / "cases")
    every = [
        *cases.forms({**sources, **wide}, writer),
        *cases.places(sources, writer),
        *cases.large(own, writer),
        *cases.outside(own, writer),
    ]
    return {**sources, **wide}, every


def _measure_several(folder: Path) -> list[Part] | None:
    sources, every = _write_cases(folder)
    results: list[Result] = measure(READERS, sources, every)
    unexpected = differences(words(results))
    if unexpected:
        print("not as tests/readers/expected.py has it:", *unexpected, sep="\n  ")
        return None
    openings = measure_openings(READERS, write_timed(folder))
    document.write(tables=document.tables(), run=document.run(results, openings, sources))
    return parts_of(results, list(READERS), folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
