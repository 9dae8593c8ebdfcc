"""IDLs of other projects: does the compiler take what theirs take, and do the classes work? `python -m tests.strangers FOLDER`."""
