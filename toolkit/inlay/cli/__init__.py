"""The command `inlay`: what it reads from people, and what it prints."""
