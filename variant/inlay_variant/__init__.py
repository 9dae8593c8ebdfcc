"""Variant as a data type: values, the Arrow type, kernels. It knows no Parquet; users import `inlay.variant` (`docs/variant.md`)."""
