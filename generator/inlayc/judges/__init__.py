"""What is said of IDLs without compiling them: differences, what breaks readers, lint, layout."""
