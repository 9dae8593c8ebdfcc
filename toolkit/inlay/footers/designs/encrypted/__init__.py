"""A footer that only a key opens."""
