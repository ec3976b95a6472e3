"""The plain-Python twin of each kernel: its definition, its documentation and the oracle of its tests."""
