"""A page about one file of pytest-benchmark, or about the changes between two."""
