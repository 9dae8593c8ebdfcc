"""The pages of a column chunk as they lie in a file: headers and places; nothing is decoded."""
