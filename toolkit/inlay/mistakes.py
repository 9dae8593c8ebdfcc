"""What was asked for does not fit a file that is fine: errors about the request, not about the file."""

from __future__ import annotations

from inlay_runtime.errors import ExtensionError, InlayError


class RequestError(InlayError):
    """A name, a pattern or a schema of the caller's that means nothing for this file: wrong usage."""


class AmbiguousExtensionError(ExtensionError, RequestError):
    """There are several extensions, and nobody said which one."""


class NoExtensionError(ExtensionError):
    """The extension that was asked for is not there."""
