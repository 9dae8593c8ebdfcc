"""`inlay geo`: geometries as GeoParquet describes them, and as the native types do."""

from __future__ import annotations

import click

from inlay.cli.subcommands import Subcommands


class GeoCommands(Subcommands):
    package = "inlay.cli.geo"
    modules = ("boxes", "check", "show", "to_geoparquet", "to_native")


@click.command("geo", cls=GeoCommands)
def command() -> None:
    """Show and check what files say about geometries, and turn GeoParquet into GEOMETRY and back. No page is rewritten."""
