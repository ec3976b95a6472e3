"""The parts of `tools/durability.py`: what is done to batch runs, one kind of harm a file."""
