"""Other programs: how they are asked for boards by lines, and what was measured with the best of them."""
