"""The command that many rules name: a rewrite of the file beside it. What several rules ask for is one command for the file."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from inlay.verbs.lint.group_rows import MANY_ROWS, choose_rows
from inlay.verbs.lint.rule import Remedy, Rewrite, quote_path

if TYPE_CHECKING:
    from inlay.verbs.lint.advice import Advice
    from inlay.verbs.lint.file_facts import FileFacts

MOST_ENCODED: Final = 200
"""Columns that one command names."""


def rewrite_file(
    file: FileFacts,
    otherwise: str = "",
    *,
    zstd: bool = False,
    rows: int | None = None,
    encode: tuple[str, str] | None = None,
    sort_by: str = "",
    lz4: bool = False,
) -> Remedy:
    """With these changes and those that a rewrite makes of itself; `join_rewrites` writes the command. `otherwise` is said in words of a
    file that cannot be rewritten."""
    if otherwise and not file.may_be_rewritten:
        return Remedy(otherwise)
    wish = Rewrite(zstd, rows, () if encode is None else (encode,), sort_by, lz4)
    return Remedy("", rewrite=wish)


def join_rewrites(file: FileFacts, advice: Sequence[Advice]) -> list[Advice]:
    """All advice on a file that a rewrite follows, with the command that follows all of it. Rows are sorted, and LZ4_RAW is written,
    only by the advice that asks for it: their order may mean something, and a file in LZ4_RAW is larger than one in ZSTD. Above
    MOST_ENCODED columns each command encodes its own alone: said beside each column, the whole would be as long as the square of them,
    and longer than a shell takes."""
    wishes = [each.remedy.rewrite for each in advice if each.remedy.rewrite is not None]
    if not wishes:
        return list(advice)
    encode = dict(pair for wish in wishes for pair in wish.encode)
    zstd = any(wish.zstd for wish in wishes) or (bool(encode) and file.has_plain_chunks)
    rows = next((wish.rows for wish in wishes if wish.rows is not None), None)
    rows = rows or _choose_rows(file, zstd=zstd)
    whole = tuple(encode.items()) if len(encode) <= MOST_ENCODED else None
    start = f"inlay rewrite {quote_path(file.path)} -o OUT"
    remedies: dict[Rewrite, Remedy] = {}
    joined: list[Advice] = []
    for each in advice:
        wish = each.remedy.rewrite
        if wish is None:
            joined.append(each)
            continue
        encoded = wish.encode if whole is None else whole
        command = Rewrite(zstd, rows, encoded, wish.sort_by, wish.lz4)
        remedy = remedies.get(command)
        if remedy is None:
            remedy = remedies[command] = Remedy(_write_command(start, command))
        joined.append(each.with_remedy(remedy))
    return joined


def _choose_rows(file: FileFacts, *, zstd: bool) -> int | None:
    """None where one row group holds all."""
    rows = sum(max(group.num_rows, 0) for group in file.row_groups)
    return choose_rows(file, zstd=zstd) if rows > MANY_ROWS else None


def _write_command(start: str, wish: Rewrite) -> str:
    parts = [start]
    if wish.lz4:
        parts.append("--compression lz4")
    elif wish.zstd:
        parts.append("--compression zstd")
    if wish.rows is not None:
        parts.append(f"--row-group-size {wish.rows}")
    parts += [f"--encode {shlex.quote(f'{column}={encoding}')}" for column, encoding in wish.encode]
    if wish.sort_by:
        parts.append(f"--sort-by {shlex.quote(wish.sort_by)}")
    return " ".join(parts)
