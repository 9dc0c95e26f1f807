"""The profile that a run judges by: the one that is named, else the one that fits what is judged."""

from conformance.display import escape_text
from conformance.inventory.provenance import Provenance
from conformance.settings.repository import Config


def is_profile_named(config: Config) -> bool:
    """Say whether an option or the configuration names the profile, which then wins over any that fits better."""
    return "profile" in config.model_fields_set


def fit_profile(config: Config, fitting: str | None) -> Config:
    """Return the configuration with the profile that fits, unless it names one itself."""
    if fitting is None or is_profile_named(config):
        return config
    return config.model_copy(update={"profile": fitting})


def chosen_profile_line(name: str, provenance: Provenance, config: Config, setting: str = "--profile") -> str | None:
    """Return the line that names the profile that was chosen because it fits; ``None`` where nothing was chosen.

    ``setting`` is what a reader changes it with.
    """
    if provenance.profile is None or is_profile_named(config):
        return None
    return f"{escape_text(name)}: {provenance.what}: profile {provenance.profile}; {setting} to change"
