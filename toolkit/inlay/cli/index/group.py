"""`inlay index`: what a writer left out of files, added and taken out again."""

from __future__ import annotations

import click

from inlay.cli.subcommands import Subcommands


class IndexCommands(Subcommands):
    package = "inlay.cli.index"
    modules = ("add", "fix", "strip")


@click.command("index", cls=IndexCommands)
def command() -> None:
    """Add statistics, page indexes and Bloom filters to existing files, correct what is false about them, or remove them. No page is rewritten."""
