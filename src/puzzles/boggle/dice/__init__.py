"""Dice of Boggle: editions, letter frequencies, design, and random boards."""
