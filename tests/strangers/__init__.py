"""IDLs of other projects: does the compiler accept what theirs accept, and do the classes work? `python -m tests.strangers FOLDER`."""
