"""The part of xdist that the tests use."""
