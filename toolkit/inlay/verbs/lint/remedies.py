"""The command that many rules name: a rewrite of the file beside it. What several rules ask for is one command for the file."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from inlay.verbs.lint.group_rows import MANY_ROWS, choose_rows
from inlay.verbs.lint.rule import Remedy, Rewrite, quote_path

if TYPE_CHECKING:
    from inlay.verbs.lint.advice import Advice
    from inlay.verbs.lint.file_facts import FileFacts


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
    """With these changes and those that a rewrite makes of itself. `otherwise` is said in words of a file that cannot be rewritten."""
    if otherwise and not file.may_be_rewritten:
        return Remedy(otherwise)
    wish = Rewrite(zstd, rows, () if encode is None else (encode,), sort_by, lz4)
    return Remedy(_write_command(file, wish), rewrite=wish)


def join_rewrites(file: FileFacts, advice: Sequence[Advice]) -> list[Advice]:
    """All advice on a file that a rewrite follows, with the command that follows all of it. Rows are sorted, and LZ4_RAW is written,
    only by the advice that asks for it: their order may mean something, and a file in LZ4_RAW is larger than one in ZSTD."""
    wishes = [each.remedy.rewrite for each in advice if each.remedy.rewrite is not None]
    if not wishes:
        return list(advice)
    encode = dict(pair for wish in wishes for pair in wish.encode)
    zstd = any(wish.zstd for wish in wishes) or (bool(encode) and file.has_plain_chunks)
    rows = next((wish.rows for wish in wishes if wish.rows is not None), None)
    rows = rows or _choose_rows(file, zstd=zstd)
    whole = Rewrite(zstd, rows, tuple(encode.items()))
    # Of wide files the command is long, and said beside each column.
    remedies = {
        own: Remedy(_write_command(file, whole._replace(sort_by=own[0], lz4=own[1])))
        for own in {(wish.sort_by, wish.lz4) for wish in wishes}
    }
    return [
        (
            each._replace(remedy=remedies[wish.sort_by, wish.lz4])
            if (wish := each.remedy.rewrite) is not None
            else each
        )
        for each in advice
    ]


def _choose_rows(file: FileFacts, *, zstd: bool) -> int | None:
    """None where one row group holds all."""
    rows = sum(max(group.num_rows, 0) for group in file.row_groups)
    return choose_rows(file, zstd=zstd) if rows > MANY_ROWS else None


def _write_command(file: FileFacts, wish: Rewrite) -> str:
    parts = ["inlay rewrite", quote_path(file.path), "-o OUT"]
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
