"""A row of a matrix in few words: what most readers do, and the readers that do something else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


def name_exceptions(words: Mapping[str, str]) -> str:
    """By reader: the word of most of them, then the others with theirs. The first of two that are equally frequent is the word of most."""
    by_word: dict[str, list[str]] = {}
    for reader, word in words.items():
        by_word.setdefault(word, []).append(reader)
    most = max(by_word, key=lambda word: len(by_word[word]))
    others = (f"{', '.join(names)}: {word}" for word, names in by_word.items() if word != most)
    return "; ".join([most, *others])


def join_rows(rows: Iterable[tuple[str, ...]]) -> list[Sequence[str]]:
    """Rows that differ in their first cell alone as one, at the place of the first."""
    names: dict[tuple[str, ...], list[str]] = {}
    for name, *rest in rows:
        names.setdefault(tuple(rest), []).append(name)
    return [["; ".join(these), *rest] for rest, these in names.items()]
