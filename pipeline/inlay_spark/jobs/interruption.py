"""What Ctrl-C in a job says that goes on where it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click


@contextmanager
def say_how_to_continue() -> Iterator[None]:
    """Raises KeyboardInterrupt as before."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo("run the same command again to continue", err=True)
        raise
