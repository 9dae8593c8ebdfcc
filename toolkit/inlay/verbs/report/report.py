"""`inlay.report`: the usual questions about many files, answered from their footers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from inlay.ground.keywords import check_keywords
from inlay.ground.missing import require_installed
from inlay.ground.mistakes import require_names
from inlay.ground.wording.amounts import count
from inlay.ground.wording.missed import describe_missed
from inlay.ground.wording.near_names import hint_at
from inlay.ground.wording.told import format_html, join_lines
from inlay.tables.scan.tally import Tally
from inlay.verbs.report.answers import Answers
from inlay.verbs.report.hide_names import hide_names
from inlay.verbs.report.page import render_page
from inlay.verbs.report.queries import BY_NAME, QUERIES
from inlay.verbs.report.query import Answer
from inlay.verbs.report.tables import read_tables
from inlay_runtime.public_home import public_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyarrow as pa

    from inlay.ground.files.source import Source
    from inlay.ground.files.stores import AnyFileSystem

# Said before anything is read, and imported behind the scan: DuckDB takes as much memory as a wide footer.
require_installed("duckdb")


@public_in("inlay")
@dataclass(frozen=True, repr=False)
class Report:
    """What `inlay.report` says of files.

    `answers` are Arrow tables, by the names of `docs/report.md`; sizes are bytes, a ratio or a percentage is not rounded.

    `files` counts what was looked at; of these, `unreadable` could not be read, and `others` are not Parquet files.
    """

    answers: Mapping[str, pa.Table]
    files: int
    unreadable: int
    others: int

    def __repr__(self) -> str:
        missed = describe_missed(self.unreadable, self.others)
        read = self.files - self.unreadable - self.others
        if "findings" not in self.answers:
            return f"<Report: {count(read, 'file')}{missed}; answers: {', '.join(self.answers)}>"
        findings = count(self.answers["findings"].num_rows, "finding")
        return f"<Report: {count(read, 'file')}{missed}; {findings}; {count(len(self.answers), 'answer')}>"

    def __str__(self) -> str:
        """What `inlay report` says first, and the beginning of each answer."""
        from inlay.verbs.report.text import list_lines

        return join_lines(list_lines(self))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from inlay.verbs.report.text import list_lines

        return format_html(list_lines(self))

    def rows(self, name: str) -> Answer:
        """One answer as Python values. KeyError for a name that there is not, with the nearest one."""
        table = self.answers[name]
        columns = [column.to_pylist() for column in table.columns]
        return Answer(table.column_names, list(zip(*columns, strict=True)))

    def hide_names(self) -> Report:
        """The same without the names of files, folders and columns, without keys and messages; for what others may see."""
        return replace(self, answers=Answers(hide_names(self.answers)))

    def to_html(self, title: str = "Report") -> str:
        """All answers as one page, which needs nothing else. Paths begin with the folder that all files lie in.

        KeyError for a report with only some answers."""
        return render_page(title, {name: self.rows(name) for name in self.answers})


@check_keywords
def report(
    paths: Source | Iterable[Source],
    filesystem: AnyFileSystem = None,
    *,
    name: str = "*",
    only: Collection[str] = (),
    tally: Tally | None = None,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Report:
    """Answers to the usual questions about the files at `paths`: files, directories, globs, whatever is a source.

    `filesystem`, `name` and `tally` are those of `inlay.scan_footers`; `progress` is told how many of how many questions are answered. A file that cannot be read is part of the answers, and no
    error. `only` names the questions, and no more is read than they need; without it, all are answered. The footers are held in
    memory while the questions are answered: `docs/report.md` has figures. Raises FileNotFoundError for a path that leads to nothing, ValueError for a question that there is not.
    """
    only = require_names(only, "only")
    for unknown in set(only) - set(BY_NAME):
        raise ValueError(f"there is no question {unknown!r}{hint_at(unknown, BY_NAME)}")
    queries = [query for query in QUERIES if not only or query.name in only]
    tally = tally or Tally()
    tables = set[str]().union(*(query.tables for query in queries))
    read = read_tables(paths, filesystem, name, tally, tables)
    from inlay.verbs.report.on_duckdb import answer_all

    answers = answer_all(read, queries, progress)
    return Report(Answers(answers), tally.files, tally.unreadable, tally.others)
