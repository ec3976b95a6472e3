"""Measures: rounds of cases, both sides of a comparison in turn, counted work, the machine."""
