"""`python -m tests.crafted [FOLDER]`: gives the crafted files to every reader that is there, and writes docs/invalid_files.md.

With a folder, the files stay there.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final, TypeAlias

from tests.crafted.deviation import Deviation, Must
from tests.crafted.deviations import DEVIATIONS, SECTIONS
from tests.crafted.files import crafted_file, good_file
from tests.readers.document import replaced
from tests.readers.outcome import Kind, Outcome
from tests.readers.process import ReaderProcess
from tests.readers.registry import READERS, lacking

PAGE: Final = Path(__file__).parents[2] / "docs" / "invalid_files.md"
WORDS: Final = {
    Kind.READ: "same",
    Kind.OTHER: "other",
    Kind.ERROR: "error",
    Kind.CRASH: "crash",
    Kind.HANG: "hang",
}
ALLOWED: Final = {
    Must.REFUSE: {Kind.ERROR},
    Must.READ: {Kind.READ},
    Must.CHOOSE: {Kind.ERROR, Kind.READ, Kind.OTHER},
}
Verdicts: TypeAlias = dict[str, dict[str, Outcome]]
"""By reader and by deviation."""


def write_files(folder: Path) -> None:
    """The good file as `good.parquet`, and the others under their names."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "good.parquet").write_bytes(good_file())
    for name in DEVIATIONS:
        (folder / f"{name}.parquet").write_bytes(crafted_file(name))


def ask(reader: str, folder: Path) -> dict[str, Outcome]:
    """What a reader makes of each file. After each error it has to read the good file again: one that cannot is begun anew,
    so that no file is blamed for another."""
    outcomes: dict[str, Outcome] = {}
    process = ReaderProcess(reader)
    try:
        good = process.read(folder / "good.parquet")
        if good.kind is not Kind.READ:
            raise RuntimeError(f"{reader} does not read the good file: {good.detail}")
        for name in DEVIATIONS:
            outcome = process.read(folder / f"{name}.parquet").against(good)
            outcomes[name] = outcome
            if (
                outcome.kind is not Kind.READ
                and process.read(folder / "good.parquet").against(good).kind is not Kind.READ
            ):
                process.close()
                process = ReaderProcess(reader)
    finally:
        process.close()
    return outcomes


def table(readers: Iterable[str], section: dict[str, Deviation], verdicts: Verdicts) -> str:
    """In bold what a reader must not do."""
    names = list(readers)
    lines = [
        f"| file | what deviates | must | {' | '.join(names)} |",
        "|---|---|---|" + "---|" * len(names),
    ]
    for name, deviation in section.items():
        cells = [cell(deviation.must, verdicts[reader][name]) for reader in names]
        lines.append(
            f"| `{name}` | {deviation.what} | {deviation.must.value} | {' | '.join(cells)} |"
        )
    return "\n".join(lines)


def cell(must: Must, outcome: Outcome) -> str:
    word = WORDS[outcome.kind]
    return word if outcome.kind in ALLOWED[must] else f"**{word}**"


def summary(verdicts: Verdicts) -> str:
    """Of each reader, how often it does what it must not."""
    lines = [
        "| reader | version | reads on where it must refuse | refuses what it must read | crashes | hangs |",
        "|---|---|--:|--:|--:|--:|",
    ]
    for reader, outcomes in verdicts.items():
        counts = [
            sum(outcomes[name].kind in kinds for name, d in DEVIATIONS.items() if d.must in musts)
            for musts, kinds in (
                ({Must.REFUSE}, {Kind.READ, Kind.OTHER}),
                ({Must.READ}, {Kind.ERROR, Kind.OTHER}),
                (set(Must), {Kind.CRASH}),
                (set(Must), {Kind.HANG}),
            )
        ]
        number = version(READERS[reader].distribution)
        lines.append(f"| {reader} | {number} | {' | '.join(map(str, counts))} |")
    return "\n".join(lines)


def main(folder: str = "") -> int:
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(folder or scratch)
        write_files(place)
        names = [
            name
            for name, reader in READERS.items()
            if lacking(name) is None and not reader.footer_only
        ]
        verdicts = {reader: ask(reader, place) for reader in names}
    parts = [summary(verdicts)]
    parts += [
        f"### {title}\n\n{table(names, section, verdicts)}" for title, section in SECTIONS.items()
    ]
    text = PAGE.read_text(encoding="utf-8")
    dated = f"Measured on {datetime.now(UTC):%Y-%m-%d}.\n\n"
    PAGE.write_text(replaced(text, "verdicts", dated + "\n\n".join(parts)), encoding="utf-8")
    print(summary(verdicts))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
