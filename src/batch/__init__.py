"""Many boards: readers, shards, part files, resume, threads."""
