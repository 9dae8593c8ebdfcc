"""The rules of `inlay geo check`, by what they are about. A module names its own in RULES."""
