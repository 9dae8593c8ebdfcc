"""Where a command runs: the options that all of them share."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Command = TypeVar("Command", bound=Callable[..., Any])


def session_options(command: Command) -> Command:
    for option in (
        click.option("--conf", multiple=True, metavar="NAME=VALUE", help="A setting of Spark."),
        click.option("--remote", metavar="URL", help="A Spark Connect server: sc://host:15002."),
        click.option(
            "--master", metavar="URL", help="Where to run; all cores of this machine by default."
        ),
    ):
        command = option(command)
    return command


@contextmanager
def spark_session(
    master: str | None, remote: str | None, conf: tuple[str, ...]
) -> Generator[SparkSession]:
    """A session that ends with the command, but for one that was there before."""
    from pyspark.errors import PySparkException

    from inlay_spark.errors import SessionError, cause_of
    from inlay_spark.java import JavaError
    from inlay_spark.session import session

    if master is not None and remote is not None:
        raise click.UsageError("--master starts a session, and --remote uses a server: choose one")
    settings: dict[str, str] = {}
    for one in conf:
        name, equals, value = one.partition("=")
        if not equals:
            raise click.BadParameter(f"{one!r} is not NAME=VALUE", param_hint="--conf")
        settings[name] = value
    from pyspark.sql import SparkSession

    was_there = SparkSession.getActiveSession() is not None
    try:
        spark = session(master, remote=remote, conf=settings)
    except (JavaError, SessionError) as error:
        raise click.ClickException(str(error)) from error
    try:
        yield spark
    except PySparkException as error:
        raise OSError(f"Spark gave up: {cause_of(error)}") from error
    finally:
        if not was_there:
            spark.stop()
