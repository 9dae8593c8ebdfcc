"""How both commands say that they were called in a wrong way: as they say anything else that is wrong, and where help is."""

from __future__ import annotations


def describe_usage(message: str, command: str | None) -> str:
    """Click's `message`, which begins with a capital; `command` is what was called, if it is known."""
    if message[1:2].islower():
        message = message[:1].lower() + message[1:]
    if command is None or "--help" in message:
        return f"error: {message}"
    return f"error: {message}\n  try: {command} --help"
