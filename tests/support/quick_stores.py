"""Clients of S3 that are there soon: each would read botocore's descriptions of services again, two thirds of what it costs."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


def forget_clients() -> None:
    """s3fs makes new ones, with the settings of now; those of tests before know another server."""
    _share_descriptions()
    import_module("s3fs").S3FileSystem.clear_instance_cache()


@cache
def _share_descriptions() -> None:
    session: Any = import_module("botocore.session")
    session.create_loader = cache(session.create_loader)
