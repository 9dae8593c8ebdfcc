"""The models that datamodel-code-generator makes of a JSON Schema."""

from __future__ import annotations

import importlib.util
import itertools
import signal
import sys
from pathlib import Path
from types import ModuleType

LINE = (
    "datamodel-codegen --input-file-type jsonschema --input {} --output-model-type {} --output {}"
)
FOR_MSGSPEC = "--enum-field-as-literal all"
"""As docs/emitted-python.md has both."""

_numbers = itertools.count(1)


def make_models(json_schema: str, kind: str, folder: Path) -> ModuleType:
    """The models, imported, of a kind that `--output-model-type` names. Raises whatever their module raises."""
    source, path = folder / "idl.json", folder / "models.py"
    source.write_text(json_schema, encoding="utf-8")
    _command, *arguments = LINE.format(source, kind, path).split()
    if kind == "msgspec.Struct":
        arguments += FOR_MSGSPEC.split()
    code = _run([*arguments, "--formatters", "builtin", "--disable-warnings"])
    assert code == 0, f"datamodel-codegen ends with {code}"
    name = f"models_{next(_numbers)}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    models = importlib.util.module_from_spec(spec)
    sys.modules[name] = models
    spec.loader.exec_module(models)
    return models


def _run(arguments: list[str]) -> object:
    """In this process, whose Ctrl-C stays its own: their module takes it when it is imported."""
    before = signal.getsignal(signal.SIGINT)
    try:
        from datamodel_code_generator.__main__ import main

        return main(arguments)
    finally:
        signal.signal(signal.SIGINT, before)
