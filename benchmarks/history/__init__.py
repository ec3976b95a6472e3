"""The suite for asv: history and bisecting over commits."""
