"""What the pages of the specification require, one file a page, and the violations that prove what holds a sentence."""
