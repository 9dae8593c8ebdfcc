"""What is put right where it is false, and never added: a module each, with its `CORRECTION`."""
