"""What `--allow` lets go for an Iceberg table."""

from __future__ import annotations

from typing import Final

UNSIGNED: Final = "unsigned"

LOSSES: Final = {
    UNSIGNED: "unsigned numbers that a signed type of their width has no room for: pyiceberg finds the rows, and loses them in filters",
}
