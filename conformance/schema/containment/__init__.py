"""Whether a schema accepts everything that another one did: a proof, a witness, or an honest ``unknown``."""
