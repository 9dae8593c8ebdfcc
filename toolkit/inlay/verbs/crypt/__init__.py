"""Encrypted files: every module checked, and their keys handed over to other master keys."""
