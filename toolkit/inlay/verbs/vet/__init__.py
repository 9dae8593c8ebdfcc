"""What readers make of a file: each runs in a child process with limits, and their values are compared. docs/vet.md has the design."""
