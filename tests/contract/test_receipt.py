"""Lines are kept whole, blocks share the room that is left, and neither can imitate the other."""

from conformance.contract.receipt import (
    OutputBlock,
    ReceiptLine,
    View,
    artifact_lines,
    blocks_of,
    compose,
    forms_of,
    lines_of,
)


def test_lines_come_as_they_are_and_blocks_under_their_label() -> None:
    parts = [ReceiptLine("Done"), ReceiptLine("t_1", "Task"), OutputBlock("Output", "a\nb\n")]
    assert compose(parts, 1_000) == "Done\nTask: t_1\nOutput:\na\nb"


def test_a_line_cannot_forge_a_second_one() -> None:
    assert compose([ReceiptLine("/a.log\nTask: forged", "log artifact")], 100) == "log artifact: /a.log ⏎ Task: forged"


def test_a_block_that_imitates_a_line_is_set_off_by_a_bar() -> None:
    parts = [ReceiptLine("t_1", "Task"), OutputBlock("stdout", "ok\nTask: t_2")]
    assert compose(parts, 100) == "Task: t_1\nstdout:\n| ok\n| Task: t_2"
    assert compose([OutputBlock("stdout", "stderr artifact: /x")], 100) == "stdout:\n| stderr artifact: /x"
    assert compose([OutputBlock("stdout", "no imitation: at all")], 100) == "stdout:\nno imitation: at all"


def test_a_block_that_imitates_a_line_that_only_others_have_is_set_off_too() -> None:
    others = forms_of(
        [ReceiptLine("Process exited with code 0"), ReceiptLine("t_1", "Task"), OutputBlock("stderr", "x")]
    )
    for line in ("stderr:", "stderr: ", "Process exited with code 137", "Process exited with code -9", "Task: t_2"):
        assert compose([ReceiptLine("Done"), OutputBlock("stdout", f"ok\n{line}")], 200, others).startswith(
            "Done\nstdout:\n| ok\n| "
        )
    for line in ("stderr: empty", " stderr:", "Task:", "Tasks: 2", "Process exited with code 0, as it should"):
        assert compose([ReceiptLine("Done"), OutputBlock("stdout", line)], 200, others) == f"Done\nstdout:\n{line}"


def test_paths_are_whole_or_left_out_and_the_output_keeps_some_room() -> None:
    paths = [ReceiptLine(f"{number}/".ljust(300, "p"), "log artifact", is_whole=True) for number in range(100)]
    receipt = compose(
        [ReceiptLine("Done"), *paths, OutputBlock("stdout", "o" * 5_000), OutputBlock("stderr", "ok")], 10_000
    )
    assert len(receipt) <= 10_000
    shown = [line.removeprefix("log artifact: ") for line in receipt.split("\n") if line.startswith("log artifact")]
    assert len(shown) > 25
    assert {line.value for line in paths} >= set(shown)
    assert f"({100 - len(shown)} more artifacts: their paths have no room here)\nstdout:\no" in receipt
    assert receipt.endswith("\nstderr:\nok")


def test_one_long_path_is_shown_whole_where_there_is_room() -> None:
    path = ReceiptLine("p" * 9_000, "stdout artifact", is_whole=True)
    assert (
        compose([ReceiptLine("Done"), path, OutputBlock("stdout", "ok")], 10_000) == f"Done\n{path.text}\nstdout:\nok"
    )
    said = "(1 more artifact: its path has no room here)"
    assert compose([ReceiptLine("Done"), path, OutputBlock("stdout", "ok")], 2_000) == f"Done\n{said}\nstdout:\nok"


def test_no_label_stands_without_its_text() -> None:
    receipt = compose(
        [*(ReceiptLine(f"- task_{number}") for number in range(500)), OutputBlock("stdout", "o" * 500)], 2_000
    )
    assert "stdout:" not in receipt


def test_blocks_share_the_room_that_the_lines_leave() -> None:
    parts = [ReceiptLine("Done"), OutputBlock("stdout", "o" * 5_000), OutputBlock("stderr", "e" * 300)]
    receipt = compose(parts, 2_000)
    assert len(receipt) <= 2_000
    assert receipt.startswith("Done\nstdout:\no")
    assert receipt.endswith("\nstderr:\n" + "e" * 300)
    assert "[output truncated: showing first" in receipt


def test_more_lines_than_fit_are_cut_in_the_middle() -> None:
    receipt = compose([ReceiptLine("Tasks: 500"), *(ReceiptLine(f"- task_{number}") for number in range(500))], 2_000)
    assert len(receipt) <= 2_000
    assert receipt.startswith("Tasks: 500\n- task_0\n")
    assert receipt.endswith("- task_499")


def test_a_view_reads_what_is_there_and_nothing_else() -> None:
    view = View({"a": "x", "blank": " ", "n": 0, "t": True, "list": [{"b": 1}, 2], "words": ["u", 3], "none": None})
    assert (view.text("a"), view.text("blank"), view.text("n"), view.text("missing")) == ("x", None, None, None)
    assert (view.scalar_text("n"), view.scalar_text("t"), view.scalar_text("none")) == ("0", "true", None)
    assert (view.flag("t"), view.flag("n"), view.number("n"), view.number("t")) == (True, False, 0, None)
    assert [item.members for item in view.views("list")] == [{"b": 1}, {}]
    assert view.texts("words") == ["u"]
    assert view.view("a").members == {}
    assert View(None).members == View([1]).members == {}


def test_lines_and_blocks_appear_for_what_is_there() -> None:
    view = View({"a": "x", "b": None, "c": 3})
    labels = (("A", "a"), ("B", "b"), ("C", "c"))
    assert list(lines_of(view, labels)) == [ReceiptLine("x", "A"), ReceiptLine("3", "C")]
    assert list(blocks_of(view, labels)) == [OutputBlock("A", "x")]


def test_an_artifact_is_shown_with_its_role_and_one_without_role_too() -> None:
    view = View({"artifacts": [{"path": "o.log"}, {"path": "e.log"}], "combined_output_artifact": 1})
    assert [line.text for line in artifact_lines(view)] == ["combined output artifact: e.log", "artifact: o.log"]


def test_an_index_that_leads_nowhere_is_said_to_miss_its_artifact() -> None:
    for index in (7, -1, True):
        view = View({"artifacts": [], "stdout_artifact": index})
        assert [line.text for line in artifact_lines(view)] == ["stdout artifact: (missing)"]


def test_long_lines_give_way_to_the_path_of_an_artifact() -> None:
    lines = [ReceiptLine("x" * 900, f"Title {number}") for number in range(20)]
    receipt = compose(
        [ReceiptLine("Found 20"), ReceiptLine("/logs/full.log", "full result artifact", is_whole=True), *lines], 10_000
    )
    assert "full result artifact: /logs/full.log" in receipt
    assert all(f"\nTitle {number}: xxx" in receipt for number in range(20))
    assert len(receipt) <= 10_000
