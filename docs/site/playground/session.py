"""What runs in the browser: the compiler, for one text after another. It is Python as everywhere, so tests run it here, too."""

from __future__ import annotations

import io
import json
import shlex
from contextlib import redirect_stderr
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path, PurePath
from typing import Final

from inlayc.base.settings import Settings, SettingsError
from inlayc.cli.begin import choose_first_package
from inlayc.cli.failures import report_failure
from inlayc.pipeline import compile_into
from inlayc.python.layouts import Layouts

OUTPUT: Final = "src"


@dataclass(frozen=True)
class Outcome:
    """`files` are the modules by their paths, none where the text has mistakes. `said` is what `inlayc generate` prints to the
    standard error."""

    files: dict[str, str]
    said: str
    command: str

    def to_json(self) -> str:
        return json.dumps(asdict(self))


def write_command(name: str) -> str:
    """How the command is called for the same, in a folder with the file."""
    package = _choose_package(name)
    return f"inlayc generate {shlex.quote(name)} --output {OUTPUT} --package {package}"


def _choose_package(name: str) -> str:
    return choose_first_package("", [name], "")


class Session:
    """Compiles in the current folder, as the command does. What has been laid out once is not laid out again."""

    def __init__(self) -> None:
        self._layouts = Layouts()

    def compile(self, name: str, text: str) -> Outcome:
        """`name` is that of the file, whose suffix says in which language `text` is. Nothing is raised: mistakes are said."""
        said = io.StringIO()
        try:
            files = self._compile(name, text, said)
        except Exception as error:
            with redirect_stderr(said):
                report_failure(error)
            files = {}
        return Outcome(files, said.getvalue(), write_command(name))

    def _compile(self, name: str, text: str, said: io.StringIO) -> dict[str, str]:
        path = Path(name)
        if not name or PurePath(name).name != name:
            raise SettingsError(
                f"{name!r} is not a name of a file: write one without a folder, such as events.thrift"
            )
        path.write_bytes(text.encode(errors="replace"))
        try:
            settings = Settings(
                Path(), sources=(name,), output=OUTPUT, package=_choose_package(name)
            )
            compiled = compile_into(Path(OUTPUT), settings, layouts=self._layouts)
        finally:
            path.unlink()
        if compiled.empty:
            said.write(f"note: nothing is defined in {name}\n")
        files = {path.as_posix(): code for path, code in compiled.files.items()}
        return {path: code for path, code in files.items() if path.endswith(".py")}

    def get_ready(self) -> None:
        """Imports black, which an example does not need: how it is laid out comes with it."""
        import_module("inlayc.python.format_processes")
