"""From bytes to JSON values and back: reading, positions, pointers, lines, files, git, HTTP, Markdown."""
