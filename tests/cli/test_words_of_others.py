"""Commands and options by the names that other programs have for them: the hint is what does that here, not what is spelled alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest

from inlay.cli import command_groups, errors
from inlay.cli.command_line import inlay as inlay_group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.small_files import Inlay


def _commands(group: click.Group) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None and name != "spark":
            yield name, command
            if isinstance(command, click.Group):
                yield from _commands(command)


def test_no_word_of_others_is_one_of_ours_and_each_leads_to_one() -> None:
    """A word that is a command in one group may be another's word elsewhere; what it leads to is always there."""
    there = dict(_commands(inlay_group))
    assert set(command_groups.ELSEWHERE.values()) <= set(there)
    options = {option for it in there.values() for param in it.params for option in param.opts}
    assert set(errors.ELSEWHERE.values()) <= options
    top = inlay_group.list_commands(click.Context(inlay_group))
    assert not set(command_groups.ELSEWHERE) & set(top)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("schema a.parquet", "inspect"),
        ("meta a.parquet", "inspect"),
        ("Merge a.parquet b.parquet", "concat"),
        ("repair a.parquet", "recover"),
        ("validate a.parquet", "verify"),
        ("convert a.parquet", "rewrite"),
        ("encoding list a.parquet", "show"),
        ("store create a", "build"),
        ("rewrite a.parquet -o b.parquet --codec zstd", "--compression"),
        ("rewrite a.parquet -o b.parquet --sort price", "--sort-by"),
        ("lint a.parquet --rule small-files", "--select"),
        ("lint a.parquet --disable small-files", "--ignore"),
        ("compat a.parquet --target spark", "--reader"),
    ],
)
def test_the_hint_is_what_does_it_here(words: str, meant: str, inlay: Inlay) -> None:
    found = inlay(*words.split())
    assert found.code == 2
    assert f"Did you mean '{meant}'?" in found.err


def test_a_word_leads_nowhere_in_a_group_that_has_no_such_command(inlay: Inlay) -> None:
    assert "verify" not in inlay("footer", "validate", "a.parquet").err.splitlines()[0]
