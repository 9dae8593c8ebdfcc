"""The native copier."""

from typing import Any

class NativeCopier:
    def __init__(self, source: type[Any], copier: Any) -> None: ...
    def __call__(self, source: Any) -> Any:
        """The copy; None for an instance of another class, and for one that is lazy."""
