"""The unions that say how a file and its columns are encrypted."""

from __future__ import annotations

from inlay.conversion import unrecognized
from inlay.conversion.carried import carry, restore
from inlay.conversion.errors import ConversionError
from inlay_runtime.union import UnknownVariant
from parquet_format import footer, parquet


def algorithm_to_flat(value: parquet.EncryptionAlgorithm) -> footer.EncryptionAlgorithm:
    match value:
        case parquet.AesGcmV1():
            gcm = footer.AesGcmV1(
                aad_prefix=value.aad_prefix,
                aad_file_unique=value.aad_file_unique,
                supply_aad_prefix=bool(value.supply_aad_prefix),
                explicit_supply_aad_prefix=value.supply_aad_prefix is False,
            )
            return carry(value, gcm)
        case parquet.AesGcmCtrV1():
            ctr = footer.AesGcmCtrV1(
                aad_prefix=value.aad_prefix,
                aad_file_unique=value.aad_file_unique,
                supply_aad_prefix=bool(value.supply_aad_prefix),
                explicit_supply_aad_prefix=value.supply_aad_prefix is False,
            )
            return carry(value, ctr)
        case UnknownVariant():
            return unrecognized.from_variant(value)


def algorithm_to_thrift(value: footer.EncryptionAlgorithm) -> parquet.EncryptionAlgorithm:
    match value:
        case footer.AesGcmV1():
            gcm = parquet.AesGcmV1(
                aad_prefix=value.aad_prefix,
                aad_file_unique=value.aad_file_unique,
                supply_aad_prefix=_supply_aad_prefix(value),
            )
            return restore(value, gcm)
        case footer.AesGcmCtrV1():
            ctr = parquet.AesGcmCtrV1(
                aad_prefix=value.aad_prefix,
                aad_file_unique=value.aad_file_unique,
                supply_aad_prefix=_supply_aad_prefix(value),
            )
            return restore(value, ctr)
        case footer.Unrecognized():
            return unrecognized.to_variant(value)
        case UnknownVariant():
            reason = f"member {value.field_id} is of a newer schema"
            raise ConversionError(reason, "encryption_algorithm")


def _supply_aad_prefix(value: footer.AesGcmV1 | footer.AesGcmCtrV1) -> bool | None:
    return value.supply_aad_prefix if _has_supply_aad_prefix(value) else None


def _has_supply_aad_prefix(value: footer.AesGcmV1 | footer.AesGcmCtrV1) -> bool:
    return value.supply_aad_prefix or value.explicit_supply_aad_prefix


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
            return unrecognized.to_variant(value)
        case UnknownVariant():
            reason = f"member {value.field_id} is of a newer schema"
            raise ConversionError(reason, "crypto_metadata")
