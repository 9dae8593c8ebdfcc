"""The options that all of `inlay` has; its help is in `front_page.py`."""

from __future__ import annotations

from typing import Final

import click

from inlay.cli.commands import Commands

COMPILED: Final = (
    "inlay.ground.native_memory",
    "inlay.ground.documents.native_json",
    "inlay.ground.statements.native_checks",
    "inlay.footers.conversion.native_copying",
    "inlay.footers.conversion.native_differences",
    "inlay.footers.conversion.native_tables",
    "inlay.footers.conversion.native_transcoding",
    "inlay.footers.extensions.native_walk",
    "inlay.footers.index.native_index",
    "inlay.footers.footer.native_declared",
    "inlay.footers.footer.native_untyped",
    "inlay.footers.designs.native_columns",
    "inlay.footers.designs.modular.native_modular",
    "inlay.tables.scan.native_footers",
    "inlay.verbs.crypt.native_modules",
    "inlay.verbs.dump.native_lines",
    "inlay.verbs.dump.native_text",
    "inlay.verbs.layout.native_owners",
    "inlay.verbs.recover.rebuild.native_placing",
    "inlay.verbs.set.native_paths",
    "inlay.verbs.store.native_key_set",
    "inlay.ground.values.native_extremes",
    "inlay.ground.values.native_wkb",
    "inlay.pages.encodings.alp.native_alp",
    "inlay.pages.engine.native_inflate",
    "inlay.pages.engine.native_levels",
    "inlay.pages.engine.native_pages",
    "inlay.pages.engine.native_pieces",
    "inlay.pages.engine.native_zstd",
    "inlay.pages.engine.native_plain_chunk",
    "inlay.pages.engine.native_whole_groups",
    "inlay.pages.encodings.fsst.native_fsst",
    "inlay.pages.encodings.pfor.native_pfor",
    "inlay_variant.native.count",
    "inlay_variant.native.dictionaries",
    "inlay_variant.native.edit",
    "inlay_variant.native.get",
    "inlay_variant.native.json",
    "inlay_variant.native.memory",
    "inlay_variant.native.plan",
    "inlay_variant.native.shred",
    "inlay_variant.native.unshred",
)
"""Each compiled module of these packages; `inlay_runtime` knows its own."""


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from inlay_runtime.core import describe
    from inlay_runtime.distribution import find_version

    number = find_version() or "unknown, since it is not installed"
    click.echo(f"inlay, version {number} ({describe(*COMPILED)})")
    ctx.exit()


def _set_color(ctx: click.Context, _parameter: click.Parameter, when: str) -> None:
    ctx.color = {"auto": None, "always": True, "never": False}[when]


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    expose_value=False,
    callback=_set_color,
    help="Color the output; auto means on a terminal, unless NO_COLOR is set.",
)
def inlay() -> None:
    """Read, check and change the metadata of Parquet files."""
