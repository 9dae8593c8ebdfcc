"""Encrypted files by Spark, which asks for keys by classes of Java: small ones are compiled, as users of a key service have them."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.support.programs import find_program

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

SOURCES: Final = ("LocalKms", "LocalKey")
FACTORY: Final = "parquet.crypto.factory.class"
_JARS: Final = ("parquet-hadoop", "parquet-common", "hadoop-client-api")


def add_classes(spark: SparkSession, folder: Path) -> None:
    """Spark knows the classes of this package; what is compiled lies in the folder."""
    import pyspark

    jars = Path(pyspark.__file__).parent / "jars"
    needed = os.pathsep.join(str(jar) for name in _JARS for jar in jars.glob(f"{name}-*.jar"))
    sources = [str(Path(__file__).with_name(f"{name}.java")) for name in SOURCES]
    compiler = find_program("javac")
    assert compiler is not None
    command = [compiler, "--release", "17", "-cp", needed, "-d", str(folder), *sources]
    subprocess.run(command, check=True, timeout=120, capture_output=True)
    with zipfile.ZipFile(folder / "local.jar", "w") as jar:
        for name in SOURCES:
            jar.write(folder / "local" / f"{name}.class", f"local/{name}.class")
    jvm: Any = spark._jvm
    loader = jvm.java.lang.Thread.currentThread().getContextClassLoader()
    while "MutableURLClassLoader" in loader.getParent().getClass().getName():
        loader = loader.getParent()
    # Not `ADD JAR`: only the thread that runs it is sure to find the classes, and Python has several.
    loader.addURL(jvm.java.io.File(str(folder / "local.jar")).toURI().toURL())


def options_of(masters: Mapping[str, bytes], **others: str) -> dict[str, str]:
    """Of a reader or writer with these master keys. The token is what parquet-java remembers clients by."""
    keys = {name: _encode(key) for name, key in masters.items()}
    encryption = {
        "kms.client.class": "local.LocalKms",
        "key.access.token": str(sorted(keys.items())),
        **others,
    }
    return {
        FACTORY: "org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory",
        "local.master.keys": ",".join(f"{name}:{key}" for name, key in keys.items()),
        **{f"parquet.encryption.{name}": value for name, value in encryption.items()},
    }


def options_of_key(key: bytes) -> dict[str, str]:
    """Of a reader with the key itself."""
    return {FACTORY: "local.LocalKey", "local.key": _encode(key)}


def _encode(key: bytes) -> str:
    return base64.b64encode(key).decode()


def write_by_spark(rows: DataFrame, path: Path, options: Mapping[str, str]) -> None:
    """One file."""
    folder = path.with_name(f"{path.name}-folder")
    rows.coalesce(1).write.options(**options).parquet(str(folder))
    [part] = folder.glob("part-*")
    part.replace(path)
    shutil.rmtree(folder)
