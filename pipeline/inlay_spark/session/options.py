"""Where a command runs: the options that all of them share."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay_spark.jobs.progress import Progress


class SessionOptions(NamedTuple):
    """Where a command was told to run."""

    master: str | None
    remote: str | None
    conf: tuple[str, ...]

    def open(self) -> AbstractContextManager[SparkSession]:
        return open_session(self.master, self.remote, self.conf)

    @contextmanager
    def open_for_job(self) -> Generator[tuple[SparkSession, Progress]]:
        """For a job that goes on where it was: Ctrl-C says so, and standard error how far it is."""
        from inlay_spark.jobs.interruption import say_how_to_continue
        from inlay_spark.jobs.progress import progress_for

        with say_how_to_continue(), self.open() as spark:
            yield spark, progress_for(sys.stderr)


def session_options(command: Callable[..., object]) -> Callable[..., object]:
    """The command with the options that say where it runs, which become its `session`."""

    @wraps(command)
    def with_session(
        *, master: str | None, remote: str | None, conf: tuple[str, ...], **others: object
    ) -> object:
        return command(session=SessionOptions(master, remote, conf), **others)

    decorated: Callable[..., object] = with_session
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
        decorated = option(decorated)
    return decorated


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
