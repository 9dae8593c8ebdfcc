"""Which readers read a file with another form of footer, or with an extension somewhere in it.

    python -m tests.readers      measures everything and writes docs/reader_matrix.md

Every reader runs in a child process with a time limit, for a reader may crash or hang: that is a finding.
What it has to read is a file that it read before, and the values are compared, not just the opening.
"""
