"""What ALP and PFOR share: pages of vectors, packed integers in them, exceptions, and the samples that decide.

What is in Python is the specification of `page_frame.pxd`, which the native modules of both take in.
"""
