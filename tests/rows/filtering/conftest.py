"""Both implementations, as for Variants: filters ask for leaves of Variants, too."""

from tests.variant.conftest import both, no_configuration

__all__ = ["both", "no_configuration"]
