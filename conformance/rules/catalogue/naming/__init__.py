"""Names of tools, fields and enum values: case, suffixes, units, namespaces."""
