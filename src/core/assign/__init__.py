"""Kernels that assign: candidates as bits, propagation, backtracking, learning from conflicts."""
