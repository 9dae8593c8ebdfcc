"""`inlay footer compare`: the footers of files in every design, side by side."""

from __future__ import annotations

import csv
import re
import sys
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import code_of_read
from inlay.cli.options import FILE
from inlay.cli.printing import show_json, show_line, show_table, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from inlay.footers.designs.design import FooterDesign
    from inlay.ground.documents.values import Json
    from inlay.verbs.compare.results import ComparedFile, RemoteStore

_AMOUNT: Final = re.compile(r"([0-9]*\.?[0-9]+) *([a-zA-Z/]+)")
_SECONDS: Final = {"us": 1e-6, "ms": 1e-3, "s": 1.0}
_BYTES: Final = {"KB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9}


class _Amount(click.ParamType[float]):
    """A number with a unit, such as 30ms."""

    name = "amount"

    def __init__(self, units: dict[str, float]) -> None:
        self._units = units

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        matched = _AMOUNT.fullmatch(str(value).strip())
        if matched is None or matched[2] not in self._units or float(matched[1]) <= 0:
            units = ", ".join(self._units)
            self.fail(f"{value!r}: write a number above 0 and a unit ({units})", param, ctx)
        return float(matched[1]) * self._units[matched[2]]


@click.command("compare", short_help="Compare the designs of a footer: bytes, requests, time.")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...", type=FILE)
@click.option(
    "--design",
    "names",
    multiple=True,
    metavar="NAME",
    help="Compare this design; may be repeated. By default, all that are installed.",
)
@click.option(
    "--latency",
    type=_Amount(_SECONDS),
    default="30ms",
    show_default=True,
    help="Latency of a store: the time to the first byte.",
)
@click.option(
    "--bandwidth",
    type=_Amount(_BYTES),
    default="100MB/s",
    show_default=True,
    help="Bandwidth of a store after the first byte.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "csv", "html"]),
    default="text",
    show_default=True,
    help="Tables for people, everything as data, or a page with charts.",
)
def compare(
    paths: tuple[str, ...],
    names: tuple[str, ...],
    latency: float,
    bandwidth: float,
    format_: str,
) -> ExitCode:
    """Build the footers of the files at PATHS in every design, and compare bytes, requests and time.

    Nothing is written to the files. Each design has to answer every question as the Thrift footer does before it is timed; one that does not is named, and the exit code is 1. Times are processor time, best of several; those of a
    store are modelled from its latency and bandwidth.
    """
    from inlay.footers.designs.known import find_designs
    from inlay.verbs.compare.results import RemoteStore

    installed = find_designs()
    for name in names:
        if name not in installed:
            choices = ", ".join(installed)
            raise click.BadParameter(
                f"no design {name!r}: there are {choices}", param_hint="--design"
            )
    store = RemoteStore(latency, bandwidth)
    designs = {name: cls for name, cls in installed.items() if not names or name in names}
    files = [*_compare_each(paths, store, designs)]
    if (code := code_of_read(len(files))) != ExitCode.OK:
        return code
    _PRINTERS[format_](files, store)
    sys.stdout.flush()
    return ExitCode.OK if all(file.is_equal for file in files) else ExitCode.FINDINGS


def _compare_each(
    paths: tuple[str, ...], store: RemoteStore, designs: Mapping[str, type[FooterDesign]]
) -> Iterator[ComparedFile]:
    """Of folders and globs, what is Parquet. Raises OSError for a path that leads to nothing."""
    from inlay.cli.many_files import count_named_files, is_alone
    from inlay.cli.progress import show_progress
    from inlay.footers.footer.errors import FooterError
    from inlay.tables.scan.named import is_another_kind
    from inlay.verbs.compare.compare import compare_designs

    if is_alone(paths):
        with show_progress("comparing", "step", None) as line:
            yield compare_designs(paths[0], store, designs=designs, progress=line.reach_of)
        return
    for file in count_named_files(paths, "comparing"):
        if file.error is not None:
            raise file.error
        try:
            yield compare_designs(file.path, store, designs=designs)
        except FooterError as error:
            if not is_another_kind(file, error):
                raise


def _print_text(files: Sequence[ComparedFile], _: RemoteStore) -> None:
    from inlay.ground.wording.amounts import count
    from inlay.verbs.compare.comparison_tables import tables_of

    for file in files:
        size = f"{count(file.columns, 'column')}, {count(file.row_groups, 'row group')}"
        show_line(f"{file.path}: {size}")
        for table in tables_of(file):
            show_line("")
            show_line(table.title)
            if table.title == "Remarks":
                show_table(table.titles, table.rows, [], folds=["remark"])
            else:
                show_table(table.titles, table.rows, table.titles[1:], goes=table.titles[:2:-1])


def _print_json(files: Sequence[ComparedFile], store: RemoteStore) -> None:
    content: dict[str, Json] = {
        "latency": store.latency,
        "bandwidth": store.bandwidth,
        "files": [file.to_dict() for file in files],
    }
    show_json(document_of("footer compare", content))


def _print_csv(files: Sequence[ComparedFile], _: RemoteStore) -> None:
    from inlay.verbs.compare.results import CSV_HEAD, list_csv_rows

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(CSV_HEAD)
    for file in files:
        writer.writerows(list_csv_rows(file))


def _print_html(files: Sequence[ComparedFile], store: RemoteStore) -> None:
    from inlay.verbs.compare.page import render_page

    write(render_page(files, store))


_PRINTERS: Final = {
    "text": _print_text,
    "json": _print_json,
    "csv": _print_csv,
    "html": _print_html,
}
