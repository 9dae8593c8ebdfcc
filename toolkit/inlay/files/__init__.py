"""Where bytes come from and go to: paths, URLs, memory, random access."""
