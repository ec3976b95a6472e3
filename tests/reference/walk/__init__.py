"""The plain-Python twins of the kernels: definition, documentation and oracle."""
