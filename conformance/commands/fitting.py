"""The profile that a run judges by: the one that is named, else the one that fits what is judged."""

from msgspec.structs import replace

from conformance.display import escape_text
from conformance.inventory.provenance import Provenance
from conformance.settings.profiles import DEFAULT_PROFILE
from conformance.settings.repository import Config


def fit_profile(config: Config, fitting: str | None) -> Config:
    """Return the configuration with the profile that fits, unless it names one itself."""
    if fitting is None or config.is_profile_named:
        return config
    return replace(config, profile=fitting, is_profile_stated=True)


def fit_other_kind(config: Config, own: Provenance, other: Provenance) -> Config:
    """Return the configuration for something else than the configured inventory, which ``own`` is about.

    The configured profile is for the kind of that inventory; another kind gets the one that fits it, unless an option
    names one.
    """
    if config.is_profile_chosen or not config.is_profile_named or own.profile == other.profile:
        return config
    return replace(config, profile=other.profile or DEFAULT_PROFILE, is_profile_stated=True)


def other_kind_line(name: str, provenance: Provenance) -> str:
    """Return the line that says why something is not judged by the configured profile."""
    kind = f"{provenance.what}, not of the kind of the configured inventory"
    return f"{escape_text(name)}: {kind}: profile {provenance.profile or DEFAULT_PROFILE}; --profile to change"


def chosen_profile_line(name: str, provenance: Provenance, config: Config, setting: str = "--profile") -> str | None:
    """Return the line that names the profile that was chosen because it fits; ``None`` where nothing was chosen.

    ``setting`` is what a reader changes it with.
    """
    if provenance.profile is None or config.is_profile_named:
        return None
    return f"{escape_text(name)}: {provenance.what}: profile {provenance.profile}; {setting} to change"
