"""`inlay verify PATHS`: are the files damaged, do they contradict themselves?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from inlay.cli.ci.format_option import ci_format_option
from inlay.cli.exit_codes import ExitCode
from inlay.cli.key_options import add_key_options
from inlay.cli.many_files import many_files

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys


def _explain(ctx: click.Context, _parameter: click.Parameter, code: str | None) -> None:
    if code is not None:
        from inlay.cli.verify_files import explain_finding

        explain_finding(code)
        ctx.exit()


data_option = click.option(
    "--data",
    is_flag=True,
    help="Check the pages as well: headers, CRCs, page indexes, Bloom filters. Values are not decoded.",
)
values_option = click.option(
    "--values",
    is_flag=True,
    help="Decode all values as well, and check what the file says about them: bounds, counts, sizes.",
)
sample_option = click.option(
    "--sample",
    type=click.IntRange(min=1),
    metavar="N",
    help="With --values: decode N row groups of each file, at equal distances.",
)
NO_VALUES: Final = "--sample is of row groups whose values are read: add --values"


@click.command("verify")
@many_files
@data_option
@values_option
@sample_option
@click.option(
    "--fail-on",
    metavar="CODES",
    help="Exit with 1 only for these findings, separated by commas.  [default: any]",
)
@click.option(
    "--explain",
    metavar="FINDING",
    is_eager=True,
    expose_value=False,
    callback=_explain,
    help="Say what this id means, and exit.",
)
@add_key_options
@ci_format_option
def command(
    paths: tuple[str, ...],
    jobs: int,
    data: bool,
    values: bool,
    sample: int | None,
    fail_on: str | None,
    keys: EncryptionKeys | None,
    format_: str,
) -> ExitCode:
    """Check the files at PATHS (files, folders, globs) for damage and contradictions.

    The footer is compared with its schema, its own sums, counts and bounds, and the size of the file. Its seal, the
    containers of its extensions, and a FlatBuffers footer next to the Thrift footer are checked, too.

    Only the footer is read, unless you ask for --data, or for --values, which includes it. docs/verify.md lists the checks. A file that cannot be read
    is reported on stderr, and the next one follows. JSON is one document per file, each on a
    line of its own. The exit code is that of the worst file: 1 for findings, and for an
    encrypted file that no key opens, 3 for a footer that cannot be read, 6 for a file that cannot be read.
    """
    from inlay.cli.verify_files import verify_files

    if sample is not None and not values:
        raise click.UsageError(NO_VALUES)
    return verify_files(paths, jobs, data, format_, values, sample, fail_on, keys)
