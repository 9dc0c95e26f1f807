"""Input schemas: closed objects, declared fields, valid defaults, satisfiable types."""
