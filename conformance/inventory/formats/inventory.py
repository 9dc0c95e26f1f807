"""The inventory of this project: ``version``, ``source_of_truth``, ``stability_policy`` and ``tools``.

What no format claims is one for the lack of a better answer; ``formats.scheme_of`` rejects it.
"""

from conformance.inventory.formats._format import Claim, Format, Listing

_OWN_KEYS = frozenset(("source_of_truth", "stability_policy"))
"""Members that no other list of tools has."""


def claim(listing: Listing) -> Claim:
    """Recognise an inventory by what it says of itself; a version alone is also what a dump says of its server."""
    if not _OWN_KEYS.isdisjoint(listing.members):
        return Claim.DECLARED
    return Claim.LIKELY if "version" in listing.members and listing.is_list else Claim.FALLBACK


FORMAT = Format(claim, translation=None)
