"""What makes tests quick changes nothing else."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.support.quick_stores import forget_clients
from tests.support.quick_sync import sync_quickly


def test_a_closed_file_cannot_be_synced(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb") as file:
        os.fsync(file)
        descriptor = os.dup(file.fileno())
    os.close(descriptor)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fsync(descriptor)


def test_a_fork_waits_for_the_disk() -> None:
    assert os.fsync is sync_quickly
    child = os.fork()
    if not child:
        os._exit(os.fsync is sync_quickly)
    assert os.waitpid(child, 0)[1] == 0


def test_clients_of_stores_share_what_botocore_reads() -> None:
    forget_clients()
    sessions: Any = import_module("botocore.session")
    first, second = (sessions.get_session().get_component("data_loader") for _ in range(2))
    assert first is second
