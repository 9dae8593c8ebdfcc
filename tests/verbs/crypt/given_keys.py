"""The keys that readers without a key service are given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import inlay
from inlay.footers.footer.open_encrypted import find_modules
from parquet_format.parquet import EncryptionWithColumnKey


def list_keys(path: Path, keys: inlay.EncryptionKeys) -> Iterator[tuple[str, bytes]]:
    """By path of a column, empty for the footer."""
    modules = find_modules(inlay.open(path), keys)
    assert modules is not None
    if modules.footer_key is not None:
        yield "", modules.footer_key
    for chunk in inlay.open(path, keys=keys).row_groups[0].columns:
        key = modules.find_key(chunk)
        if isinstance(chunk.crypto_metadata, EncryptionWithColumnKey) and key is not None:
            yield ".".join(chunk.crypto_metadata.path_in_schema), key
