"""Search boards larger than memory, row by row."""
