"""docs/a_new_footer.md makes a design from nothing, and every law holds for it without more work."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from inlay.footers.footer import Form
from tests.docs.pages import ROOT
from tests.footers.designs.beside import opened
from tests.footers.designs.files import nested_file

PAGE = (ROOT / "docs" / "a_new_footer.md").read_text(encoding="utf-8")
SAVED = re.compile(r"Save this as `([\w.]+)`.*?^```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
MOST_LINES = 150


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package of the page is, with its entry point."""
    folder = tmp_path_factory.mktemp("strips")
    for name, text in SAVED.findall(PAGE):
        (folder / name).write_text(text, encoding="utf-8")
    run([sys.executable, "-m", "inlayc", "generate"], folder)
    site = folder / "site"
    pip = ["pip", "install", "-qq", "--no-deps", "--no-build-isolation", "--target", str(site)]
    run([sys.executable, "-m", *pip, "."], folder)
    (folder / "config.toml").rename(site / "config.toml")
    return site


def run(command: Sequence[str], folder: Path, **variables: str) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def in_use(installed: Path) -> dict[str, str]:
    """The variables by which it is installed, and said to be used."""
    return {"PYTHONPATH": str(installed), "INLAY_CONFIG": str(installed / "config.toml")}


def test_it_is_one_idl_and_one_file_that_is_short() -> None:
    files = dict(SAVED.findall(PAGE))
    assert list(files) == ["strips.thrift", "pyproject.toml", "strips_design.py", "config.toml"]
    code = files["strips_design.py"].splitlines()
    assert len(code) <= MOST_LINES


def test_it_is_compared(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "prices.parquet").write_bytes(nested_file())
    command = ["footer", "compare", "prices.parquet", "--design", "thrift", "--design", "strips"]
    printed = run(
        [sys.executable, "-m", "inlay", *command, "--format", "json"],
        tmp_path,
        PYTHONPATH=str(installed),
    )
    designs = {design["name"]: design for design in json.loads(printed)["files"][0]["designs"]}
    strips = designs["strips"]
    assert (strips["different"], strips["loses"], strips["refuses"]) == ([], [], None)
    assert len(strips["questions"]) == len(designs["thrift"]["questions"])


def test_it_is_put_into_a_file(installed: Path, tmp_path: Path) -> None:
    """Read back by whoever has it, and left alone by whoever has not."""
    path, before = tmp_path / "prices.parquet", nested_file()
    path.write_bytes(before)

    def call(*arguments: str) -> str:
        command = [sys.executable, "-m", "inlay", *arguments, path.name]
        return run(command, tmp_path, **in_use(installed))

    assert "added a strips footer" in call("footer", "add", "--design", "strips")
    assert "footer in the design strips" in call("footer", "show")
    assert "0 findings" in call("verify")
    placed = "import inlay; footer = inlay.open('prices.parquet'); print(footer.place(['id'])[2], footer.cost.bytes)"
    asked = run([sys.executable, "-c", placed], tmp_path, **in_use(installed))
    walked = run([sys.executable, "-c", placed], tmp_path, PYTHONPATH=str(installed))
    unknown = opened(path.read_bytes())
    assert unknown.form is Form.DUAL
    assert str(unknown.place(["id"])[2]) in asked
    thrift = len(unknown.end.plain_thrift(unknown))
    assert int(asked.split()[-1]) < thrift < unknown.cost.bytes
    # Installed alone is not in use.
    assert int(walked.split()[-1]) == unknown.cost.bytes
    assert pq.read_table(path).equals(pq.read_table(io.BytesIO(before)))
    call("footer", "revert")
    assert path.read_bytes() == before


def test_every_law_holds_for_it(installed: Path) -> None:
    laws = ["tests/footers/designs", "tests/verbs/compare", "-k", "strips"]
    printed = run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *laws],
        ROOT,
        **in_use(installed),
    )
    passed = re.search(r"(\d+) passed", printed)
    assert passed is not None
    assert int(passed[1]) >= 8
