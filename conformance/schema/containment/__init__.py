"""Schema containment: proves that one schema accepts everything another does, finds a witness, or says ``unknown``."""
