"""The command as `spark-submit` runs it, from the archive."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Runs `inlay spark` with these arguments, and returns its exit code."""
    from inlay.cli.errors import report
    from inlay_spark.commands import spark

    try:
        result: object = spark.main(list(arguments), prog_name="inlay spark", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:
        return report(error)
    return result if isinstance(result, int) else 0
