"""The exit codes of `inlayc`."""

USAGE = 2
INVALID_INPUT = 3
IO = 6
INTERNAL = 70
INTERRUPTED = 130
