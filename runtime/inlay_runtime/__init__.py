"""What generated code stands on: wire protocols, limits, errors, extensions. It knows no IDL."""
