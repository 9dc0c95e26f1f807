"""Rules: the subjects they check (``scopes``), the rules (``catalogue``), and their examples (``examples``)."""
