"""What every job over a lake has, whatever it does to files: a directory, a lock, work items, numbered tasks, progress."""
