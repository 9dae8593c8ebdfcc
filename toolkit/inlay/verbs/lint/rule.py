"""What a rule is, and what it yields: `docs/lint.md`."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from inlay.verbs.lint.estimate import Estimate

if TYPE_CHECKING:
    from inlay.verbs.lint.file_facts import FileFacts
    from inlay.verbs.lint.outline import TableOutline

Severity: TypeAlias = Literal["warning", "note"]
Needs: TypeAlias = Literal["footer", "pages"]
Part: TypeAlias = Literal["pages", "row groups", "footer", "pairs", "filters"]
"""Where the bytes of a cost lie: what two rules save of one part of a column, or of a file, is the larger of both."""

WARNING: Final = "warning"
NOTE: Final = "note"

Thresholds: TypeAlias = Mapping[str, float]
"""The numbers of a rule by their names, as the settings have them."""


class Rewrite(NamedTuple):
    """What `inlay rewrite` is asked for. `encode` has columns with their encodings, `sort_by` a column with `:desc` or without.

    `lz4` is the codec LZ4_RAW for all columns.
    """

    zstd: bool = False
    rows: int | None = None
    encode: tuple[tuple[str, str], ...] = ()
    sort_by: str = ""
    lz4: bool = False


class Addition(NamedTuple):
    """What `inlay index add` is asked for: names of statements, for the column of this ordinal."""

    what: tuple[str, ...]
    ordinal: int


class Remedy(NamedTuple):
    """What fixes it: a command, or in words the option of a writer.

    A command is copied as it is: what it would lose for good, or claim without a check, is said in words (`docs/lint.md`).
    With an `option`, such as `--column`, `text` is a command that takes it for each column. One that rewrites the file says in `rewrite`
    what it asks for, until all rules have spoken; so does one that only adds statements, in `addition`.
    """

    text: str
    option: str = ""
    rewrite: Rewrite | None = None
    addition: Addition | None = None

    def for_columns(self, columns: Iterable[str]) -> str:
        """The whole of it, to be copied into a shell."""
        if not self.option:
            return self.text
        return " ".join([self.text, *(f"{self.option} {shlex.quote(name)}" for name in columns)])


class Sighting(NamedTuple):
    """What a rule sees in a file; of a column it is one, whatever the number of row groups.

    `seen` is a sentence with figures, without its full stop. `column` is the path of a leaf; `place` is the path of a field of the
    footer, such as `row_groups[3].columns[5]`. `num_bytes` and `reads` are what it costs, None if that cannot be told; bytes are a
    number where they are counted, and else an estimate with its range.
    A rule on a table names the file in `path`.
    """

    seen: str
    remedy: Remedy
    column: str = ""
    place: str = ""
    num_bytes: int | Estimate | None = None
    reads: int | None = None
    path: str = ""


class Sightings(NamedTuple):
    """One of each of many columns, all by one rule: a list for each value, with the names of `Sighting`. `num_bytes` and `reads` are
    empty where they cannot be told of any."""

    columns: Sequence[str]
    places: Sequence[str]
    seen: Sequence[str]
    remedies: Sequence[Remedy]
    num_bytes: Sequence[int | Estimate | None] = ()
    reads: Sequence[int | None] = ()

    @classmethod
    def of(cls, it: Sighting) -> Sightings:
        """The same of a single one."""
        return cls(
            (it.column,), (it.place,), (it.seen,), (it.remedy,), (it.num_bytes,), (it.reads,)
        )


class Threshold(NamedTuple):
    """A number of a rule that settings may change. `means` says what it is, with its unit and `least` the least that they may say:
    it is above 0 where a rule divides by it, or looks at the first of as many."""

    value: float
    means: str
    least: float = 0
    most: float = 2**63


@dataclass(frozen=True, kw_only=True)
class DescribedRule:
    """`summary` says what is true of a file that keeps the rule; `why` is what it costs where it is not.

    `source` is where that is said: a section of the specification, an issue, a paper. `id` never changes.
    `theirs` is the name of the same rule in parquet-linter, if it has one. `part` is where its bytes lie. A rule `for_size` has no
    other reason, and says nothing of a file where it would save less than 4 KiB: where that is not known, where the columns are smaller.
    """

    id: str
    severity: Severity
    summary: str
    why: str
    source: str
    needs: Needs = "footer"
    thresholds: Mapping[str, Threshold] = field(default_factory=dict[str, Threshold])
    theirs: str = ""
    part: Part = "pages"
    for_size: bool = False


@dataclass(frozen=True, kw_only=True)
class LintRule(DescribedRule):
    """A rule on a file."""

    advise: Callable[[FileFacts, Thresholds], Iterator[Sighting | Sightings]]


@dataclass(frozen=True, kw_only=True)
class TableRule(DescribedRule):
    """A rule on the files of a table, from their outlines."""

    advise: Callable[[TableOutline, Thresholds], Iterator[Sighting]]


AnyRule: TypeAlias = LintRule | TableRule


def quote_path(path: str) -> str:
    """A path as an argument of a command, which takes what begins with a dash for an option."""
    return shlex.quote(f"./{path}" if path.startswith("-") else path)
