"""The parts of `tools/hostile.py`: what is done to the command line, and how a run is judged."""
