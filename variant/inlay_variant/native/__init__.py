"""The kernels in Cython: what `inlay_variant.arrow.pure` says, on Arrow's buffers."""
