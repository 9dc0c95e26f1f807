"""Rules: what is judged (``scopes``), by which rule (``catalogue``), and examples as tests (``examples``)."""
