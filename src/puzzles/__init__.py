"""One module a puzzle: parse, validate, call the core, hold the result, render."""
