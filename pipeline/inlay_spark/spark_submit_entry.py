"""The command as `spark-submit` runs it, from the archive."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Runs `inlay spark` with these arguments, and returns its exit code."""
    from inlay.cli.command_groups import run_group
    from inlay.cli.errors import report
    from inlay_spark.commands import spark

    try:
        return run_group(spark, "inlay spark", arguments)
    except (Exception, KeyboardInterrupt) as error:
        return report(error)
