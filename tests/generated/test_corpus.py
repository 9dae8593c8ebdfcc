"""Real files: every footer, index and page header is read and written back byte for byte."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from inlay_runtime.errors import DecodeError, NotDecodedError
from inlay_runtime.shown import whole
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import FileCryptoMetaData, FileMetaData
from tests.generated.parquet_files import (
    NoFooterError,
    Part,
    footer,
    indexes,
    page_headers,
    parquet_paths,
    parts,
)
from tests.runtime.outcomes import check_error, decoded
from tests.support.effort import costs_at_most

COUNTS = {
    "FileMetaData": 107,
    "FileCryptoMetaData": 8,
    "ColumnIndex": 432,
    "OffsetIndex": 542,
    "PageHeader": 1119,
}
"""How many structs of each class the checked-out part of the corpus held when this was written."""


@pytest.fixture(scope="module")
def corpus(parquet_testing: Path) -> dict[str, list[Part]]:
    """The structs of every file, by the file's name below the corpus; of bad files, the footer."""
    found: dict[str, list[Part]] = {}
    for path in parquet_paths(parquet_testing):
        data = path.read_bytes()
        is_bad = path.parent.name == "bad_data"
        name = str(path.relative_to(parquet_testing))
        found[name] = [footer(data), *([] if is_bad else [*indexes(data), *page_headers(data)])]
    return found


def failure_of(data: bytes) -> DecodeError | NoFooterError | None:
    """Why not all structs of a file can be read; those that can are stable when written."""
    try:
        for part in parts(data):
            written = part.cls.decode(part.data).encode()
            assert part.cls.decode(written).encode() == written
    except (DecodeError, NoFooterError) as error:
        return error
    return None


def test_every_struct_decodes_and_encodes_to_its_bytes(
    corpus: dict[str, list[Part]], capsys: pytest.CaptureFixture[str]
) -> None:
    counts: Counter[str] = Counter()
    for name, its_parts in corpus.items():
        for part in its_parts:
            value = part.cls.decode(part.data)
            assert value.encode() == part.data, f"{name}: {part.name}"
            counts[part.cls.__name__] += 1
    with capsys.disabled():
        found = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
        print(f"\n  {len(corpus)} files: {found}")
    assert counts["FileMetaData"] + counts["FileCryptoMetaData"] == len(corpus)
    assert all(counts[name] >= 0.9 * count for name, count in COUNTS.items())


def test_bad_files_are_values_or_errors(parquet_testing: Path) -> None:
    for path in parquet_paths(parquet_testing / "bad_data"):
        failure = failure_of(path.read_bytes())
        assert failure is None or isinstance(failure, DecodeError)


def test_lazy_masked_copied_and_pickled_footers_are_the_same(
    corpus: dict[str, list[Part]],
) -> None:
    for its_parts in corpus.values():
        part = its_parts[0]
        value = part.cls.decode(part.data, eager=True)
        everything = [*(field.name for field in part.cls.SCHEMA.fields), "extension"]
        for other in (
            part.cls.decode(part.data),
            part.cls.decode(part.data, fields=everything),
            part.cls.decode(memoryview(part.data)),
            copy.deepcopy(value),
            pickle.loads(pickle.dumps(value)),
            value.replace(),
        ):
            assert other.encode() == part.data
            assert other == value
            other.remainder = value.remainder  # a mask that leaves nothing out has an empty one
            assert whole(other) == whole(value)


def test_masks_on_real_footers(corpus: dict[str, list[Part]]) -> None:
    paths = ["num_rows", "row_groups[0].columns[0].meta_data.codec", "schema.name"]
    for its_parts in corpus.values():
        if its_parts[0].cls is not FileMetaData:
            continue
        data = its_parts[0].data
        value, masked = FileMetaData.decode(data), FileMetaData.decode(data, fields=paths)
        assert masked.num_rows == value.num_rows
        assert [s.name for s in masked.schema] == [s.name for s in value.schema]
        if value.row_groups and (metadata := value.row_groups[0].columns[0].meta_data):
            part = masked.row_groups[0].columns[0].meta_data
            assert part is not None
            assert part.codec == metadata.codec
            with pytest.raises(NotDecodedError):
                _ = part.num_values


def test_the_signature_of_a_signed_footer_is_kept(parquet_testing: Path) -> None:
    path = parquet_testing / "data" / "encrypt_columns_plaintext_footer.parquet.encrypted"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    part = footer(path.read_bytes())
    value = FileMetaData.decode(part.data)
    assert value.remainder is not None
    assert len(value.remainder.trailing) == 28
    assert value.encode() == part.data


def test_what_is_behind_the_crypto_metadata_is_kept(corpus: dict[str, list[Part]]) -> None:
    found = 0
    for its_parts in corpus.values():
        part = its_parts[0]
        if part.cls is FileCryptoMetaData:
            value = FileCryptoMetaData.decode(part.data)
            assert value.remainder is not None
            assert value.remainder.trailing
            found += 1
    assert found


def test_the_unknown_logical_type_is_kept(parquet_testing: Path) -> None:
    path = parquet_testing / "data" / "unknown-logical-type.parquet"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    schema = FileMetaData.decode(footer(path.read_bytes()).data).schema
    unknown = [e.logicalType for e in schema if isinstance(e.logicalType, UnknownVariant)]
    assert [variant.field_id for variant in unknown] == [2555]


# Inputs that were made to break readers


def test_fuzzed_files_are_values_or_errors_and_fast(
    arrow_fuzzing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes: Counter[str] = Counter()
    for path in sorted(arrow_fuzzing.iterdir()):
        data = path.read_bytes()
        failure = failure_of(data)
        if isinstance(failure, DecodeError):
            check_error(failure, len(data))
        outcomes["value" if failure is None else type(failure).__name__] += 1
        assert costs_at_most(5_000, partial(failure_of, data)), path.name
    assert sum(outcomes.values()) > 50
    with capsys.disabled():
        found = ", ".join(f"{count} {name}" for name, count in outcomes.most_common())
        print(f"\n  {sum(outcomes.values())} fuzzed files: {found}")


def test_every_fuzzed_footer_is_a_value_or_an_error(arrow_fuzzing: Path) -> None:
    """Whatever the last eight bytes say, the bytes are tried from every 16th of the first offsets."""
    tried = 0
    for path in sorted(arrow_fuzzing.iterdir()):
        data = path.read_bytes()[-4096:]
        for at in range(0, min(len(data), 256), 16):
            tried += 1
            value = decoded(FileMetaData, data[at:])
            if isinstance(value, DecodeError):
                check_error(value, len(data) - at)
    assert tried > 800
