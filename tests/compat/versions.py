"""Which readers are asked, in which versions, and what has to lie beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Installed:
    """`packages` are those of one version, `{}` in them the version. `kind` is `pip`, `npm`, or `source`: a package of Python without a
    wheel, and with nothing to build."""

    versions: tuple[str, ...]
    packages: tuple[str, ...]
    kind: str = "pip"
    split: tuple[str, ...] = ()
    """Versions whose native part is a package of its own, the last of `packages`."""

    def packages_of(self, version: str) -> tuple[str, ...]:
        return self.packages if not self.split or version in self.split else self.packages[:-1]


READERS: Final[dict[str, Installed]] = {
    "pyarrow": Installed(
        ("17.0.0", "19.0.1", "20.0.0", "21.0.0", "22.0.0", "24.0.0", "26.0.1"), ("pyarrow=={}",)
    ),
    "duckdb": Installed(
        ("0.10.3", "1.0.0", "1.2.2", "1.3.2", "1.4.5", "1.5.6", "2.0.1"), ("duckdb=={}",)
    ),
    "polars": Installed(
        ("1.6.0", "1.20.0", "1.31.0", "1.37.1", "1.44.2", "2.1.0"),
        ("polars=={}", "polars-runtime-32=={}"),
        split=("1.37.1", "1.44.2", "2.1.0"),
    ),
    "datafusion": Installed(
        ("43.1.0", "47.0.0", "50.1.0", "53.0.0", "55.0.0"), ("datafusion=={}",)
    ),
    "fastparquet": Installed(
        ("2024.11.0", "2025.12.0", "2026.3.0", "2026.9.0"), ("fastparquet=={}",)
    ),
    "clickhouse": Installed(("2.0.4", "3.1.2", "3.7.2"), ("chdb=={}",)),
    "daft": Installed(("0.5.22", "0.6.14", "0.7.10"), ("daft=={}",)),
    "arro3": Installed(("0.5.1", "0.6.5", "0.8.2", "0.9.1"), ("arro3-io=={}", "arro3-core=={}")),
    "hyparquet": Installed(
        ("1.17.0", "1.24.1", "1.33.0"),
        ("hyparquet@{}", "hyparquet-compressors@1.1.1"),
        "npm",
    ),
    "parquet-wasm": Installed(("0.6.1", "0.7.2", "0.8.0"), ("parquet-wasm@{}",), "npm"),
    "parquetjs": Installed(("1.3.4", "1.6.2", "1.8.9"), ("@dsnp/parquetjs@{}",), "npm"),
    "spark": Installed(("3.4.4", "3.5.9", "4.0.5", "4.3.0"), ("pyspark=={}",), "source"),
}
