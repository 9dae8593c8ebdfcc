"""How the native core says that pure Python is to decide."""

from __future__ import annotations


class Rejected(Exception):
    """What is not plain: pure Python raises for it, or knows better."""
