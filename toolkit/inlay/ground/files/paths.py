"""What a text names: a path of this machine, or a URL; one file, or any number of them."""

from __future__ import annotations

import errno
import os
import re
from typing import Final, TypeAlias, cast

# Texts, which `re` compiles when they are first used: a path of this machine needs none of them.
_SCHEME: Final = r"([A-Za-z][A-Za-z0-9+.-]*)://"
_CHAIN: Final = r"[A-Za-z][A-Za-z0-9+.-]*(://.*)?::"
_FILE: Final = r"(?i:file):(//((?i:localhost)(?=/))?)?"
WILDCARDS: Final = "*?[{"
_HADOOP: Final = {"s3a": "s3", "s3n": "s3", "abfss": "abfs", "wasbs": "abfs", "wasb": "abfs"}
"""What Hadoop calls file systems that pyarrow and fsspec know under another name."""
_WEB: Final = ("http", "https")
_HOME: Final = "~/"


AnyPath: TypeAlias = "str | os.PathLike[str]"
"""A file that is changed where it stands, so neither bytes nor an open file."""


def require_path(given: AnyPath, taker: str) -> str:
    """The path or URL as text. TypeError for what is none; `taker` is the function that the caller knows."""
    path = cast("object", os.fspath(given) if isinstance(given, os.PathLike) else given)
    if not isinstance(path, str):
        taken = f"{taker} changes a file, so it takes a path or a URL"
        raise TypeError(f"{taken}: not {type(given).__qualname__}")
    return path


def scheme_of(text: str) -> str:
    """`s3` of `s3://bucket/key`, in small letters and as Hadoop does not call it; empty for a path."""
    match = re.match(_SCHEME, text) if "://" in text else None
    scheme = match[1].lower() if match is not None else ""
    return _HADOOP.get(scheme, scheme)


def is_web(text: str) -> bool:
    """Whether a web server has it, which lists nothing."""
    return scheme_of(text) in _WEB


def is_chained(text: str) -> bool:
    """Whether this is a URL within a URL: `zip://a.parquet::https://host/b.zip`."""
    return "://" in text and re.match(_CHAIN, text) is not None


def is_url(text: str) -> bool:
    """Whether it names something in a store: `file:` is this machine."""
    return _match_file(text) is None and (is_chained(text) or bool(scheme_of(text)))


def find_local_path(text: str) -> str | None:
    """The path of this machine that is meant, by `file:` or without; None for another URL.

    `~/` is the home directory. OSError for what is not a path: an empty one, most of all, is a variable that was
    not set, and not this directory.
    """
    if is_url(text):
        return None
    file = _match_file(text)
    own = text
    if file is not None:
        from urllib.parse import unquote  # it brings all of ipaddress

        own = unquote(text[file.end() :])
    if not own or "\0" in own:
        raise OSError(errno.EINVAL, f"{text!r} is not a path")
    return os.path.expanduser(own) if own.startswith(_HOME) and file is None else own


def normalize(path: str) -> str:
    """Absolute, without `file:`: what all processes of a cluster understand alike. OSError for what is not a path."""
    local = find_local_path(path)
    if local is not None:
        return os.path.abspath(local)
    match = re.match(_SCHEME, path)
    return path if match is None else f"{scheme_of(path)}://{path[match.end() :]}"


def is_listing(path: str) -> bool:
    """Whether the path stands for any number of files: a folder, or a glob."""
    if is_chained(path) or is_web(path):
        return False
    try:
        local = find_local_path(path)
    except OSError:
        return False  # whoever opens it says why
    if local is None:
        return has_wildcard(path) or path.endswith("/")
    return os.path.isdir(local) or (has_wildcard(local) and not os.path.lexists(local))


def has_wildcard(path: str) -> bool:
    return any(sign in path for sign in WILDCARDS)


def _match_file(text: str) -> re.Match[str] | None:
    return re.match(_FILE, text) if text[:5].lower() == "file:" else None
