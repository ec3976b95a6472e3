"""Kernels that search: states in 64-bit words, successors, visited set, frontier."""
