"""The contract of all puzzles and what it is made of, written once."""
