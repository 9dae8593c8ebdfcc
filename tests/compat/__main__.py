"""`python -m tests.compat`: docs/compat.md says what comes of it."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from docs.site.reader_versions import render_reader_versions
from inlay.footers.footer.read import read_footer
from inlay.verbs.compat.features import features_of
from tests.compat.accuracy import judge_halves
from tests.compat.asked_writers import INSTALLED, WRITERS
from tests.compat.encodings_written import load_written, save_written
from tests.compat.environments import installed
from tests.compat.evidence import evidence
from tests.compat.measure import HurtError, measure, write_evidence
from tests.compat.measure_writer import measure_writer
from tests.compat.observed import (
    Observed,
    list_observed,
    load_features,
    load_observed,
    save_features,
)
from tests.compat.pruning import list_fetched
from tests.compat.rules import document, save
from tests.compat.versions import READERS


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.compat", description=__doc__)
    parser.add_argument("--readers", nargs="+", choices=READERS, default=list(READERS))
    parser.add_argument("--only", metavar="TEXT", help="files with this in their name alone")
    parser.add_argument(
        "--files",
        type=Path,
        metavar="FOLDER",
        help="write the files alone; with --pruning, ask of the files in FOLDER",
    )
    parser.add_argument("--judge", action="store_true", help="how often rules are right")
    parser.add_argument("--rules", action="store_true", help="make the rules of what was seen anew")
    parser.add_argument("--page", type=Path, metavar="OUT", help="the matrix by version")
    parser.add_argument("--pruning", action="store_true", help="what readers fetch, by orders")
    parser.add_argument("--writers", action="store_true", help="which encodings writers write")
    asked = parser.parse_args(arguments)
    if asked.pruning:
        with tempfile.TemporaryDirectory(prefix="inlay-compat-pruning-") as folder:
            files = sorted(asked.files.glob("*.parquet")) if asked.files else []
            for line in list_fetched(Path(folder), files):
                print(line, flush=True)
        return 0
    if asked.writers:
        ask_writers()
        return 0
    if asked.judge:
        return judge()
    if asked.page:
        asked.page.write_text(render_reader_versions(), encoding="utf-8")
        return 0
    if asked.rules:
        make_rules()
        return 0
    if asked.files:
        asked.files.mkdir(parents=True, exist_ok=True)
        for name, path in write_evidence(list(evidence()), asked.files).items():
            print(path.name, name)
        return 0
    if asked.only is not None:
        observe_some(asked.readers, asked.only)
    else:
        observe(asked.readers)
    make_rules()
    return 0


def observe_some(readers: Sequence[str], text: str) -> None:
    """Raises CalledProcessError for a version that cannot be had, and HurtError for one that is hurt."""
    with tempfile.TemporaryDirectory(prefix="inlay-compat-files-") as folder:
        paths = write_evidence(list(evidence()), Path(folder))
        save_features({name: features_of(read_footer(path)) for name, path in paths.items()})
        some = [it for it in evidence() if text in it.name]
        there = {name: path for name, path in paths.items() if text in name}
        for name in readers:
            observed = load_observed(name)
            for version in observed.versions:
                with installed(READERS[name], version) as place:
                    observed.take(version, measure(name, place, some, there))
                print(f"{name} {version}", flush=True)
            observed.save(name)


def observe(readers: Sequence[str]) -> None:
    """A version that cannot be had, or does not start, is said and left out."""
    every = list(evidence())
    with tempfile.TemporaryDirectory(prefix="inlay-compat-files-") as folder:
        paths = write_evidence(every, Path(folder))
        save_features({name: features_of(read_footer(path)) for name, path in paths.items()})
        for name in readers:
            observed = Observed([])
            is_hurt = False
            for version in READERS[name].versions:
                try:
                    with installed(READERS[name], version) as place:
                        observed.add(version, measure(name, place, every, paths))
                except HurtError as error:
                    print(f"{name} {version} is hurt, and not recorded: {error}", file=sys.stderr)
                    is_hurt = True
                    break
                except (subprocess.CalledProcessError, RuntimeError) as error:
                    print(f"{name} {version}: {error}", file=sys.stderr)
                    continue
                print(f"{name} {version}", flush=True)
            if observed.versions and not is_hurt:
                observed.save(name)


def ask_writers() -> None:
    """Of one that is not installed, what was seen of it stays. Raises CalledProcessError for one that a question ends."""
    written = load_written()
    for name in WRITERS:
        with (
            tempfile.TemporaryDirectory(prefix="inlay-compat-written-") as folder,
            placed(name) as place,
        ):
            try:
                written[name] = measure_writer(name, Path(folder), place)
            except LookupError as error:
                print(error, file=sys.stderr)
                continue
        save_written({each: written[each] for each in WRITERS if each in written})
        print(f"{name} {written[name].version}", flush=True)


@contextmanager
def placed(writer: str) -> Iterator[str]:
    """The folder of a writer that lies neither in the environment of the tests nor beside it; for others an empty text."""
    if writer not in INSTALLED:
        yield ""
        return
    reader = READERS[writer]
    with installed(reader, reader.versions[-1]) as place:
        yield str(place)


def make_rules() -> None:
    features = load_features()
    for reader in list_observed():
        save(reader, document(load_observed(reader), features, ""))


def judge() -> int:
    """1 where fewer than 99% are right."""
    features = load_features()
    predictions = stumbles = wrong = 0
    for reader in list_observed():
        observed = load_observed(reader)
        found = judge_halves(reader, observed, features)
        predictions += found.predictions
        stumbles += found.stumbles
        wrong += len(found.wrong)
        print(
            f"{reader}: {len(observed.versions)} versions, {found.predictions:,} predictions, "
            f"{found.stumbles:,} of trouble, {len(found.wrong)} wrong"
        )
        for each in found.wrong:
            print(f"  {each}")
    right = 1 - wrong / predictions
    print(f"all: {predictions:,} predictions, {stumbles:,} of trouble, {wrong} wrong: {right:.2%}")
    return int(right < 0.99)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
