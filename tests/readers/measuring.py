"""The readers on the probes and on the invalid files, and what that is in the words of the matrix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tests.crafted.asking import ALLOWED, Verdicts, ask, write_files
from tests.crafted.deviations import DEVIATIONS
from tests.crafted.deviations import SECTIONS as CRAFTED
from tests.readers.cases import FORMS, LARGE, OUTSIDE, PLACES, slug
from tests.readers.matrix import Result, TakeReader
from tests.readers.outcome import Kind, Outcome
from tests.readers.probes.lies import HONEST, SOUGHT
from tests.readers.probes.probe import Probe
from tests.readers.process import ReaderProcess
from tests.readers.record import Part, Row, digest_of
from tests.readers.registry import READERS, SECONDS, full_version
from tests.readers.sections import SECTIONS
from tests.readers.verdict import Cell, judge_several, judge_sought, judge_values

SEVERAL: Final[Mapping[str, Sequence[str]]] = {
    "forms": [form.value for form in FORMS],
    "extensions": PLACES,
    "large": list(LARGE),
    "beside": OUTSIDE,
}
"""The sections whose rows have many files, with their rows."""

PROBED: Final = tuple(name for name, section in SECTIONS.items() if section.probes is not None)


def write_probes(section: str, folder: Path) -> list[tuple[Probe, Path]]:
    """The files of a section, below a folder of its name."""
    make = SECTIONS[section].probes
    assert make is not None
    (folder / section).mkdir(parents=True, exist_ok=True)
    written: list[tuple[Probe, Path]] = []
    for probe in make():
        path = folder / section / f"{slug(probe.row)}.parquet"
        probe.write(path)
        written.append((probe, path))
    return written


def ask_reader(
    reader: str,
    written: Mapping[str, Sequence[tuple[Probe, Path]]],
    seconds: float = SECONDS,
    take: TakeReader = ReaderProcess,
) -> dict[str, dict[str, Cell]]:
    """The cells of one reader, by section and row."""
    with take(reader, seconds) as process:
        return {
            section: _seek(process, of) if section == "indexes" else _read(process, of)
            for section, of in written.items()
        }


def _read(process: ReaderProcess, written: Sequence[tuple[Probe, Path]]) -> dict[str, Cell]:
    return {probe.row: _judge(probe, process.values(path)) for probe, path in written}


def _judge(probe: Probe, outcome: Outcome) -> Cell:
    if probe.parsed is not None and judge_values(outcome, probe.parsed).verdict == "right":
        return Cell("right")
    return judge_values(outcome, probe.values, probe.stored)


def _seek(process: ReaderProcess, written: Sequence[tuple[Probe, Path]]) -> dict[str, Cell]:
    """The honest file comes first."""
    honest = Outcome(Kind.ERROR)
    cells: dict[str, Cell] = {}
    for probe, path in written:
        outcome = process.seek(path, SOUGHT)
        if probe.row == HONEST:
            honest = outcome
            cells[probe.row] = judge_values(outcome, probe.values)
        else:
            cells[probe.row] = judge_sought(honest, outcome, probe.values)
    return cells


def measure_probes(readers: Iterable[str], folder: Path, sections: Iterable[str]) -> list[Part]:
    written = {section: write_probes(section, folder) for section in sections}
    asked = [reader for reader in readers if not READERS[reader].footer_only]
    cells = {reader: ask_reader(reader, written) for reader in asked}
    return [
        part(
            section,
            cells,
            [
                Row(
                    probe.row,
                    str(path.relative_to(folder)),
                    1,
                    *digest_of([path]),
                    {reader: by[section][probe.row] for reader, by in cells.items()},
                )
                for probe, path in of
            ],
        )
        for section, of in written.items()
    ]


def part(section: str, readers: Iterable[str], rows: Sequence[Row]) -> Part:
    """Measured today."""
    versions = {reader: full_version(reader) for reader in readers}
    calls = {reader: READERS[reader].call for reader in versions}
    return Part(section, f"{datetime.now(UTC):%Y-%m-%d}", versions, rows, calls)


def parts_of(results: Sequence[Result], readers: Sequence[str], folder: Path) -> list[Part]:
    """The sections whose rows have many files, of what `matrix.measure` gives."""
    by_row: dict[str, list[Result]] = {}
    for result in results:
        by_row.setdefault(result.case.row, []).append(result)
    return [
        part(
            section,
            readers,
            [_several(row, by_row.get(row, []), readers, folder) for row in rows],
        )
        for section, rows in SEVERAL.items()
    ]


def _several(row: str, results: Sequence[Result], readers: Sequence[str], folder: Path) -> Row:
    outcomes: dict[str, dict[str, Outcome]] = {reader: {} for reader in readers}
    for result in results:
        name = f"{result.case.path.name} ({result.case.source})"
        outcomes[result.reader][name] = result.outcome
    paths = sorted({result.case.path for result in results})
    place = str(paths[0].parent.relative_to(folder)) if paths else ""
    cells = {reader: judge_several(of) for reader, of in outcomes.items()}
    return Row(row, place, len(paths), *digest_of(paths), cells)


def measure_invalid(readers: Iterable[str], folder: Path) -> tuple[Part, Verdicts]:
    """Of each part of a file, how many of its crafted files are treated as they must be."""
    place = folder / "invalid"
    write_files(place)
    asked = [reader for reader in readers if not READERS[reader].footer_only]
    verdicts = {reader: ask(reader, place) for reader in asked}
    rows: list[Row] = []
    for title, section in CRAFTED.items():
        cells = {
            reader: judge_several({name: _as_it_must(name, of[name]) for name in section})
            for reader, of in verdicts.items()
        }
        paths = [place / f"{name}.parquet" for name in section]
        rows.append(Row(title, "invalid", len(paths), *digest_of(paths), cells))
    return part("invalid", asked, rows), verdicts


def _as_it_must(name: str, outcome: Outcome) -> Outcome:
    """READ where a reader did what it must, or may; OTHER where it read on, and must not."""
    if outcome.kind in ALLOWED[DEVIATIONS[name].must]:
        return Outcome(Kind.READ)
    return Outcome(Kind.OTHER, "read on") if outcome.kind is Kind.READ else outcome
