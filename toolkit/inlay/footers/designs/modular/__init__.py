"""The modular footer: a root, and modules of arrays."""
