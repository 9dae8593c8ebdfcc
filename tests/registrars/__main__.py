"""`python -m tests.registrars [FORMAT ...]`: has every case registered in the table formats that are named, or in all, by their own
registrars and by ours, asks the readers of the tables, and writes docs/registrars.json and the table of docs/registrars.md.

Of other formats, what the record has stays.
"""

from __future__ import annotations

import logging
import sys
import tempfile
import warnings
from datetime import UTC, datetime
from pathlib import Path

from tests.readers.document import replaced
from tests.registrars.cases import CASES
from tests.registrars.duckdb_process import DuckDBProcess
from tests.registrars.formats import NAMES, list_versions, open_format
from tests.registrars.judge import OURS, judge
from tests.registrars.record import (
    PAGE,
    RECORD,
    Record,
    describe,
    read_record,
    show_tables,
    write_record,
)


def main(*names: str) -> int:
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    record: Record = {"measured": "", "versions": {}, "answers": {}}
    if RECORD.exists():
        record = read_record()
    with DuckDBProcess() as duckdb, tempfile.TemporaryDirectory() as scratch:
        for name in names or NAMES:
            format_ = open_format(name, duckdb)
            answers = record["answers"][name] = {}
            for registrar in (format_.peer, OURS):
                place = Path(scratch, name, registrar)
                answers[registrar] = {
                    case: describe(judge(of, format_, registrar, place / str(number)))
                    for number, (case, of) in enumerate(CASES.items())
                }
                print(f"{registrar} to {name}", flush=True)
    record["answers"] = {name: record["answers"][name] for name in NAMES}
    record["measured"] = f"{datetime.now(UTC):%Y-%m-%d}"
    record["versions"] = list_versions()
    write_record(record)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(replaced(page, "registrars", show_tables(record)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
