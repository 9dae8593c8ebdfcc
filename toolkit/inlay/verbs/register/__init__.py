"""Files as a table format registers them: one sound record of each, from its footer alone. `docs/registering.md`."""

from inlay.verbs.register.register import Registration, register

__all__ = ["Registration", "register"]
