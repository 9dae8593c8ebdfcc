"""`inlay store`: build, refresh, plan."""

from __future__ import annotations

import click

from inlay.cli.subcommands import Subcommands


class StoreCommands(Subcommands):
    package = "inlay.cli.store"
    modules = ("build", "plan", "refresh")


@click.command("store", cls=StoreCommands)
def command() -> None:
    """Keep what the footers of a lake say in a folder, and plan reads from it: no footer is opened for a plan."""
