"""Changes of an input that keep most of its shape."""
