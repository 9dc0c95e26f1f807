"""Profiles are data that is read strictly: a wrong key or value is one clear sentence, never a traceback."""

from pathlib import Path

import pytest

from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.settings.profiles import Profile, load_profile, profile_names
from tests.cases import check_each
from tests.scenarios.scenario import working_in

HEAD = 'name = "x"\nsummary = "x"\ndated = "2026-01-01"\n'


def _profile(tmp_path: Path, text: str) -> Profile:
    file = tmp_path / "mine.toml"
    file.write_text(HEAD + text, "utf-8")
    return load_profile(str(file))


@check_each("name", profile_names())
def test_every_profile_of_the_package_is_named_as_its_file_and_cites_its_sources(name: str) -> None:
    profile = load_profile(name)
    assert profile.name == name
    assert profile.sources
    assert profile.summary.endswith(".")


def test_a_profile_may_be_a_file_of_the_user(tmp_path: Path) -> None:
    profile = _profile(tmp_path, '[cases]\ntool = "snake"\n')
    assert profile.cases.tool == "snake"
    assert profile.units == {}


def test_a_profile_turns_a_rule_off_or_gives_it_another_level(tmp_path: Path) -> None:
    profile = _profile(tmp_path, '[levels]\nid_suffix = "off"\npath_field_name = "error"\n')
    assert profile.level_of("id_suffix", Level.WARNING) is None
    assert profile.level_of("path_field_name", Level.WARNING) is Level.ERROR
    assert profile.level_of("other", Level.INFO) is Level.INFO


def test_an_unknown_name_is_answered_with_the_one_that_was_meant() -> None:
    with pytest.raises(ConformanceError) as caught:
        load_profile("holom")
    assert caught.value.kind is ErrorKind.CONFIGURATION
    assert "did you mean `holon`?" in caught.value.recovery_hint


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[cases]\ntool = "camel"\n', ":5:1: `cases.tool` must be one of `pascal`, `snake`, `any`"),
        ("[case]\n", ":4:1: unknown key `case`"),
        (
            '[paths]\none_file_prose = ["("]\n',
            ":5:19: an element of `paths.one_file_prose` is not a valid regular expression",
        ),
        ("a = \n", ":4:5: not valid TOML in `a`: invalid value"),
        ('[levels]\nx = "loud"\n', ":5:1: `levels.x` must be one of `error`, `warning`, `info`, `off`"),
    ],
)
def test_a_wrong_profile_is_refused_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        _profile(tmp_path, text)
    assert caught.value.kind is ErrorKind.CONFIGURATION
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_profile_may_state_only_what_differs_from_another(tmp_path: Path) -> None:
    holon = load_profile("holon")
    profile = _profile(
        tmp_path, 'extends = "holon"\n[planes.billing]\nnouns = ["invoice"]\n[units.duration]\nsuffix = "s"\n'
    )
    assert set(profile.planes) == {*holon.planes, "billing"}
    assert profile.units["duration"].suffix == "s"
    assert profile.units["duration"].quantities == holon.units["duration"].quantities
    assert profile.name == "x"


@pytest.mark.parametrize("base", ["holom", "mine.toml", "../holon"])
def test_only_a_profile_of_the_package_can_be_extended(tmp_path: Path, base: str) -> None:
    with pytest.raises(ConformanceError, match=r"mine.toml:4:1: .* (is not a built-in profile|extends itself)"):
        _profile(tmp_path, f'extends = "{base}"\n')


def test_a_profile_that_extends_itself_is_refused_with_that_cause(tmp_path: Path) -> None:
    with working_in(tmp_path), pytest.raises(ConformanceError) as caught:
        _profile(tmp_path, 'extends = "mine.toml"\n')
    assert str(caught.value) == "mine.toml:4:1: profile `mine.toml` extends itself"


def test_a_profile_that_is_missing_is_named_from_the_working_folder(tmp_path: Path) -> None:
    with working_in(tmp_path), pytest.raises(ConformanceError) as caught:
        load_profile(str(Path.cwd() / "gone.toml"))
    assert str(caught.value) == "cannot read the profile `gone.toml`: No such file or directory"


def test_a_profile_that_is_no_utf8_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b'name = "\xff"')
    with pytest.raises(ConformanceError):
        load_profile(str(file))


def test_the_tables_of_the_default_profile_agree_with_each_other() -> None:
    holon = load_profile("holon")
    assert set(holon.runtime_owned_capabilities) <= set(holon.capabilities)
    assert {name for plane in holon.planes.values() for name in plane.capabilities} <= set(holon.capabilities)
    paths = holon.paths
    assert set(paths.synonyms.values()) <= {paths.one_file, paths.search, paths.command_root, paths.entered}
    assert set(paths.synonyms).isdisjoint(paths.synonyms.values())
    for unit in holon.units.values():
        assert not [ending for ending in unit.wrong_endings if ending.split()[-1] == unit.suffix]
