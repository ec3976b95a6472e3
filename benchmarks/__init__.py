"""Benchmarks: cases, how they are measured, and the signature of the searches."""
