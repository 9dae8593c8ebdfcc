"""The fuzz targets: inputs that broke a law once, and a sample of each target."""
