"""`inlay register --to records -o lake.parquet`: what is known of each file, as a table that anything reads."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from inlay.changes.rewrite.new_file import NewFile, require_output
from inlay.footers.footer.read import read_metadata
from inlay.ground.blamed_options import blame_options
from inlay.ground.free_memory import give_back
from inlay.ground.mistakes import RequestError
from inlay.ground.wording.amounts import count
from inlay.verbs.register.check.differences import TableDifference
from inlay.verbs.register.check.held_file import HeldFile
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.targets.records.entries import join_documents, list_row_groups
from inlay.verbs.register.targets.records.entry_schema import list_statistics, list_variant_ids
from inlay.verbs.register.targets.records.joined_writer import JoinedWriter
from inlay.verbs.register.targets.target import JOB, Loss, Request, TableWishes
from inlay_runtime.errors import InlayError

if TYPE_CHECKING:
    import pyarrow as pa


class Records:
    name: Final = "records"
    is_table: Final = False
    losses: Final[Mapping[str, str]] = {}

    def open(self, wishes: TableWishes) -> RecordsFile:
        for option, is_given in (
            ("table", wishes.table),
            ("catalog", wishes.catalog),
            ("properties", wishes.properties),
            ("create", wishes.create),
            ("replace", wishes.replace),
            ("partition_by", wishes.partition_by),
        ):
            if is_given:
                what = f"{{{option}}} is of tables, and records are a file: leave it out"
                raise blame_options(what, **{option: None})
        if not wishes.output:
            what = "records are a file: say which, {output}"
            raise blame_options(what, output="lake.parquet")
        require_output(wishes.output, overwrite=wishes.overwrite, sources=())
        return RecordsFile(wishes)

    def find_jobs(self, wishes: TableWishes, jobs: Collection[str]) -> Mapping[str, str]:
        """By the key-value metadata of the file."""
        try:
            pairs = read_metadata(wishes.output).key_value_metadata or []
        except (OSError, InlayError):
            return {}
        said = {pair.value for pair in pairs if pair.key == JOB}
        return {job: wishes.output for job in jobs if job in said}


TARGET: Final = Records()


class RecordsPlan:
    """A row for each file."""

    losses: Sequence[Loss] = ()

    def __init__(self, request: Request) -> None:
        self._request = request
        self.statistics = list_statistics(request.columns, have_ids=request.are_by_id)
        leaves = count(len(self.statistics), "column")
        self.lines = [f"statistics of {leaves}, by {'field id' if request.are_by_id else 'name'}"]

    def list_row_groups(self) -> Iterator[Iterator[pa.RecordBatch]]:
        return list_row_groups(self.statistics, self._request)

    def list_held(self) -> Iterator[HeldFile]:
        return iter(())

    def describe(self) -> Sequence[Mapping[str, Any]]:
        return [row for pieces in self.list_row_groups() for row in join_documents(pieces)]


class RecordsFile:
    """Nothing is in it before: it is written whole."""

    columns: tuple[TableColumn, ...] | None = None

    def __init__(self, wishes: TableWishes) -> None:
        self._wishes = wishes

    def adapt(self, columns: tuple[TableColumn, ...]) -> tuple[TableColumn, ...]:
        """Records have the types of the files."""
        return columns

    def find_known(self, _paths: Sequence[str]) -> Collection[str]:
        return ()

    def list_held(self) -> Iterator[HeldFile]:
        raise RequestError(
            "records are not a table to check: make them anew, and compare both files"
        )

    def check_whole(self, _plan: RecordsPlan) -> Iterator[TableDifference]:
        return iter(())

    def plan(self, request: Request) -> RecordsPlan:
        return RecordsPlan(request)

    def commit(self, plan: RecordsPlan) -> str:
        output = self._wishes.output
        give_back()  # the footers that were read
        with NewFile(output, overwrite=self._wishes.overwrite, sources=()) as new:
            writer = JoinedWriter(new.file, list_variant_ids(plan.statistics))
            for pieces in plan.list_row_groups():
                writer.write(pieces)
            writer.finish({JOB: self._wishes.job} if self._wishes.job else {})
        return output

    def close(self) -> None:
        """Nothing is open."""
