"""Wheels and kernels for other systems: what tools/wheels.py makes, compiles and tries."""
