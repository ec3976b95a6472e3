"""Word lists: the embedded one, users' files, the compiled trie and its cache."""
