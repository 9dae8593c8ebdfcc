"""The rules over a file, and over the tables of a run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple, TypeAlias

from inlay.footers.conversion.collector import pause_collector
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source
from inlay.verbs.lint.additions import join_additions
from inlay.verbs.lint.advice import Advice
from inlay.verbs.lint.estimate import PAGE, add_up
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.outline import FileOutline, Outlines, outline_of
from inlay.verbs.lint.protected_files import name_writer_instead
from inlay.verbs.lint.remedies import join_rewrites
from inlay.verbs.lint.rewriting import WORTHWHILE
from inlay.verbs.lint.rule import LintRule, TableRule
from inlay.verbs.lint.rule_advice import FileAdvice, RuleAdvice
from inlay.verbs.lint.settings import LintSettings
from inlay.verbs.lint.settle import settle
from inlay.verbs.lint.unread_forms import restore_thrift_first
from parquet_format.parquet import CompressionCodec

_TRYING: Final = {"uncompressed-column", "codec-upgrade"}


class LintedFile(NamedTuple):
    """A file, what the rules say of it, and what the rules on tables will read of it."""

    outline: FileOutline
    advice: FileAdvice


WatchRules: TypeAlias = Callable[[int], object]
"""Is told how many rules were asked."""


def advise_on_source(source: Source, path: str, settings: LintSettings) -> LintedFile:
    """What the rules say of a file that commands name by `path`, and what rules on tables read of it.

    Raises FooterError for a footer that cannot be read, EncryptedFooterError for one that only a key opens, OSError.
    """
    with _open_facts(source, path, settings) as facts:
        return advise_on(facts, settings)


def advise_alone(
    source: Source, path: str, settings: LintSettings, watch: WatchRules
) -> FileAdvice:
    """The same of a file that is not part of a table."""
    with _open_facts(source, path, settings) as facts, pause_collector():
        return _advise_on_file(facts, settings, watch)


@contextmanager
def _open_facts(source: Source, path: str, settings: LintSettings) -> Generator[FileFacts]:
    if not settings.pages:
        yield FileFacts(path, read_footer(source, path))
        return
    from inlay.pages.engine.open_parts import open_parts

    with open_parts(source) as (reader, footer):
        yield FileFacts(path, footer, reader)


def advise_on(facts: FileFacts, settings: LintSettings) -> LintedFile:
    """What the rules on files say; rules that read pages are passed over without a reader."""
    with pause_collector():
        advice = _advise_on_file(facts, settings, bool)
        return LintedFile(outline_of(facts), advice)


def _advise_on_file(facts: FileFacts, settings: LintSettings, watch: WatchRules) -> FileAdvice:
    advice = list(_ask_rules(facts, settings, watch))
    join_additions(facts, advice)
    join_rewrites(facts, advice)
    name_writer_instead(facts, advice)
    restore_thrift_first(facts, advice)
    settle(advice, facts.file_size)
    return FileAdvice(advice, _count_untried(facts, settings))


def _count_untried(facts: FileFacts, settings: LintSettings) -> int:
    """Bytes that are not in ZSTD, where it is asked for and could save a page: 0 where samples are read, or no rule looks at them."""
    if facts.reader is not None or not _TRYING & {*settings.rules}:
        return 0
    others = [it for it in facts.columns if it.numbers.codecs & ~(1 << CompressionCodec.ZSTD)]
    size = sum(max(it.compressed, 0) for it in others)
    return size if size * WORTHWHILE >= PAGE else 0


def _ask_rules(facts: FileFacts, settings: LintSettings, watch: WatchRules) -> Iterator[RuleAdvice]:
    known = rules_by_id()
    for number, name in enumerate(settings.rules):
        watch(number)
        rule = known[name]
        if isinstance(rule, TableRule) or settings.is_silent(facts.path, name):
            continue
        if rule.needs == "pages" and facts.reader is None:
            continue
        sightings = rule.advise(facts, settings.thresholds_of(rule))
        advice = RuleAdvice.of_sightings(rule, facts.path, sightings, facts.file_size)
        if not (rule.for_size and _is_noise(advice, facts)):
            yield advice


def _is_noise(advice: RuleAdvice, facts: FileFacts) -> bool:
    """Whether all of it together saves less than a page: what is not known is no more than the columns that it is about."""
    saved = add_up(advice.saved)
    left = PAGE - (0 if saved is None else saved.likely)
    untold = {
        path for path, it in zip(advice.columns, advice.saved, strict=True) if it is None and path
    }
    if len(untold) < advice.saved.count(None):  # some of it is about the whole file
        return False
    for column in facts.columns if untold else ():
        if left <= 0:
            break
        if column.path in untold:
            left -= max(column.compressed, 0)
    return left > 0


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
                    yield from RuleAdvice.of_sightings(rule, path, [sighting], None)
