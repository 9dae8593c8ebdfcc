"""The footer of a file as a person or a program reads it."""
