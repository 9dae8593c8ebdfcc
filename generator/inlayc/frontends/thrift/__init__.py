"""The Thrift frontend: text to syntax nodes, knowing nothing but the text."""
