"""The JSON Schema of an IDL: valid, true of what `to_json` writes, and good for models of Pydantic, which read the same."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import pydantic
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, best_match

from inlayc.base.settings import Settings
from inlayc.model.schema import Schema
from inlayc.python.json_schema import make_json_schema
from tests.support.datamodels import make_models

PYDANTIC: Final = "pydantic_v2.BaseModel"


class Documents(NamedTuple):
    """How many documents are valid and are read by a model, and what is wrong."""

    read: int
    faults: tuple[str, ...]


def through_json_schema(
    schema: Schema,
    settings: Settings,
    module: str,
    classes: Sequence[Any],
    values_of: Callable[[Any], Iterable[Any]],
) -> Documents:
    """Documents of all classes of a module, so many of each as `values_of` gives values."""
    document = json.loads(make_json_schema(schema, settings))
    if not classes:
        return Documents(0, ())
    try:
        Draft202012Validator.check_schema(document)
    except SchemaError as error:
        return Documents(0, (f"JSON Schema: {error.message}",))
    names = {cls: _definition(document, module, cls.SCHEMA.name) for cls in classes}
    try:
        models = _models(document, names.values())
    except Exception as error:  # of any kind: the document is valid
        return Documents(0, (f"models: {type(error).__name__}: {error}",))
    read, faults = 0, []
    for cls, name in names.items():
        validator = Draft202012Validator({**document, "$ref": f"#/$defs/{name}"})
        for value in values_of(cls):
            problem = _problem(value.to_json(), cls, validator, models[name])
            if problem:
                faults.append(f"{name}: {problem}")
                break
            read += 1
    return Documents(read, tuple(faults))


def _definition(document: dict[str, Any], module: str, name: str) -> str:
    """A name that two modules have stands with its module before it."""
    return name if name in document["$defs"] else f"{module}_{name}"


def _models(document: dict[str, Any], names: Iterable[str]) -> dict[str, pydantic.TypeAdapter[Any]]:
    """The model of each definition: that of a key of an object which has all.

    Names of models are datamodel-code-generator's choice (`rpc_address` becomes RpcAddress, or RpcAddress1).
    """
    if "$ref" in document:
        _make(document)
    keys = {f"definition_{number}": name for number, name in enumerate(names)}
    properties = {key: {"$ref": f"#/$defs/{name}"} for key, name in keys.items()}
    whole = {key: value for key, value in document.items() if key != "$ref"}
    models = _make({**whole, "type": "object", "properties": properties})
    (everything,) = (
        each
        for each in vars(models).values()
        if isinstance(each, type)
        and issubclass(each, pydantic.BaseModel)
        and keys.keys() <= each.model_fields.keys()
    )
    fields: dict[str, Any] = everything.model_fields
    return {name: pydantic.TypeAdapter(fields[key].annotation) for key, name in keys.items()}


def _make(document: dict[str, Any]) -> ModuleType:
    with tempfile.TemporaryDirectory() as folder:
        return make_models(json.dumps(document), PYDANTIC, Path(folder))


def _problem(
    text: str, cls: Any, validator: Draft202012Validator, model: pydantic.TypeAdapter[Any]
) -> str:
    """What is wrong with a document, or nothing."""
    if cls.from_json(text).to_json() != text:
        return f"does not come back from JSON: {text}"
    error = best_match(validator.iter_errors(json.loads(text)))
    if error is not None:
        return f"{error.json_path}: {error.message[:500]}"
    try:
        again = model.dump_json(model.validate_json(text), by_alias=True, exclude_unset=True)
    except pydantic.ValidationError as error:
        return f"is not read by its model: {error}"
    return (
        "" if json.loads(again) == json.loads(text) else f"{text}\nis to its model {again.decode()}"
    )
