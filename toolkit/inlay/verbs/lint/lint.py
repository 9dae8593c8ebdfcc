"""`inlay.lint`: what could be better about files, what it costs, and what fixes it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING

from inlay.footers.footer.errors import FooterError
from inlay.ground.files.source import list_sources, name_of
from inlay.ground.keywords import check_keywords
from inlay.ground.missing import explain_missing
from inlay.ground.wording.amounts import count
from inlay.ground.wording.missed import describe_missed, list_missed
from inlay.ground.wording.told import format_html, join_lines
from inlay.tables.scan.named import NamedFile, is_another_kind, list_each, was_asked_for
from inlay.tables.scan.problems import finding_of
from inlay.verbs.lint.advice import Advice
from inlay.verbs.lint.advise import (
    LintedFile,
    advise_on_source,
    advise_on_tables,
)
from inlay.verbs.lint.fold import fold
from inlay.verbs.lint.outline import Outlines
from inlay.verbs.lint.rule import WARNING, TableRule
from inlay.verbs.lint.settings_file import Given, read_lint_settings
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from inlay_runtime.public_home import public_in

if TYPE_CHECKING:
    import pyarrow as pa

    from inlay.ground.files.source import Source
    from inlay.verbs.lint.settings import LintSettings


@public_in("inlay")
@dataclass(frozen=True, repr=False)
class LintReport:
    """What `inlay.lint` says of files.

    `advice` is in the order of the files; that of rules on tables is last. `files` counts those that were read, `others` those of
    folders and globs that are not Parquet; `unread` could not be read, each with what is wrong."""

    advice: tuple[Advice, ...]
    files: int
    unread: tuple[tuple[str, Finding], ...]
    others: int = 0

    @cached_property
    def table(self) -> pa.Table:
        """A row for each piece of advice, with the columns of `Advice`."""
        with explain_missing("LintReport.table"):
            from inlay.verbs.lint.as_arrow import table_of

            return table_of(self.advice)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """For whatever takes a stream of Arrow: pandas, Polars, DuckDB."""
        return methodcaller("__arrow_c_stream__", requested_schema)(self.table)

    def __iter__(self) -> Iterator[Advice]:
        return iter(self.advice)

    def __len__(self) -> int:
        return len(self.advice)

    def __repr__(self) -> str:
        # A rule counts once in each file, as it does below what the command prints.
        severities = {(it.path, it.rule): it.severity for it in self.advice}.values()
        warnings = sum(it == WARNING for it in severities)
        advice = f"{count(warnings, 'warning')}, {count(len(severities) - warnings, 'note')}"
        missed = describe_missed(len(self.unread), self.others)
        return f"<LintReport: {count(self.files, 'file')}{missed}; {advice}>"

    def __str__(self) -> str:
        """What `inlay lint` prints, and which files could not be read."""
        return join_lines(self._list_lines())

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return format_html(self._list_lines())

    def _list_lines(self) -> list[str]:
        from inlay.verbs.lint.known import rules_by_id
        from inlay.verbs.lint.text import AdviceLines

        text = AdviceLines(alone=self.files == 1 and not self.unread)
        tables = {rule.id for rule in rules_by_id().values() if isinstance(rule, TableRule)}
        files = [it for it in self.advice if it.rule not in tables]
        by_path = {path: list(advice) for path, advice in groupby(files, lambda it: it.path)}
        for advice in by_path.values():
            text.add_folds(fold(advice))
        for _ in range(self.files - len(by_path)):
            text.add_folds(())
        text.unread.update(finding.code for _, finding in self.unread)
        text.finish([it for it in self.advice if it.rule in tables])
        missed = list_missed(self.files, len(self.unread), self.others)
        return [*text.lines, *(f"{path}: not read: {what}" for path, what in self.unread), *missed]


@check_keywords
def lint(
    paths: Source | Iterable[Source],
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    pages: bool = False,
    config: str | os.PathLike[str] | None = None,
) -> LintReport:
    """Advice on files, folders, globs, whatever is a source, from their footers; with `pages`, from page headers and a sample
    of values, too.

    `select` and `ignore` are ids of rules: `inlay lint --rules` has them. `config` is a pyproject.toml with a table
    `[tool.inlay.lint]`; without it, none is looked for. A file that cannot be read is in `unread`, and no error.

    Raises FileNotFoundError for a path that leads to nothing, RequestError for a rule that there is not, ConfigurationError for settings that are wrong or have no effect.
    """
    path = Path(config) if config is not None else None
    settings = read_lint_settings(path, Given(select, ignore, pages))
    with explain_missing("inlay.lint with pages"):
        return lint_files(list_each(list_sources(paths, "lint")), settings)


def lint_files(files: Iterable[NamedFile | Source], settings: LintSettings) -> LintReport:
    """The same of files that are listed already."""
    outlines = Outlines()
    advice: list[Advice] = []
    unread: list[tuple[str, Finding]] = []
    count_read = others = 0
    for file in files:
        try:
            if isinstance(file, NamedFile):
                linted = lint_file(file, settings)
            else:
                linted = advise_on_source(file, name_of(file), settings)
        except (InlayError, OSError) as error:
            if isinstance(error, FileNotFoundError) and was_asked_for(file):
                raise
            name = file.path if isinstance(file, NamedFile) else name_of(file)
            unread.append((name, finding_of(error)))
            continue
        if linted is None:
            others += 1
            continue
        count_read += 1
        outlines.add(linted.outline)
        advice += linted.advice
    advice += advise_on_tables(outlines, settings)
    return LintReport(tuple(advice), count_read, tuple(unread), others)


def lint_file(file: NamedFile, settings: LintSettings) -> LintedFile | None:
    """None for a file of a folder that is not Parquet. Raises what `advise_on_source` does."""
    if file.error is not None:
        raise file.error
    try:
        return advise_on_source(file.path, file.path, settings)
    except FooterError as error:
        if is_another_kind(file, error):
            return None
        raise
