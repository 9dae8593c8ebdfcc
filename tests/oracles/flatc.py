"""Hold inlayc against flatc, over every .fbs file below a directory.

    python -m tests.oracles.flatc DIRECTORY [--verbose]

Each file is compiled by `flatc --schema -b` in a child process with a time limit, and by `inlayc.frontends.load`; the
binary schema that flatc writes is read here, slot by slot. Then Python is generated and imported. The table says for how many files the two agree.
Exit code 1: a defect, which is a file that one of the two refuses for a reason that docs/fbs_grammar.md does
not list, a model that differs, one that no Python comes of, or a crash.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from inlayc.base.diagnostics import CompileError
from inlayc.frontends.load import load
from tests.oracles.flatc_differences import LOOSER, STRICTER
from tests.oracles.flatc_model import their_model
from tests.oracles.generated import complaint
from tests.oracles.inlayc_model import our_model
from tests.oracles.reflection import Reflected
from tests.oracles.verdicts import Model, Verdict, main, of_models
from tests.support.programs import find_program

TIME_LIMIT = 30


def flatc(path: Path, roots: Sequence[Path]) -> Model | str:
    """What flatc says: the model in its binary schema, or its complaint."""
    with tempfile.TemporaryDirectory() as out:
        includes = [argument for root in roots for argument in ("-I", str(root))]
        options = ["--schema", "-b", "--bfbs-builtins", *includes, "-o", out]
        command = [find_program("flatc") or "flatc", *options, str(path.resolve())]
        try:
            done = subprocess.run(
                command, capture_output=True, check=False, timeout=TIME_LIMIT, cwd=out
            )
        except subprocess.TimeoutExpired:
            return "time limit"
        written = Path(out, f"{path.stem}.bfbs")
        if done.returncode != 0 or not written.exists():
            told = (done.stderr + done.stdout).decode(errors="replace")
            told = told.replace(str(path.resolve()), path.name)
            errors = [part.strip() for part in told.split("error:") if part.strip()]
            return errors[-1].partition("\n")[0] if errors else f"exit code {done.returncode}"
        return their_model(Reflected.root(written.read_bytes()))


def judge(path: Path, roots: Sequence[Path], theirs: Model | str) -> Verdict:
    """Compile a file with inlayc, and hold it against the model or complaint of flatc."""
    try:
        schema = load([path], roots)
    except CompileError as error:
        if isinstance(theirs, str):
            return Verdict("both refuse", error.diagnostics[0].code)
        codes = sorted({diagnostic.code for diagnostic in error.diagnostics})
        listed = all(code in STRICTER for code in codes)
        category = "stricter, as documented" if listed else "DEFECT: only we refuse"
        return Verdict(category, f"{', '.join(codes)}\n{error}")
    except Exception:  # any other exception is what this looks for
        return Verdict("DEFECT: crash", traceback.format_exc())
    if isinstance(theirs, str):
        for reason, pattern in LOOSER.items():
            if re.search(pattern, theirs):
                return Verdict("only they refuse, as documented", f"{reason}\n{theirs}")
        return Verdict("DEFECT: only they refuse", theirs)
    module = next(m for m in schema.modules if m.source.name == path.as_posix())
    verdict = of_models(theirs, our_model(schema, module), same)
    why = complaint(schema) if verdict.is_agreement else ""
    return Verdict("DEFECT: resolved, and not generated", why) if why else verdict


def same(left: object, right: object) -> bool:
    """Equality, but for `nan`, and for `rad(180)`, of which flatc keeps twelve digits."""
    match left, right:
        case float(), float():
            is_nan = math.isnan(left) and math.isnan(right)
            return is_nan or math.isclose(left, right, rel_tol=1e-11)
        case ((list() | tuple()), (list() | tuple())):
            pairs = zip(left, right, strict=False)
            return len(left) == len(right) and all(same(a, b) for a, b in pairs)
        case _:
            return left == right


if __name__ == "__main__":
    if find_program("flatc") is None:
        sys.exit("`flatc` is not installed (it is in the group `dev` of pyproject.toml)")
    sys.exit(main(__doc__, ".fbs", lambda path, roots: judge(path, roots, flatc(path, roots))))
