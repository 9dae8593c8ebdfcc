"""The command `inlayc`: its commands, options, words and exit codes."""
