"""Inputs for a schema: valid ones in the order worth trying, and wrong ones that are wrong in exactly one named way."""

from conformance.schema.generation.mutations import Kind, Mutation
from conformance.schema.generation.valid import Inputs, ValidInput

__all__ = ["Inputs", "Kind", "Mutation", "ValidInput"]
