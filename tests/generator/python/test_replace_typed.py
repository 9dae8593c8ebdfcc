"""What type checkers say of `replace`: nothing of what the runtime does, and an error for everything else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden"
PATHS = [str(ROOT / name) for name in ("runtime", "generated", "typings")]
PATHS += [str(GOLDEN / "emitted"), str(GOLDEN / "emitted_flat")]

BEGINNING = """\
import defaults
import extension_alias
import fixed
from inlay_runtime.extension import Extension
from parquet_format import footer, parquet

def changed(
    key: parquet.KeyValue,
    empty: parquet.StringType,
    absent: defaults.Defaults,
    alias: extension_alias.ColumnMetaData,
    table: footer.KeyValue,
    point: fixed.Point,
    text: str | None,
) -> None:
"""
ALLOWED = [
    "key.replace()",
    "key.replace(key='k', value=None)",
    "key.replace(value=text, extension=Extension(b''))",
    "key.replace(key='k').replace(key='l').key.upper()",
    "empty.replace()",
    "absent.replace(compressed=None, name=None)",
    "alias.replace(vendor_extension=b'')",
    "table.replace(key='k', val=None)",
    "point.replace(x=1)",
]
REFUSED = [
    "key.replace(kye='k')",
    "key.replace(key=3)",
    "key.replace(key=None)",
    "key.replace(key=text)",
    "key.replace('k')",
    "key.replace(extension=b'')",
    "key.replace(key='k').kye",
    "empty.replace(extension=None)",
    "absent.replace(compressed='yes')",
    "alias.replace(vendor_extension='')",
    "table.replace(kye='k')",
    "table.replace(key=1)",
    "point.replace(w=1)",
    "point.replace(x='1')",
]


def lines_with_errors(output: str) -> set[int]:
    return {int(line) for line in re.findall(r"cases\.py:(\d+):(?:\d+ -)? error", output)}


@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_a_wrong_name_or_type_is_an_error_of_the_type_checker(checker: str, tmp_path: Path) -> None:
    cases = tmp_path / "cases.py"
    cases.write_text(BEGINNING + "".join(f"    {line}\n" for line in (*ALLOWED, *REFUSED)))
    settings = {"extraPaths": PATHS, "stubPath": PATHS[2], "reportUnusedExpression": False}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"include": ["cases.py"], **settings}))
    options = {
        "mypy": ["--strict", "--config-file", "", str(cases)],
        "basedpyright": ["-p", str(tmp_path), "--level", "error"],
    }
    done = subprocess.run(
        [sys.executable, "-m", checker, *options[checker]],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": os.pathsep.join(PATHS)},
        capture_output=True,
        text=True,
        check=False,
    )
    first = BEGINNING.count("\n") + len(ALLOWED) + 1
    expected = {first + at for at in range(len(REFUSED))}
    assert lines_with_errors(done.stdout) == expected, done.stdout
