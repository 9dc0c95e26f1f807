"""The receiving end of the callback protocol: endpoint, socket, durable ledger."""
