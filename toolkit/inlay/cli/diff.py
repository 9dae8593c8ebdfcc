"""`inlay diff OLD NEW`: what differs between two files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from inlay.verbs.diff.difference import ONLY, format_change, place_of

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.ground.documents.values import Json
    from inlay.verbs.diff.difference import Difference, PlainValue
    from inlay.verbs.diff.field_changes import FieldChanges

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
    from inlay.verbs.diff.compare_files import diff, diff_by_field

    with (
        show_steps("comparing", PRINTING),
        pause_collector(),
    ):  # differences are half a million where all chunks differ
        if format_ == "json":
            differences = diff(old, new, pages=pages, keys=keys)
            show_json(document_of("diff", _describe(old, new, differences)))
            return ExitCode.FINDINGS if differences else ExitCode.OK
        by_aspect = diff_by_field(old, new, pages=pages, keys=keys)
        _show(old, new, by_aspect, pages, everything)
    return ExitCode.FINDINGS if by_aspect else ExitCode.OK


def _show(
    old: str,
    new: str,
    by_aspect: Mapping[str, Mapping[str, FieldChanges]],
    pages: bool,
    everything: bool,
) -> None:
    if not by_aspect:
        unread = "" if pages else " in the metadata; pages were not compared (--pages)"
        show_line(f"{old} and {new}: no difference{unread}")
        return
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


def _is_told(field: str, by_field: Mapping[str, FieldChanges]) -> bool:
    """Whether a deprecated bound changes as its successor does."""
    if not field.endswith("_deprecated"):
        return False
    successor = by_field.get(field.replace("_deprecated", "_value"))
    return successor is not None and successor.are_those_of(by_field[field])


def _show_field(field: str, changes: FieldChanges, most: _Most | None) -> bool:
    """Whether all of it was shown."""
    by_value: dict[str, list[Difference]] = {}
    more = more_places = 0
    for change in changes:
        value = format_change(change)
        if value in by_value:
            by_value[value].append(change)
        elif most is None or len(by_value) < most.values:
            by_value[value] = [change]
        else:
            more += 1
    for value, alike in by_value.items():
        where, left_out = _join(alike, most)
        more_places += left_out
        if field == ONLY:
            show_line(f"  {value}: {where}")
        else:
            show_line(f"  {field}: {value}{' in ' if where else ''}{where}")
    if more:
        show_line(f"  {field}: other values in {count(more, 'more place', 'more places')}")
    return not more and not more_places


def _join(changes: Iterable[Difference], most: _Most | None) -> tuple[str, int]:
    """Where they are, and how many places are left out."""
    places = [place for it in changes if (place := place_of(it))]
    shown = places if most is None else places[: most.places]
    more = len(places) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else ""), more


def _describe(old: str, new: str, differences: Iterable[Difference]) -> dict[str, Json]:
    return {
        "old": old,
        "new": new,
        "differences": [
            {
                "aspect": it.aspect,
                "row_group": it.row_group,
                "path": it.path,
                "field": it.field,
                "old": _plain(it.old),
                "new": _plain(it.new),
            }
            for it in differences
        ],
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
