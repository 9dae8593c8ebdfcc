"""Where a command runs: the options that all of them share."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Command = TypeVar("Command", bound=Callable[..., Any])


def session_options(command: Command) -> Command:
    for option in (
        click.option(
            "--conf",
            multiple=True,
            metavar="NAME=VALUE",
            help="A setting of Spark; may be repeated.",
        ),
        click.option("--remote", metavar="URL", help="A Spark Connect server: sc://host:15002."),
        click.option(
            "--master", metavar="URL", help="Where to run (default: all cores of this machine)."
        ),
    ):
        command = option(command)
    return command


@contextmanager
def open_session(
    master: str | None, remote: str | None, conf: tuple[str, ...]
) -> Generator[SparkSession]:
    """A session that ends with the command, but for one that was there before."""
    from pyspark.sql import SparkSession

    from inlay_spark.session.errors import SessionError, cause_of, is_from_spark
    from inlay_spark.session.java import JavaError
    from inlay_spark.session.start import session

    if master is not None and remote is not None:
        raise click.UsageError("--master starts a session and --remote uses a server: choose one")
    settings = dict(map(_setting, conf))
    logging.getLogger().addFilter(_is_not_of_py4j)
    was_there = SparkSession.getActiveSession() is not None
    try:
        spark = session(master, remote=remote, conf=settings)
    except (JavaError, SessionError) as error:
        raise click.ClickException(str(error)) from error
    try:
        yield spark
    except Exception as error:
        if not is_from_spark(error):
            raise
        raise OSError(f"Spark gave up: {cause_of(error)}") from error
    finally:
        if not was_there:
            spark.stop()


def _is_not_of_py4j(record: logging.LogRecord) -> bool:
    """What py4j tells the root logger it raises as well; of Ctrl-C its traceback would be all that one sees."""
    return "py4j" not in record.pathname


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--conf")
    return name, value
