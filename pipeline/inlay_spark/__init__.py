"""What `inlay` does to one file, for a lake of them, on Spark."""
