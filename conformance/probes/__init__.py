"""Probes: questions to a running system, the interview that asks them, and small systems that prove each probe."""
