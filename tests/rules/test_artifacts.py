"""Rules on artifacts and payloads: both placements, nested lists, and the hostile paths."""

import pytest

from conformance.documents.values import JsonValue
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found, places, with_results

TWO: JsonValue = [{"path": "1.log"}, {"path": "2.log"}]


@check_each(
    "path",
    ["", "  ", "file:///etc/passwd", "https://host/x", "../x", "a/../../x", "a\\..\\x", "a\nb", "a\tb", "a\u202eb",
     "\u001b[2J", "%2e%2e/x", "..%2Fx", "/srv/art/%2E./x"],
)  # fmt: skip
def test_a_path_that_is_not_plain_is_found(path: str) -> None:
    example = {"result": {"artifacts": [{"path": path}]}}
    assert places("artifact_path_only", example) == ["/result/artifacts/0/path"]


@pytest.mark.parametrize("path", ["/var/log/x.log", "a..b/c...d", "C:\\logs\\x.log", "日本語/☃.log", "a b.log", "~/x"])
def test_a_plain_path_is_fine(path: str) -> None:
    assert found("artifact_path_only", {"artifacts": [{"path": path}]}) == []


def test_each_extra_member_of_a_reference_is_a_finding() -> None:
    example = {"result": {"artifacts": [{"path": "1.log", "type": "stdout", "sha256": "00"}]}}
    assert places("artifact_path_only", example) == ["/result/artifacts/0/type", "/result/artifacts/0/sha256"]


def test_with_a_root_an_absolute_path_elsewhere_is_found() -> None:
    profile = with_results(artifact_root="/srv/artifacts")
    example = {"artifacts": [{"path": "/srv/artifacts/1.log"}, {"path": "/srv/artifacts2/1.log"}, {"path": "2.log"}]}
    assert places("artifact_path_only", example, profile) == ["/artifacts/1/path"]


@check_each(
    "path", ["C:\\x", "c:x", "\\srv\\art", "\\\\host\\x", "~/x", "~root/x", "/srv/artful/x", "/", "/srv", "/srv/art"]
)
def test_with_a_root_a_path_that_begins_elsewhere_is_found(path: str) -> None:
    profile = with_results(artifact_root="/srv/art/")
    (finding,) = found("artifact_path_only", {"artifacts": [{"path": path}]}, profile)
    assert "is outside `/srv/art/`" in finding.message


@pytest.mark.parametrize(
    ("root", "path"),
    [
        ("/srv/art", "/srv/./art/a"),
        ("/srv/art", "/srv//art//a"),
        ("/srv/./art", "/srv/art/a"),
        ("/srv/../srv/art/x/..", "/srv/art/a"),
        ("/srv/art", "a~/b:c"),
        ("/srv/art", "~notes.log"),
        ("/", "/x"),
        ("C:\\art", "c:/ART/1.log"),
    ],
)
def test_a_path_below_the_root_may_be_written_in_any_way(root: str, path: str) -> None:
    assert found("artifact_path_only", {"artifacts": [{"path": path}]}, with_results(artifact_root=root)) == []


@pytest.mark.parametrize("index", [-1, True, False, 0.0, 0.5, "0", [0], 1, 10**30])
def test_an_index_that_names_nothing_is_found(index: JsonValue) -> None:
    example = {"result": {"stdout_artifact": index, "artifacts": [{"path": "1.log"}]}}
    assert places("artifact_index_in_range", example) == ["/result/stdout_artifact"]


def test_an_index_out_of_range_is_told_with_those_that_there_are() -> None:
    (finding,) = found("artifact_index_in_range", {"result": {"stdout_artifact": 2, "artifacts": TWO}})
    assert finding.message == "index `stdout_artifact` is 2, but the artifacts are numbers 0 to 1"
    (finding,) = found("artifact_index_in_range", {"result": {"stdout_artifact": 1, "artifacts": [{"path": "1.log"}]}})
    assert finding.message == "index `stdout_artifact` is 1, but the only artifact is number 0"


def test_an_index_is_read_in_the_nearest_list() -> None:
    nested = {"result": {"task": {"output_artifact": 1, "artifacts": [{"path": "1.log"}]}, "artifacts": TWO}}
    assert places("artifact_index_in_range", nested) == ["/result/task/output_artifact"]
    inherited = {"result": {"items": [{"stdout_artifact": 1}], "artifacts": TWO}}
    assert found("artifact_index_in_range", inherited) == []
    beside = {"result": {"task": {"output_artifact": 1}}, "artifacts": TWO}
    assert found("artifact_index_in_range", beside) == []


def test_an_index_out_of_range_is_not_reported_as_a_missing_role_too() -> None:
    for index in (2, 0.0, True):
        assert found("artifact_role_named", {"result": {"stdout_artifact": index, "artifacts": TWO}}) == []


def test_one_artifact_needs_no_role() -> None:
    assert found("artifact_role_named", {"result": {"artifacts": [{"path": "1.log"}]}}) == []


def test_roles_of_the_items_of_a_batch_count_for_the_list_they_share() -> None:
    items = [{"stdout_artifact": 0}, {"stdout_artifact": 1}]
    assert found("artifact_role_named", {"result": {"items": items, "artifacts": TWO}}) == []


def test_two_names_for_one_artifact_only_warn() -> None:
    example = {"result": {"stdout_artifact": 0, "stderr_artifact": 0, "artifacts": [{"path": "1.log"}]}}
    assert [finding.level for finding in found("artifact_role_named", example)] == [Level.WARNING]


def test_two_lists_that_agree_leave_nothing_open() -> None:
    example = {"result": {"stdout_artifact": 0, "artifacts": [{"path": "1.log"}]}, "artifacts": [{"path": "1.log"}]}
    assert found("artifact_role_named", example) == []


def test_a_text_repeated_by_the_summary_is_found_there() -> None:
    text = "compiling\n" * 60
    example = {"summary_text": text, "result": {"stdout_preview": text}}
    assert places("payload_not_duplicated", example) == ["/result/stdout_preview"]


def test_short_texts_may_repeat() -> None:
    assert found("payload_not_duplicated", {"result": {"a": "ok" * 100, "b": "ok" * 100}}) == []


def test_a_text_whose_beginning_is_repeated_is_a_repetition() -> None:
    head = "".join(f"line {number}\n" for number in range(100))
    example = {"result": {"output_preview": head + "one end", "result_summary": head + "other end"}}
    assert places("payload_not_duplicated", example) == ["/result/result_summary"]


def test_within_one_item_of_a_list_a_repetition_counts() -> None:
    text = "compiling\n" * 60
    example = {"result": {"items": [{"stdout_preview": text, "report": {"text": text}}]}}
    assert places("payload_not_duplicated", example) == ["/result/items/0/report/text"]
