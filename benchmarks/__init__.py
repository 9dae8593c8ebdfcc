"""Benchmarks: one file per question, each prints one table of ratios measured in one run."""
