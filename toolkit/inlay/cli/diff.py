"""`inlay diff OLD NEW`: what differs between two files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import eq, itemgetter
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.key_options import add_key_options
from inlay.cli.options import FILE, format_option
from inlay.cli.pager import page_output
from inlay.cli.printing import show_json, show_line
from inlay.ground.wording.amounts import count
from inlay.verbs.diff.difference import ONLY, format_change, place_of

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.ground.documents.values import Json
    from inlay.verbs.diff.difference import Difference, PlainValue

MOST_VALUES: Final = 5
"""Of changes of one field; a file of 10,000 columns has 10,000 of them."""

MOST_PLACES: Final = 3


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
    exit code is 1 if anything differs. Keys are for both files.
    """
    from inlay.footers.conversion.collector import pause_collector
    from inlay.verbs.diff.compare_files import diff

    with pause_collector():  # differences are half a million tuples where all chunks differ
        differences = diff(old, new, pages=pages, keys=keys)
        if format_ == "json":
            show_json(document_of("diff", _describe(old, new, differences)))
        else:
            _show(old, new, differences, pages, everything)
    return ExitCode.FINDINGS if differences else ExitCode.OK


def _show(
    old: str, new: str, differences: Sequence[Difference], pages: bool, everything: bool
) -> None:
    if not differences:
        unread = "" if pages else " in the metadata; pages were not compared (--pages)"
        show_line(f"{old} and {new}: no difference{unread}")
        return
    show_line(f"OLD {old}")
    show_line(f"NEW {new}")
    for aspect, some in groupby(differences, lambda difference: difference.aspect):
        show_line(aspect)
        by_field: dict[str, list[Difference]] = {}
        for difference in some:
            by_field.setdefault(difference.field, []).append(difference)
        for field, changes in by_field.items():
            if aspect == "places" and not everything:
                show_line(f"  {field}: other in {count(len(changes), 'place')}")
            elif everything or not _is_told(field, by_field):
                _show_field(field, changes, everything or aspect == "schema")


def _is_told(field: str, by_field: Mapping[str, Sequence[Difference]]) -> bool:
    """Whether a deprecated bound changes as its successor does."""
    if not field.endswith("_deprecated"):
        return False
    changes = by_field[field]
    successor = by_field.get(field.replace("_deprecated", "_value"), ())
    if len(successor) == len(changes) and all(
        map(eq, map(_change_of, successor), map(_change_of, changes))
    ):  # in the same order, as nearly always
        return True
    return set(map(_change_of, successor)) == set(map(_change_of, changes))


_change_of: Final = itemgetter(1, 2, 4, 5)
"""Where, and both values: a difference without its field, among those of one aspect."""


def _show_field(field: str, changes: Sequence[Difference], everything: bool) -> None:
    by_value: dict[str, list[Difference]] = {}
    for change in changes:
        by_value.setdefault(format_change(change), []).append(change)
    lines = list(by_value.items())
    shown = lines if everything else lines[:MOST_VALUES]
    for value, alike in shown:
        where = _join(alike, everything)
        if field == ONLY:
            show_line(f"  {value}: {where}")
        else:
            show_line(f"  {field}: {value}{' in ' if where else ''}{where}")
    if (more := sum(len(alike) for _, alike in lines[len(shown) :])) > 0:
        show_line(f"  {field}: other values in {count(more, 'more place', 'more places')}")


def _join(changes: Iterable[Difference], everything: bool) -> str:
    places = [place for it in changes if (place := place_of(it))]
    shown = places if everything else places[:MOST_PLACES]
    more = len(places) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "")


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
