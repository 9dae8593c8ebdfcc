"""Masters: whether a URL is one, and whether a standalone one is there before Spark tries for 70 seconds."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from inlay_spark.session.errors import SessionError

PATIENCE: Final = 5.0
"""Seconds in which a master has to take a connection."""

STANDALONE: Final = "spark://"
_KINDS: Final = ("local", STANDALONE, "yarn", "k8s://")


def check_master(url: str) -> None:
    """Raises SessionError for what is not a master, and where no standalone master takes a connection."""
    if not url.startswith(_KINDS):
        raise SessionError(
            f"{url!r} is not a master: local[4], local[*], spark://HOST:PORT, yarn or k8s://HOST:PORT; "
            "a server of Spark Connect is --remote sc://HOST:PORT"
        )
    if not url.startswith(STANDALONE):
        return
    refusals: list[str] = []
    for host, port in _addresses(url):
        try:
            socket.create_connection((host, port), PATIENCE).close()
        except (
            OSError,
            UnicodeError,
        ) as error:  # a host of which no name can be made is the latter
            reason = error.strerror if isinstance(error, OSError) else None
            refusals.append(f"{host}:{port}: {reason or error}")
        else:
            return  # of several masters one is at work, and knows the others
    raise SessionError(
        f"no master answers at {url} ({', '.join(refusals)}); is it started (sbin/start-master.sh), is that "
        "the address that it prints, and does a firewall let you through?"
    )


def _addresses(url: str) -> Iterator[tuple[str, int]]:
    for address in url.removeprefix(STANDALONE).split(","):
        with suppress(ValueError):  # of a port, or of an IPv6 address, that is none
            parts = urlsplit(STANDALONE + address)
            if parts.hostname and parts.port and parts.netloc == address:
                yield parts.hostname, parts.port
                continue
        raise SessionError(
            f"{url!r} is not a master: a standalone one is spark://HOST:PORT, "
            "and several are spark://HOST:PORT,HOST:PORT"
        )
