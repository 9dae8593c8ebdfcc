"""`python -m tests.lies [READER ...]`: asks the readers that are named, or all that are there, the query of each lie and of its
twin, and writes docs/lies.json and the table of docs/lies.md. Of the others, what the record has stays.

Where a file crashes or hangs a reader, nothing is written: the kind has to go first.
"""

from __future__ import annotations

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from tests.lies.asking import Answer, ask, write_files
from tests.lies.findings import findings_of_kinds
from tests.lies.kinds import KINDS
from tests.lies.pruning_readers import PRUNING
from tests.lies.record import (
    PAGE,
    RECORD,
    Record,
    count_answers,
    described,
    read_record,
    tables,
    write_record,
)
from tests.readers.document import replaced
from tests.readers.registry import full_version, lacking


def main(*names: str) -> int:
    record: Record = {"measured": "", "versions": {}, "kinds": {}, "findings": {}, "answers": {}}
    if RECORD.exists():
        record = read_record()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write_files(folder, list(KINDS))
        for reader in names or [name for name in PRUNING if lacking(name) is None]:
            answers = ask(reader, folder, list(KINDS))
            if hurt := [name for name, answer in answers.items() if answer is Answer.HURT]:
                print(f"{reader} is hurt by {', '.join(hurt)}: take them out", file=sys.stderr)
                return 1
            record["answers"][reader] = {name: answer.value for name, answer in answers.items()}
            record["versions"][reader] = full_version(reader)
            print(f"{reader}: {count_answers(record['answers'][reader])}", flush=True)
    record["measured"] = f"{datetime.now(UTC):%Y-%m-%d}"
    record["kinds"] = described()
    record["findings"] = findings_of_kinds()
    write_record(record)
    PAGE.write_text(
        replaced(PAGE.read_text(encoding="utf-8"), "lies", tables(record)), encoding="utf-8"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
