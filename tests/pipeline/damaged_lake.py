"""A lake of many small files, some of them damaged in turn in every way."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.tables.scan.lake import DAMAGE, footer_start, plain_file


def _bytes(damage: Callable[[bytes], bytes]) -> Callable[[Path, bytes], None]:
    def make(path: Path, data: bytes) -> None:
        path.write_bytes(damage(data))

    return make


def _garbage(data: bytes) -> bytes:
    """In place of the footer, and of its length."""
    start = footer_start(data)
    return data[:start] + b"\x15\x1c" * ((len(data) - 8 - start) // 2 + 1) + data[-8:]


def _longer(data: bytes) -> bytes:
    """A footer that begins a byte too early."""
    return data[:-8] + (len(data) - 7 - footer_start(data)).to_bytes(4, "little") + data[-4:]


_WAYS: Final = {
    **{name: (_bytes(damage), error_id) for name, (damage, error_id) in DAMAGE.items()},
    "magic": (_bytes(lambda data: data[:-1] + b"0"), "cut-off"),
    "hole": (_bytes(lambda data: data[:-50] + bytes(50)), "cut-off"),
    "zeros": (_bytes(lambda data: bytes(len(data))), "not-parquet"),
    "orc": (_bytes(lambda data: b"ORC" + data[4:-4] + b"\x03ORC"), "not-parquet"),
    "garbage": (_bytes(_garbage), "missing-field"),
    "longer": (_bytes(_longer), "missing-field"),
    "not_utf8": (_bytes(lambda data: data.replace(b"price", b"pr\xffce")), "invalid-value"),
    "pipe": (lambda path, _: os.mkfifo(path), "io"),
    "link": (lambda path, _: path.symlink_to("gone"), "io-enoent"),
    "loop": (lambda path, _: path.symlink_to(path.name), "io-eloop"),
}

ERROR_IDS: Final = {name: error_id for name, (_, error_id) in _WAYS.items()}


def make(root: Path, files: int, bad_in: int) -> tuple[list[str], dict[str, str]]:
    """The good paths; the bad ones with what was done to them. One file in `bad_in` is bad. Folders that are called
    like files are neither."""
    root.mkdir(parents=True)
    data = plain_file(root)
    good: list[str] = []
    bad: dict[str, str] = {}
    for at in range(files):
        path = root / f"day={at % 7}" / f"part-{at:06}.parquet"
        path.parent.mkdir(exist_ok=True)
        if at % bad_in == bad_in // 2:
            name = list(_WAYS)[len(bad) % len(_WAYS)]
            _WAYS[name][0](path, data)
            bad[str(path)] = name
            path.with_name(f"folder-{at}.parquet").mkdir()
        else:
            path.write_bytes(data)
            good.append(str(path))
    return good, bad
