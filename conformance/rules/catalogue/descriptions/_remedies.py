"""What enforces a choice between fields that only a text states."""

from conformance.inventory.prose.selectors import Selector


def remedy(choice: Selector) -> str:
    """Return what enforces a choice and nothing else: none, or several, may be given where the text allows it."""
    if choice.needs_one and not choice.refuses_two:
        return 'move them into one required object with "minProperties": 1'
    if choice.needs_one:
        return "make one tool for each, or use one required field that holds one of several tagged objects"
    return "use one optional field that holds one of several tagged objects"
