"""`inlay diff OLD NEW`: what differs between two files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.key_options import add_key_options
from inlay.cli.options import FILE, format_option
from inlay.cli.pager import page_output
from inlay.cli.printing import show_json, show_line
from inlay.cli.progress import PRINTING, show_steps
from inlay.ground.wording.amounts import count
from inlay.verbs.diff.difference import ASPECTS, ONLY, format_change, place_of

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.ground.documents.pieces import StreamedJson
    from inlay.ground.documents.values import Json
    from inlay.verbs.diff.changes import Changes, PackedChanges
    from inlay.verbs.diff.difference import Difference, PlainValue

MOST_NAMES: Final = 20
"""Of a schema, which is what people ask about first."""


class _Most(NamedTuple):
    """Changes of one field to other values, and places of one of them: a file of 10,000 columns has 10,000 of either."""

    values: int = 5
    places: int = 3


@click.command("diff", short_help="Show what differs between two files.")
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.option(
    "--pages", is_flag=True, help="Compare the bytes of pages, indexes and Bloom filters too."
)
@click.option("--all", "everything", is_flag=True, help="Show everything, however long.")
@add_key_options
@format_option
@page_output
def command(
    old: str,
    new: str,
    pages: bool,
    everything: bool,
    keys: EncryptionKeys | None,
    format_: str,
) -> ExitCode:
    """Show what differs between two files: schema, storage, encodings, statistics, key-values, extensions.

    Columns are matched by their paths, row groups by their positions. Only footers are read, unless --pages is given. The
    exit code is 1 if anything differs. Keys are used for both files.
    """
    from inlay.footers.conversion.collector import pause_collector
    from inlay.verbs.diff.compare_files import find_changes

    with (
        show_steps("comparing", PRINTING),
        pause_collector(),
    ):  # differences are half a million where all chunks differ
        changes = find_changes(old, new, pages=pages, keys=keys)
        if format_ == "json":
            is_any = _show_json(old, new, changes)
        else:
            is_any = _show(old, new, _group_by_field(changes), pages, everything)
    return ExitCode.FINDINGS if is_any else ExitCode.OK


def _group_by_field(changes: Iterable[Changes]) -> dict[str, dict[str, PackedChanges]]:
    """Those of each aspect, by their fields; no aspect without any."""
    from inlay.verbs.diff.changes import PackedChanges

    by_aspect: dict[str, dict[str, PackedChanges]] = {aspect: {} for aspect in ASPECTS}
    for it in changes:
        by_field = by_aspect[it.aspect]
        if it.field not in by_field:
            by_field[it.field] = PackedChanges()
        by_field[it.field].add(it)
    return {aspect: by_field for aspect, by_field in by_aspect.items() if by_field}


def _show(
    old: str,
    new: str,
    by_aspect: Mapping[str, Mapping[str, PackedChanges]],
    pages: bool,
    everything: bool,
) -> bool:
    """Whether there is any."""
    if not by_aspect:
        unread = "" if pages else " in the metadata; pages were not compared (--pages)"
        show_line(f"{old} and {new}: no difference{unread}")
        return False
    show_line(f"OLD {old}")
    show_line(f"NEW {new}")
    is_whole = True
    for aspect, by_field in by_aspect.items():
        show_line(aspect)
        most = _Most(MOST_NAMES, MOST_NAMES) if aspect == "schema" else _Most()
        for field, changes in by_field.items():
            if aspect == "places" and not everything:
                show_line(f"  {field}: other in {count(len(changes), 'place')}")
            elif everything or not _is_told(field, by_field):
                is_whole &= _show_field(field, changes, None if everything else most)
    if not is_whole:
        show_line("--all prints what is left out here, and --format json has it as data")
    return True


def _is_told(field: str, by_field: Mapping[str, PackedChanges]) -> bool:
    """Whether a deprecated bound changes as its successor does."""
    if not field.endswith("_deprecated"):
        return False
    successor = by_field.get(field.replace("_deprecated", "_value"))
    return successor is not None and successor.are_those_of(by_field[field])


def _show_field(field: str, changes: PackedChanges, most: _Most | None) -> bool:
    """Whether all of it was shown."""
    by_value: dict[str, _Places] = {}
    more = more_places = 0
    for change in changes:
        value = format_change(change)
        if value not in by_value and most is not None and len(by_value) == most.values:
            more += 1
            continue
        if value not in by_value:
            by_value[value] = _Places()
        if place := place_of(change):
            by_value[value].add(place, most)
    for value, places in by_value.items():
        more_places += places.more
        if field == ONLY:
            show_line(f"  {value}: {places}")
        else:
            show_line(f"  {field}: {value}{' in ' if places.shown else ''}{places}")
    if more:
        show_line(f"  {field}: other values in {count(more, 'more place', 'more places')}")
    return not more and not more_places


class _Places:
    """Where a value is another one in the same way, and how many such places are left out."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.more = 0

    def add(self, place: str, most: _Most | None) -> None:
        if most is None or len(self.shown) < most.places:
            self.shown.append(place)
        else:
            self.more += 1

    def __str__(self) -> str:
        return ", ".join(self.shown) + (f" and {self.more:,} more" if self.more else "")


def _show_json(old: str, new: str, changes: Iterable[Changes]) -> bool:
    """Whether there is any."""
    from inlay.verbs.diff.changes import PackedChanges

    by_aspect = {aspect: PackedChanges() for aspect in ASPECTS}
    for it in changes:
        by_aspect[it.aspect].add(it)
    described = map(_describe, chain.from_iterable(by_aspect.values()))
    said: dict[str, StreamedJson] = {**document_of("diff", {"old": old, "new": new})}
    show_json({**said, "differences": described})
    return any(by_aspect.values())


def _describe(difference: Difference) -> dict[str, Json]:
    return {
        "aspect": difference.aspect,
        "row_group": difference.row_group,
        "path": difference.path,
        "field": difference.field,
        "old": _plain(difference.old),
        "new": _plain(difference.new),
    }


def _plain(value: PlainValue) -> Json:
    match value:
        case bytes():
            return f"0x{value.hex()}"
        case list():
            return [_plain(element) for element in value]
        case dict():
            return {name: _plain(element) for name, element in value.items()}
        case _:
            return value
