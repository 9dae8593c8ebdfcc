"""The engine that moves pages, and second encodings of columns."""
