"""Why a copy of the schema cannot be made to agree, and why files cannot become one."""

from __future__ import annotations

from inlay.ground.refusals import RefusedError
from inlay_runtime.errors import InlayError
from inlay_runtime.public_home import public_in


class CannotAgreeError(InlayError):
    """A copy that cannot be made to agree with the file goes; the message is the reason, to follow a colon.

    It stays inside this room: whoever calls it gets a sentence, and no error.
    """


class ContradictionError(InlayError):
    """Two files say opposite things of how their values are read. It stays inside this room."""

    def __init__(self, other: int, what: str) -> None:
        """`other` is the number of the file that contradicts the first one."""
        super().__init__(what)
        self.other = other
        self.what = what


@public_in("inlay.errors")
class UnmergeableError(RefusedError):
    """Files whose key-value pairs contradict each other. `key` is the pair, `files` the two that differ in it."""

    def __init__(self, key: str, files: tuple[str, str], what: str, remedy: str) -> None:
        reason = f"{files[0]} and {files[1]} differ in the key-value pair {key!r}: {what}; {remedy}"
        super().__init__("metadata", reason)
        self.key = key
        self.files = files
        self.what = what
        self.remedy = remedy
