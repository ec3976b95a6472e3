"""Compiled kernels: they know arrays and numbers, never text, files or printing."""
