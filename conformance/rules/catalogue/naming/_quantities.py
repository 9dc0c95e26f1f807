"""The common check of the four suffix rules: a quantity of the profile's ``units`` is told by the end of the name."""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.findings import Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.units import misnaming
from conformance.settings.profiles import Profile


def suffix_problems(field: Field, profile: Profile, quantity: str) -> Iterator[Problem]:
    """Yield a problem when the field holds this quantity and its name does not say so."""
    unit = profile.units.get(quantity)
    wrong = misnaming(field, unit) if unit else None
    if unit is None or wrong is None:
        return
    wanted = f"ends in its unit, such as '_{unit.suffix}'" if unit.accepted else f"ends in '_{unit.suffix}'"
    hint = f"say in the description what '_{unit.suffix}' says"
    if wrong.suggestion:
        hint = (
            "end it in the unit that it counts in" if unit.accepted else f"rename it to {quote_text(wrong.suggestion)}"
        )
    yield Problem(f"field {quote_text(field.name)} {wrong.reason}: the name of {unit.noun} {wanted}", hint)
