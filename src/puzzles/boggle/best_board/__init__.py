"""Search for the board with the highest score."""
