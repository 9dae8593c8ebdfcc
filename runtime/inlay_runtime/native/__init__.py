"""The native core: what the pure-Python code does, in Cython. `docs/native.md` has the rules."""
