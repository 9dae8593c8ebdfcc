"""`inlay geo to-native PATHS`: Turn GeoParquet into GEOMETRY and GEOGRAPHY."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.geo.options import content_of, crs_option, keep_key_option, show_conversion
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import format_option, target_options_of
from inlay.cli.outcome import is_altered
from inlay.cli.printing import show_json
from inlay.cli.undo_place import UndoPlace, place_for_undo, undo_to_option

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target


@click.command("to-native", short_help="Turn GeoParquet into GEOMETRY and GEOGRAPHY.")
@many_files
@crs_option
@keep_key_option
@undo_to_option
@format_option
@target_options_of("table", "size", "attributes")
def command(
    paths: tuple[str, ...],
    jobs: int,
    crs: str | None,
    keep_key: bool,
    undo_to: str | None,
    format_: str,
    target: Target,
) -> ExitCode:
    """Give the columns that the key geo describes the native types GEOMETRY and GEOGRAPHY. Pages stay where they are, byte for byte.

    Each row group gets its box from the covering column, where there is one. The key stays beside the types, because GeoPandas and ClickHouse need it. What cannot be converted is refused, with what to do. `inlay geo to-geoparquet PATHS --undo UNDO`
    takes it back.
    """
    is_json = format_ == "json"
    place = place_for_undo(paths, undo_to)
    change = partial(_change, crs=crs, keep_key=keep_key, undo_to=place, is_json=is_json)
    document = "geo to-native" if is_json else None
    return change_each(paths, jobs, change, target, document=document, undo=place)


def _change(
    path: str,
    alone: bool,
    target: Target,
    *,
    crs: str | None,
    keep_key: bool,
    undo_to: UndoPlace,
    is_json: bool,
) -> bool:
    from inlay.verbs.geo.to_native import convert_to_native

    place = undo_to.of(path)
    result = convert_to_native(path, crs=crs, keep_key=keep_key, undo_to=place, target=target)
    if is_json:
        show_json(document_of("geo to-native", content_of(result, target)), in_line=not alone)
    else:
        show_conversion(result, alone)
    return is_altered(result.outcome)
