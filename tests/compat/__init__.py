"""What readers of many versions make of evidence files, for `inlay compat`: docs/compat.md.

python -m tests.compat                     every reader in every version, into toolkit/inlay/verbs/compat/evidence/
python -m tests.compat --readers pyarrow    this one alone
python -m tests.compat --judge             how often the rules of one half of the files are right on the other half
"""
