"""The command that many rules name: a rewrite of the file beside it. What several rules ask for is one command for the file."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, overload

from inlay.verbs.lint.group_rows import MANY_ROWS, choose_rows
from inlay.verbs.lint.rule import Remedy, Rewrite, quote_path

if TYPE_CHECKING:
    from inlay.verbs.lint.column_facts import ColumnFacts
    from inlay.verbs.lint.file_facts import FileFacts
    from inlay.verbs.lint.rule_advice import RuleAdvice

MOST_ENCODED: Final = 200
"""Columns that one command names."""
PLAIN: Final = "plain"
"""As `inlay rewrite --encode` has it."""


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
    if not file.may_be_rewritten:
        return Remedy(
            otherwise or "have its writer write it anew: `inlay rewrite` does not take it"
        )
    wish = Rewrite(zstd, rows, () if encode is None else (encode,), sort_by, lz4)
    return Remedy("", rewrite=wish)


def encode_each(
    file: FileFacts, otherwise: str, columns: Sequence[ColumnFacts], encoding: str
) -> list[Remedy]:
    """The same for each of these columns, with this encoding for it alone."""
    if not file.may_be_rewritten:
        return [Remedy(otherwise)] * len(columns)
    return [Remedy("", rewrite=Rewrite(encode=((it.text, encoding),))) for it in columns]


def ask_pages(file: FileFacts, otherwise: str) -> Remedy:
    """For advice that holds for some values and not for others, of which a footer says nothing: only `--pages` can name a rewrite."""
    if not file.may_be_rewritten:
        return Remedy(otherwise)
    return Remedy(f"inlay lint {quote_path(file.path)} --pages")


def join_rewrites(file: FileFacts, advice: Sequence[RuleAdvice]) -> None:
    """Gives all advice on a file that a rewrite follows the command that follows all of it. Rows are sorted, and LZ4_RAW is written,
    only by the advice that asks for it: their order may mean something, and a file in LZ4_RAW is larger than one in ZSTD. Above
    MOST_ENCODED columns each command encodes its own alone: said beside each column, the whole would be as long as the square of them,
    and longer than a shell takes."""
    several = [each for each in advice if any(it.rewrite is not None for it in each.remedies)]
    if not several:
        return
    wishes = [it.rewrite for each in several for it in each.remedies if it.rewrite is not None]
    encode = _settle_encodings(pair for wish in wishes for pair in wish.encode)
    zstd = any(wish.zstd for wish in wishes) or (bool(encode) and file.has_plain_chunks)
    rows = next((wish.rows for wish in wishes if wish.rows is not None), None)
    rows = rows or _choose_rows(file)
    whole = tuple(encode.items()) if len(encode) <= MOST_ENCODED else None
    start = f"inlay rewrite {quote_path(file.path)} -o OUT"
    for each in several:
        each.remedies = JoinedRewrites(each.remedies, start, zstd, rows, whole)


def _settle_encodings(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """One for each column, in whatever order the rules spoke: one that makes values smaller before PLAIN."""
    encode: dict[str, str] = {}
    for column, encoding in pairs:
        if encode.get(column, PLAIN) == PLAIN:
            encode[column] = encoding
    return encode


def _choose_rows(file: FileFacts) -> int | None:
    """None where one row group holds all."""
    rows = sum(max(group.num_rows, 0) for group in file.row_groups)
    return choose_rows(file) if rows > MANY_ROWS else None


class JoinedRewrites(Sequence[Remedy]):
    """The commands for what each of these asks for, with what all on the file ask for: each is written when it is asked for, since of
    very many columns a few are shown. Remedies that are not a rewrite stay. `encode` are pairs that all have, None where each has its own."""

    def __init__(
        self,
        wishes: Sequence[Remedy],
        start: str,
        zstd: bool,
        rows: int | None,
        encode: tuple[tuple[str, str], ...] | None,
    ) -> None:
        self._wishes = wishes
        self._start = start
        self._zstd = zstd
        self._rows = rows
        self._encode = encode
        self._last: tuple[Rewrite, Remedy] | None = None

    def __len__(self) -> int:
        return len(self._wishes)

    @overload
    def __getitem__(self, at: int) -> Remedy: ...
    @overload
    def __getitem__(self, at: slice) -> list[Remedy]: ...
    def __getitem__(self, at: int | slice) -> Remedy | list[Remedy]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        wish = self._wishes[at].rewrite
        if wish is None:
            return self._wishes[at]
        encode = wish.encode if self._encode is None else self._encode
        asked = Rewrite(self._zstd, self._rows, encode, wish.sort_by, wish.lz4)
        if self._last is None or self._last[0] != asked:
            self._last = asked, Remedy(_write_command(self._start, asked))
        return self._last[1]


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
