"""Text and files as people bring them."""
