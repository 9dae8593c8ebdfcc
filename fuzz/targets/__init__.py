"""The targets: one parser, one law, one file each."""
