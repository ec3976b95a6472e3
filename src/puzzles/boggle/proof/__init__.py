"""Prove which boards have at least a score."""
