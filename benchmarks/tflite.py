"""How fast are FlatBuffers of TFLite's schema packed and read, against the object API that flatc generates?

The folder that INLAY_TFLITE names has `schema.fbs` of TFLite, and models. Nothing of theirs is in this repository.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from benchmarks.measure import Contender, Timing, measure
from benchmarks.start_up import script
from tests.support.programs import find_program

FOLDER: Final = "INLAY_TFLITE"
TITLE: Final = "## FlatBuffers of TFLite's schema"
METHOD: Final = (
    "The classes that `flatc --gen-object-api` generates pack and read models, as ours do with `eager=True`, which verifies them first. "
    "Their vectors are lists, as their annotations say, or arrays: where NumPy is there, reading makes views of the buffer, which "
    "looks at no value. Contenders take turns for {rounds} rounds, a collection before every sample, medians of processor time; "
    "ours are of {calls} calls in a row. Each has first read what the other packed, and nothing was lost."
)
WANTED: Final = "Wanted: packed 50 times as fast, read 20 times."
ABSENT: Final = f"Not measured: {{}} is absent. {FOLDER} has to name a folder with `schema.fbs` of TFLite, and with models."
ROUNDS, CALLS = 5, 20
PARTS: Final = 100
"""Tensors, operators and buffers of the model that is made."""
Model = Any
"""Of classes that are generated when this runs."""


def run() -> str:
    folder = os.environ.get(FOLDER)
    schema = Path(folder or "", "schema.fbs")
    compiler = find_program("flatc")
    if folder is None or not schema.exists() or compiler is None:
        missing = FOLDER if folder is None else "flatc" if compiler is None else schema.name
        return f"{TITLE}\n\n{ABSENT.format(missing)}"
    with tempfile.TemporaryDirectory() as made:
        ours = our_classes(schema, Path(made))
        arrays, lists = their_classes(compiler, schema, Path(made))
    models = {f"made, of {PARTS} operators": made_model(ours)}
    for path in sorted(schema.parent.glob("*.tflite")):
        models[path.stem] = ours.Model.decode(path.read_bytes(), eager=True)
    rows = [
        row
        for name, model in models.items()
        for row in rows_of(name, model, {"lists": lists, "arrays": arrays})
    ]
    head = (
        "| model | bytes | flatc's vectors are | pack, ms | by flatc | times | read, ms | by flatc | times |\n"
        "|---|---:|---|---:|---:|---:|---:|---:|---:|"
    )
    return "\n\n".join(
        [TITLE, METHOD.format(rounds=ROUNDS, calls=CALLS), WANTED, "\n".join([head, *rows])]
    )


def our_classes(schema: Path, folder: Path) -> Any:
    command = [sys.executable, script("inlayc"), "generate", "--output", str(folder)]
    subprocess.run(
        [*command, "--package", "tflite_of_inlay", str(schema)],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module("tflite_of_inlay.schema")
    finally:
        sys.path.remove(str(folder))


def their_classes(compiler: str, schema: Path, folder: Path) -> tuple[ModuleType, ModuleType]:
    """As they are where NumPy is installed, and where it is not: a generated module knows it as `np`, or has None there."""
    options = ["--python", "--gen-object-api", "--gen-onefile", "-o", str(folder)]
    subprocess.run([compiler, *options, str(schema)], check=True)
    generated = folder / "schema_generated.py"
    arrays, lists = load(generated, "tflite_of_arrays"), load(generated, "tflite_of_lists")
    assert arrays.np is not None
    vars(lists)["np"] = None
    return arrays, lists


def load(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows_of(name: str, model: Model, peers: Mapping[str, ModuleType]) -> list[str]:
    """A row for each form of flatc's vectors."""
    data = model.encode()
    packers: dict[str, Contender] = {"Inlay": repeated(model.encode)}
    readers: dict[str, Contender] = {
        "Inlay": repeated(lambda: type(model).decode(data, eager=True))
    }
    for form, module in peers.items():
        theirs = read_by(module, data)
        assert type(model).decode(pack_by(module, theirs), eager=True) == model
        packers[form] = partial(pack_by, module, theirs)
        readers[form] = partial(read_by, module, data)
    packing, reading = measured(packers), measured(readers)
    return [
        f"| {name} | {len(data):,} | {form} | {cells(packing, form)} | {cells(reading, form)} |"
        for form in peers
    ]


def read_by(module: Any, data: bytes) -> Any:
    return module.ModelT.InitFromPackedBuf(data, 0)


def pack_by(module: Any, model: Any) -> bytes:
    from flatbuffers import Builder

    builder = Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def repeated(contender: Contender) -> Contender:
    """What is so short that one call would measure cold caches."""

    def calls() -> None:
        for _ in range(CALLS):
            contender()

    return calls


def measured(contenders: dict[str, Contender]) -> dict[str, float]:
    """Milliseconds of one call."""
    timings: dict[str, Timing] = measure(contenders, ROUNDS, time.process_time)
    return {
        name: timing.median * 1e3 / (CALLS if name == "Inlay" else 1)
        for name, timing in timings.items()
    }


def cells(timings: Mapping[str, float], form: str) -> str:
    ours, theirs = timings["Inlay"], timings[form]
    return f"{ours:.3f} | {theirs:.1f} | {theirs / ours:,.0f}"


def made_model(tflite: Any) -> Model:
    """A network that is made by values: convolutions with weights of 64 bytes, and a scale for each of 16 channels."""
    channels = range(16)
    tensors = [
        tflite.Tensor(
            name=f"block_{number // 4}/conv_{number % 4}/weights",
            shape=[1, 3, 3, 16],
            type=tflite.TensorType.INT8,
            buffer=number,
            quantization=tflite.QuantizationParameters(
                scale=[(number + channel + 1) / 4096 for channel in channels],
                zero_point=[0 for _ in channels],
                quantized_dimension=3,
            ),
        )
        for number in range(PARTS)
    ]
    operators = [
        tflite.Operator(
            opcode_index=0,
            inputs=[number, (number + 1) % PARTS],
            outputs=[(number + 2) % PARTS],
            builtin_options=tflite.Conv2DOptions(stride_w=1, stride_h=1 + number % 2),
        )
        for number in range(PARTS)
    ]
    convolution = tflite.BuiltinOperator.CONV_2D
    return tflite.Model(
        version=3,
        operator_codes=[
            tflite.OperatorCode(
                deprecated_builtin_code=int(convolution), builtin_code=convolution, version=1
            )
        ],
        subgraphs=[
            tflite.SubGraph(
                name="main",
                tensors=tensors,
                inputs=[0],
                outputs=[PARTS - 1],
                operators=operators,
            )
        ],
        description="made by values",
        buffers=[tflite.Buffer(data=bytes(range(number, number + 64))) for number in range(PARTS)],
    )
