"""`python -m docs.site OUT`: stages the pages in OUT-source, builds OUT, and ends with 1 if anything is amiss."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from docs.site.folders import ForeignFolderError, check_ours, empty_folder
from docs.site.llms import write_llms
from docs.site.outside import list_loads
from docs.site.playground.pyodide import AbsentError, require_pyodide
from docs.site.playground.write import write_playground
from docs.site.stage import stage


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m docs.site", description=__doc__)
    parser.add_argument(
        "out", metavar="OUT", type=Path, help="a new folder, or one of an earlier run"
    )
    out: Path = parser.parse_args(arguments).out
    source = out.with_name(f"{out.name}-source")
    try:
        check_ours(out)
        check_ours(source)
        require_pyodide()
        stage(source)
        empty_folder(out)
    except ForeignFolderError as error:
        print(error, file=sys.stderr)
        return 2
    except AbsentError as error:
        print(error, file=sys.stderr)
        return 1
    if not build(source, out):
        return 1
    write_llms(source, out)
    write_playground(out)
    loads = list(list_loads(out))
    for path, address in loads:
        print(f"{path} loads {address}: a page needs nothing from other hosts", file=sys.stderr)
    print(f"{out}/index.html")
    return 1 if loads else 0


def build(source: Path, out: Path) -> bool:
    """Whether Sphinx had nothing to say: a warning, for a link to nothing for one, is an error."""
    strict = ["--builder", "html", "--fail-on-warning", "--quiet", "--fresh-env", "--jobs", "auto"]
    command = [sys.executable, "-m", "sphinx", *strict, "--conf-dir", str(Path(__file__).parent)]
    return subprocess.run([*command, str(source), str(out)], check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
