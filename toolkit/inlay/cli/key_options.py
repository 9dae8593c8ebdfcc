"""The options by which a command is given keys. No message of ours has one: a value that is wrong is named by its option."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, cast

import click

from inlay.cli.options import FILE
from inlay.ground.mistakes import RequestError
from inlay.ground.schema.quoted_names import cut_name

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys

_MOST_BYTES: Final = 1 << 24
_FIELDS: Final = ("footer", "columns", "master_keys", "key_material", "aad_prefix")


def add_key_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command is given `keys`: an EncryptionKeys, or None where no key was given."""

    @wraps(command)
    def with_keys(
        *,
        footer_key: str | None,
        column_keys: tuple[str, ...],
        keys_file: str | None,
        aad_prefix: str | None,
        **others: object,
    ) -> object:
        return command(keys=_keys(footer_key, column_keys, keys_file, aad_prefix), **others)

    decorated: Callable[..., Any] = with_keys
    for option in (
        click.option(
            "--aad-prefix",
            metavar="TEXT",
            help="The AAD prefix of files that do not store theirs.",
        ),
        click.option(
            "--keys",
            "keys_file",
            type=FILE,
            metavar="FILE",
            help='Keys as JSON: {"footer": KEY, "columns": {PATH: KEY}, "master_keys": {NAME: KEY}}.',
        ),
        click.option(
            "--column-key",
            "column_keys",
            multiple=True,
            metavar="COLUMN=KEY",
            help="The key of a column; may be repeated.",
        ),
        click.option(
            "--footer-key",
            metavar="KEY",
            help="The key of the footer: hex, base64 or text, of 16, 24 or 32 bytes. Others may see command lines: see --keys.",
        ),
    ):
        decorated = option(decorated)
    return decorated


def _keys(
    footer: str | None, columns: tuple[str, ...], file: str | None, aad_prefix: str | None
) -> EncryptionKeys | None:
    if footer is None and not columns and file is None and aad_prefix is None:
        return None
    from inlay.footers.encryption.keys import EncryptionKeys

    said: Mapping[str, Any] = {} if file is None else read_keys_file(file)
    prefix = said.get("aad_prefix") if aad_prefix is None else aad_prefix
    return EncryptionKeys(
        said.get("footer") if footer is None else footer,
        {**said.get("columns", {}), **_pair(columns)},
        master_keys=said.get("master_keys"),
        key_material=said.get("key_material"),
        aad_prefix=(prefix or "").encode(),
    )


def _pair(texts: tuple[str, ...]) -> Mapping[str, str]:
    """By column; what is wrong is said without the key."""
    pairs: dict[str, str] = {}
    for text in texts:
        column, rest = cut_name(text, "=")
        if not rest:
            raise click.UsageError("--column-key takes COLUMN=KEY, and one has no =")
        if column in pairs:
            raise click.UsageError(f"--column-key: {column!r} is there twice")
        pairs[column] = rest[1:]
    return pairs


def read_keys_file(path: str) -> Mapping[str, Any]:
    """Keys and their names, of a file of JSON. Raises RequestError for one of another shape, OSError."""
    with open(path, "rb") as opened:
        data = opened.read(_MOST_BYTES + 1)
    try:
        fields: object = json.loads(data) if len(data) <= _MOST_BYTES else None
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise RequestError(
            f"{path} is not a JSON object of keys: its fields are {', '.join(_FIELDS)}"
        )
    for name, value in cast("dict[str, object]", fields).items():
        _check_field(path, name, value)
    return cast("dict[str, Any]", fields)


def _check_field(path: str, name: str, value: object) -> None:
    if name not in _FIELDS:
        raise RequestError(f"{path} has the field {name!r}: there are {', '.join(_FIELDS)}")
    if name in ("footer", "aad_prefix"):
        if not isinstance(value, str):
            raise RequestError(f"{path}: {name} is a text")
    elif not isinstance(value, dict) or not all(
        isinstance(member, str) for member in cast("dict[str, object]", value).values()
    ):
        raise RequestError(f"{path}: {name} is an object of texts")
