"""What all of the compiler stands on: sources, diagnostics, settings."""
