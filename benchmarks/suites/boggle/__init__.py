"""Benchmark cases of Boggle: one board, its growth, many boards, enormous ones, best ones, tiles."""
