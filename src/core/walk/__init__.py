"""Kernels that walk: paths on a board, steered by a trie or counted, and lines of cells that spell words."""
