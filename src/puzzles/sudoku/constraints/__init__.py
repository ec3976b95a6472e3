"""Sums of cells and relations along lines: what killer cages, arrows, thermometers and others are made of."""
