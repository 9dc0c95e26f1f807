"""Systems under test: how to open one, ask it questions, and observe its Surface."""
