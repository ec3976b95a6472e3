"""Benchmark results in, HTML and Markdown with plots out."""
