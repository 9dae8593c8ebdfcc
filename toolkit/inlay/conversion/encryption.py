"""The unions that say how a file and its columns are encrypted."""

from __future__ import annotations

from typing import Final, TypeVar

from inlay.conversion import unrecognized
from inlay.conversion.carried import carry, restore
from inlay.conversion.errors import ConversionError
from inlay.conversion.pairs import Pair, same
from inlay_runtime.union import UnknownVariant
from parquet_format import footer, parquet

F = TypeVar("F", footer.AesGcmV1, footer.AesGcmCtrV1)
T = TypeVar("T", parquet.AesGcmV1, parquet.AesGcmCtrV1)

_AAD: Final = same("aad_prefix", "aad_file_unique")
_GCM: Final = Pair(parquet.AesGcmV1, footer.AesGcmV1, _AAD)
_CTR: Final = Pair(parquet.AesGcmCtrV1, footer.AesGcmCtrV1, _AAD)


def algorithm_to_flat(value: parquet.EncryptionAlgorithm) -> footer.EncryptionAlgorithm:
    match value:
        case parquet.AesGcmV1():
            return _flag_to_flat(value, _GCM.to_flat(value))
        case parquet.AesGcmCtrV1():
            return _flag_to_flat(value, _CTR.to_flat(value))
        case UnknownVariant():
            return unrecognized.from_variant(value)


def algorithm_to_thrift(value: footer.EncryptionAlgorithm) -> parquet.EncryptionAlgorithm:
    match value:
        case footer.AesGcmV1():
            return _flag_to_thrift(value, _GCM.to_thrift(value))
        case footer.AesGcmCtrV1():
            return _flag_to_thrift(value, _CTR.to_thrift(value))
        case footer.Unrecognized():
            return unrecognized.to_variant(value, parquet.ENCRYPTION_ALGORITHM)
        case UnknownVariant():
            reason = f"member {value.field_id} is of a newer schema"
            raise ConversionError(reason, "encryption_algorithm")


def _flag_to_flat(thrift: parquet.AesGcmV1 | parquet.AesGcmCtrV1, flat: F) -> F:
    flat.supply_aad_prefix = bool(thrift.supply_aad_prefix)
    flat.explicit_supply_aad_prefix = thrift.supply_aad_prefix is False
    return flat


def _flag_to_thrift(flat: footer.AesGcmV1 | footer.AesGcmCtrV1, thrift: T) -> T:
    if flat.supply_aad_prefix or flat.explicit_supply_aad_prefix:
        thrift.supply_aad_prefix = flat.supply_aad_prefix
    return thrift


def column_crypto_to_flat(value: parquet.ColumnCryptoMetaData) -> footer.ColumnCryptoMetadata:
    match value:
        case parquet.EncryptionWithFooterKey():
            return carry(value, footer.Empty())
        case parquet.EncryptionWithColumnKey():
            column_key = footer.EncryptionWithColumnKey(
                path_in_schema=value.path_in_schema, key_metadata=value.key_metadata
            )
            return carry(value, column_key)
        case UnknownVariant():
            return unrecognized.from_variant(value)


def column_crypto_to_thrift(value: footer.ColumnCryptoMetadata) -> parquet.ColumnCryptoMetaData:
    match value:
        case footer.Empty():
            return restore(value, parquet.EncryptionWithFooterKey())
        case footer.EncryptionWithColumnKey():
            column_key = parquet.EncryptionWithColumnKey(
                path_in_schema=value.path_in_schema or [], key_metadata=value.key_metadata
            )
            return restore(value, column_key)
        case footer.Unrecognized():
            return unrecognized.to_variant(value, parquet.COLUMN_CRYPTO_META_DATA)
        case UnknownVariant():
            reason = f"member {value.field_id} is of a newer schema"
            raise ConversionError(reason, "crypto_metadata")
