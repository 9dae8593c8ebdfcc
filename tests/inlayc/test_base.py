"""What is always installed is enough to read and change metadata: no pyarrow, no fsspec, no compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from inlay.changes.rewrite.change import Target
from inlay.verbs.set.convert_footer import convert_footer
from tests.inlayc.test_missing_packages import BASE
from tests.tables.scan.lake import plain_file

SCRIPT = """
import json, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

blocked, paths, commands = json.loads(sys.argv[1])
sys.path[:0] = paths
sys.meta_path.insert(0, Blocked())
from inlay.__main__ import run
for command in commands:
    print("$", command, flush=True)
    print("=", run(command.split()), flush=True)
import inlay
footer = inlay.open("a.parquet")
metadata = footer.metadata.replace(created_by="base")
assert metadata.encode() != footer.thrift
"""
COMMANDS = """
inspect a.parquet
inspect a.parquet --format json
verify a.parquet
seal a.parquet
ext append a.parquet note --uuid 6f1e0a3c-1d6c-4f0e-9a53-0c6d3b4be001
ext list a.parquet
ext verify a.parquet
ext extract a.parquet --uuid 6f1e0a3c-1d6c-4f0e-9a53-0c6d3b4be001 -o out
ext strip a.parquet --uuid seal
ext strip a.parquet --uuid 6f1e0a3c-1d6c-4f0e-9a53-0c6d3b4be001
footer index add a.parquet
footer index show a.parquet
footer index strip a.parquet
footer add a.parquet
footer show a.parquet
layout a.parquet
layout a.parquet --format html -o page.html
footer promote a.parquet
footer finalize a.parquet
inspect a.parquet
verify a.parquet
footer revert a.parquet
encoding show a.parquet
recover cut.parquet -o whole.parquet
inspect parx.parquet
verify parx.parquet
footer show parx.parquet
"""


def test_metadata_is_read_and_changed_with_the_base_alone(tmp_path: Path) -> None:
    before = plain_file(tmp_path)
    (tmp_path / "a.parquet").write_bytes(before)
    (tmp_path / "cut.parquet").write_bytes(before[:-1])
    (tmp_path / "note").write_bytes(b"a note")
    convert_footer(
        str(tmp_path / "a.parquet"), "parx", target=Target(str(tmp_path / "parx.parquet"))
    )
    commands = COMMANDS.strip().splitlines()
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps([BASE, sys.path, commands])],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TERM": "dumb"},
    )
    assert done.returncode == 0, done.stderr
    codes = [line for line in done.stdout.splitlines() if line.startswith("= ")]
    assert codes == ["= 0"] * len(commands), done.stdout + done.stderr
    assert (tmp_path / "a.parquet").read_bytes() == before
    assert (tmp_path / "out").read_bytes() == b"a note"
    assert (tmp_path / "whole.parquet").read_bytes() == before
