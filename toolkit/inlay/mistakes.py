"""What was asked for does not fit a file that is fine: errors about the request, not about the file."""

from __future__ import annotations

from inlay_runtime.errors import ExtensionError, RequestError

__all__ = ["AmbiguousExtensionError", "NoExtensionError", "RequestError"]


class AmbiguousExtensionError(ExtensionError, RequestError):
    """There are several extensions, and nobody said which one."""


class NoExtensionError(ExtensionError):
    """The extension that was asked for is not there."""
