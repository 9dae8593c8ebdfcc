"""`python -m tests.crafted [FOLDER]`: gives the crafted files to every reader that is there, and writes docs/invalid_files.md.

With a folder, the files stay there.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tests.crafted.asking import ALLOWED, Verdicts, ask, write_files
from tests.crafted.deviation import Deviation, Must
from tests.crafted.deviations import DEVIATIONS, SECTIONS
from tests.readers.document import replaced
from tests.readers.outcome import Kind, Outcome
from tests.readers.registry import READERS, lacking, version_of

PAGE: Final = Path(__file__).parents[2] / "docs" / "invalid_files.md"
WORDS: Final = {
    Kind.READ: "same",
    Kind.OTHER: "other",
    Kind.ERROR: "error",
    Kind.CRASH: "crash",
    Kind.HANG: "hang",
}


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
        lines.append(f"| {reader} | {version_of(reader)} | {' | '.join(map(str, counts))} |")
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
    write_page(verdicts)
    print(summary(verdicts))
    return 0


def write_page(verdicts: Verdicts) -> None:
    parts = [summary(verdicts)]
    parts += [
        f"## {title}\n\n{table(verdicts, section, verdicts)}" for title, section in SECTIONS.items()
    ]
    text = PAGE.read_text(encoding="utf-8")
    dated = f"Measured on {datetime.now(UTC):%Y-%m-%d}.\n\n"
    PAGE.write_text(replaced(text, "verdicts", dated + "\n\n".join(parts)), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
