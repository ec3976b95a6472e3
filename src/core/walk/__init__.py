"""Kernels that walk: self-avoiding paths on a board, steered by a trie or counted."""
