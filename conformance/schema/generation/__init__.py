"""Generates inputs for a schema: valid ones, most useful first, and invalid ones with exactly one named fault."""

from conformance.schema.generation.mutations import Mutation, MutationKind
from conformance.schema.generation.valid import Inputs, ValidInput

__all__ = ["Inputs", "Mutation", "MutationKind", "ValidInput"]
