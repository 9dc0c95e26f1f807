"""Inputs for a schema: valid ones in the order worth trying, and wrong ones that are wrong in exactly one named way."""

from conformance.strategies.mutations import Kind, Mutation
from conformance.strategies.valid import Inputs, ValidInput

__all__ = ["Inputs", "Kind", "Mutation", "ValidInput"]
