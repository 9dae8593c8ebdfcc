"""`--format` of commands whose findings CI systems read, too."""

from __future__ import annotations

from typing import Final

import click

CI_FORMATS: Final = ("sarif", "junit", "github")

ci_format_option = click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", *CI_FORMATS]),
    default="text",
    show_default=True,
    help="Text for people, everything as JSON, or what CI systems read.",
)
