"""Footers and rewrites that were damaged or cut off: found, proposed, brought back."""
