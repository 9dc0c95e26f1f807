"""A profile states only what differs from the given page; what it states wrongly is refused with its place."""

from pathlib import Path

import pytest

from conformance.callback.message import DIALECTS
from conformance.errors import ConformanceError
from conformance.settings.profiles import load_profile

OWN = 'name = "own"\nsummary = "s"\ndated = "2026-01-01"\n'


def _profile(folder: Path, messages: str) -> str:
    path = folder / "own.toml"
    path.write_text(f"{OWN}{messages}", "utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["rap_2026_seed", "rap_2026_08", "holon", "mcp"])
def test_every_profile_has_tables_for_messages(name: str) -> None:
    tables = load_profile(name).message_tables
    assert set(tables.types) == set(DIALECTS[tables.dialect])


def test_a_profile_states_only_what_differs(tmp_path: Path) -> None:
    tables = load_profile(_profile(tmp_path, "[messages]\ntext_segment_limit = 5\n")).message_tables
    seed = load_profile("rap_2026_seed").message_tables
    assert (tables.text_segment_limit, tables.secrets) == (5, seed.secrets)


@pytest.mark.parametrize(
    ("messages", "says"),
    [
        ('[messages]\ndialect = "rap_2031"\n', "messages.dialect"),
        ('[messages.secrets]\n"a key" = "("\n', "is not a valid regular expression"),
        ("[messages]\nmost_segmants = 5\n", "most_segmants"),
    ],
)
def test_what_is_stated_wrongly_is_refused_with_its_place(tmp_path: Path, messages: str, says: str) -> None:
    with pytest.raises(ConformanceError, match=says):
        load_profile(_profile(tmp_path, messages))
