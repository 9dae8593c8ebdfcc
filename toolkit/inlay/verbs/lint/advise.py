"""The rules over a file, and over the tables of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from inlay.footers.conversion.collector import pause_collector
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source
from inlay.verbs.lint.additions import join_additions
from inlay.verbs.lint.advice import Advice, advice_of, settle
from inlay.verbs.lint.estimate import PAGE
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.outline import FileOutline, Outlines, outline_of
from inlay.verbs.lint.remedies import join_rewrites
from inlay.verbs.lint.rule import LintRule, TableRule
from inlay.verbs.lint.settings import LintSettings


class LintedFile(NamedTuple):
    """A file, what the rules say of it, and what the rules on tables will read of it."""

    outline: FileOutline
    advice: Sequence[Advice]


WatchRules: TypeAlias = Callable[[int], object]
"""Is told how many rules were asked."""


def advise_on_source(
    source: Source, path: str, settings: LintSettings, watch: WatchRules = bool
) -> LintedFile:
    """What the rules say of a file that commands name by `path`.

    Raises FooterError for a footer that cannot be read, EncryptedFooterError for one that only a key opens, OSError.
    """
    if not settings.pages:
        return advise_on(FileFacts(path, read_footer(source, path)), settings, watch)
    from inlay.pages.engine.open_parts import open_parts

    with open_parts(source) as (reader, footer):
        return advise_on(FileFacts(path, footer, reader), settings, watch)


def advise_on(facts: FileFacts, settings: LintSettings, watch: WatchRules) -> LintedFile:
    """What the rules on files say; rules that read pages are passed over without a reader."""
    with pause_collector():
        advice = settle(
            join_additions(
                facts, join_rewrites(facts, list(_advise_on_file(facts, settings, watch)))
            ),
            facts.file_size,
        )
        return LintedFile(outline_of(facts), advice)


def _advise_on_file(
    facts: FileFacts, settings: LintSettings, watch: WatchRules
) -> Iterator[Advice]:
    known = rules_by_id()
    for number, name in enumerate(settings.rules):
        watch(number)
        rule = known[name]
        if isinstance(rule, TableRule) or settings.is_silent(facts.path, name):
            continue
        if rule.needs == "pages" and facts.reader is None:
            continue
        advice = [
            advice_of(rule, facts.path, sighting, facts.file_size)
            for sighting in rule.advise(facts, settings.thresholds_of(rule))
        ]
        if not (rule.for_size and _is_noise(advice)):
            yield from advice


def _is_noise(advice: Sequence[Advice]) -> bool:
    """Whether all of it together is known to save less than a page."""
    saved = [each.num_bytes for each in advice]
    return None not in saved and sum(size for size in saved if size is not None) < PAGE


def advise_on_tables(outlines: Outlines, settings: LintSettings) -> Iterator[Advice]:
    """What the rules on tables say, once all files were added."""
    known = rules_by_id()
    for table in outlines.tables():
        for name in settings.rules:
            rule = known[name]
            if isinstance(rule, LintRule):
                continue
            for sighting in rule.advise(table, settings.thresholds_of(rule)):
                path = sighting.path or table.folder or "."
                if not settings.is_silent(path, name):
                    yield advice_of(rule, path, sighting, None)
