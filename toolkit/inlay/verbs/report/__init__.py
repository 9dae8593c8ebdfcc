"""The usual questions about many files, their answers, and the page that shows them. `docs/report.md`."""
