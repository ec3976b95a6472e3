"""Measure how words and points are distributed over random boards."""
