"""The first bytes of a piece of a file, in hexadecimal."""

from __future__ import annotations

from typing import Final

from inlay.footers.footer.end_pieces import EndPiece
from inlay.ground.files.source import Seekable, read_at

SHOWN: Final = 8
"""Bytes of each piece that are shown: the whole drawing fits into 100 columns."""


def show_first_bytes(file: Seekable, piece: EndPiece) -> str:
    """All of a short piece."""
    shown = read_at(file, piece.offset, min(piece.length, SHOWN)).hex(" ")
    return shown if piece.length <= SHOWN else f"{shown} ..."
