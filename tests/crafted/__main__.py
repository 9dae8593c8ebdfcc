"""`python -m tests.crafted [FOLDER]`: gives the crafted files to every reader that is there, and writes docs/invalid_files.md.

With a folder, the files stay there. Where one of them crashes or hangs a reader, the page is left as it is: the deviation has
to go first, and is counted in `left_out.py`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tests.crafted.asking import ALLOWED, Verdicts, ask, say_whom_files_hurt, write_files
from tests.crafted.deviation import Deviation, Must
from tests.crafted.deviations import DEVIATIONS, SECTIONS
from tests.crafted.left_out import BY_READER, LEFT_OUT, MEASURED, TRIED
from tests.readers.document import replaced
from tests.readers.exceptions import name_exceptions
from tests.readers.outcome import Kind, Outcome
from tests.readers.registry import READERS, lacking, version_of

PAGE: Final = Path(__file__).parents[2] / "docs" / "invalid_files.md"
WORDS: Final = {
    Kind.READ: "same",
    Kind.OTHER: "other",
    Kind.ERROR: "error",
}
ALL: Final = {
    (Must.REFUSE, "error"): "All readers refuse, as they must:",
    (Must.READ, "same"): "All readers read, as they must:",
    (Must.CHOOSE, "same"): "All readers choose the same values:",
    (Must.CHOOSE, "other"): "All readers choose other values:",
    (Must.CHOOSE, "error"): "All readers choose an error:",
}
"""By what readers must do and do."""


def table(section: Mapping[str, Deviation], verdicts: Verdicts) -> str:
    """In bold what a reader must not do. Where all do the same, and may, only the names of the files are told."""
    lines = ["| file | what deviates | must | readers |", "|---|---|---|---|"]
    alike: dict[str, list[str]] = {}
    for name, deviation in section.items():
        must = deviation.must
        words = {reader: cell(must, outcomes[name]) for reader, outcomes in verdicts.items()}
        word, *others = {*words.values()}
        if not others and "*" not in word:
            alike.setdefault(ALL[must, word], []).append(f"`{name}`")
            continue
        lines.append(f"| `{name}` | {deviation.what} | {must.value} | {name_exceptions(words)} |")
    named = (f"{said} {', '.join(names)}." for said, names in alike.items())
    return "\n\n".join(["\n".join(lines), *named])


def cell(must: Must, outcome: Outcome) -> str:
    word = WORDS[outcome.kind]
    return word if outcome.kind in ALLOWED[must] else f"**{word}**"


def summary(verdicts: Verdicts) -> str:
    """Of each reader, how often it does what it must not, and how often it crashed or hung on what is left out."""
    lines = [
        "| reader | version | reads on where it must refuse | refuses what it must read | crashed | hung |",
        "|---|---|--:|--:|--:|--:|",
    ]
    for reader, outcomes in verdicts.items():
        counts = [
            sum(outcomes[name].kind in kinds for name, d in DEVIATIONS.items() if d.must in musts)
            for musts, kinds in (
                ({Must.REFUSE}, {Kind.READ, Kind.OTHER}),
                ({Must.READ}, {Kind.ERROR, Kind.OTHER}),
            )
        ]
        counts += BY_READER[reader]
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
    if say_whom_files_hurt(verdicts):
        return 1
    write_page(verdicts)
    print(summary(verdicts))
    return 0


def write_page(verdicts: Verdicts) -> None:
    parts = [summary(verdicts)]
    parts += [f"## {title}\n\n{table(section, verdicts)}" for title, section in SECTIONS.items()]
    text = PAGE.read_text(encoding="utf-8")
    dated = (
        f"Measured on {datetime.now(UTC):%Y-%m-%d}.\n"
        f"The last two columns are of {MEASURED}, and count what is left out: {LEFT_OUT} of {TRIED} deviations.\n\n"
    )
    PAGE.write_text(replaced(text, "verdicts", dated + "\n\n".join(parts)), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
