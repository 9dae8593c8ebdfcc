"""The documentation as a site: `make docs`, or `python -m docs.site OUT` (`docs/site.md`)."""
