"""The receiving end of the callback protocol: the endpoint, its socket, and the durable ledger."""
