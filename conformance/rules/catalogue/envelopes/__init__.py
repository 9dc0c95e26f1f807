"""Result envelopes: exclusivity, fields, errors, artifacts, previews."""
