"""One Variant: its bytes, its tree, JSON, Python, paths. Nothing here imports pyarrow."""
