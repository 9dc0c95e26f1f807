"""Lines are kept whole, blocks share the room that is left, and neither can imitate the other."""

from conformance.contract.receipt import Block, Line, View, artifact_lines, blocks_of, compose, forms_of, lines_of


def test_lines_come_as_they_are_and_blocks_under_their_label() -> None:
    parts = [Line("Done"), Line("t_1", "Task"), Block("Output", "a\nb\n")]
    assert compose(parts, 1_000) == "Done\nTask: t_1\nOutput:\na\nb"


def test_a_line_cannot_forge_a_second_one() -> None:
    assert compose([Line("/a.log\nTask: forged", "log artifact")], 100) == "log artifact: /a.log ⏎ Task: forged"


def test_a_block_that_imitates_a_line_is_set_off_by_a_bar() -> None:
    parts = [Line("t_1", "Task"), Block("stdout", "ok\nTask: t_2")]
    assert compose(parts, 100) == "Task: t_1\nstdout:\n| ok\n| Task: t_2"
    assert compose([Block("stdout", "stderr artifact: /x")], 100) == "stdout:\n| stderr artifact: /x"
    assert compose([Block("stdout", "no imitation: at all")], 100) == "stdout:\nno imitation: at all"


def test_a_block_that_imitates_a_line_that_only_others_have_is_set_off_too() -> None:
    others = forms_of([Line("Process exited with code 0"), Line("t_1", "Task"), Block("stderr", "x")])
    for line in ("stderr:", "stderr: ", "Process exited with code 137", "Process exited with code -9", "Task: t_2"):
        assert compose([Line("Done"), Block("stdout", f"ok\n{line}")], 200, others).startswith(
            "Done\nstdout:\n| ok\n| "
        )
    for line in ("stderr: empty", " stderr:", "Task:", "Tasks: 2", "Process exited with code 0, as it should"):
        assert compose([Line("Done"), Block("stdout", line)], 200, others) == f"Done\nstdout:\n{line}"


def test_paths_are_whole_or_left_out_and_the_output_keeps_some_room() -> None:
    paths = [Line(f"{number}/".ljust(300, "p"), "log artifact", is_whole=True) for number in range(100)]
    receipt = compose([Line("Done"), *paths, Block("stdout", "o" * 5_000), Block("stderr", "ok")], 10_000)
    assert len(receipt) <= 10_000
    shown = [line.removeprefix("log artifact: ") for line in receipt.split("\n") if line.startswith("log artifact")]
    assert len(shown) > 25
    assert {line.value for line in paths} >= set(shown)
    assert f"({100 - len(shown)} more artifacts: their paths have no room here)\nstdout:\no" in receipt
    assert receipt.endswith("\nstderr:\nok")


def test_one_long_path_is_shown_whole_where_there_is_room() -> None:
    path = Line("p" * 9_000, "stdout artifact", is_whole=True)
    assert compose([Line("Done"), path, Block("stdout", "ok")], 10_000) == f"Done\n{path.text}\nstdout:\nok"
    said = "(1 more artifact: its path has no room here)"
    assert compose([Line("Done"), path, Block("stdout", "ok")], 2_000) == f"Done\n{said}\nstdout:\nok"


def test_no_label_stands_without_its_text() -> None:
    receipt = compose([*(Line(f"- task_{number}") for number in range(500)), Block("stdout", "o" * 500)], 2_000)
    assert "stdout:" not in receipt


def test_blocks_share_the_room_that_the_lines_leave() -> None:
    parts = [Line("Done"), Block("stdout", "o" * 5_000), Block("stderr", "e" * 300)]
    receipt = compose(parts, 2_000)
    assert len(receipt) <= 2_000
    assert receipt.startswith("Done\nstdout:\no")
    assert receipt.endswith("\nstderr:\n" + "e" * 300)
    assert "[output truncated: showing first" in receipt


def test_more_lines_than_fit_are_cut_in_the_middle() -> None:
    receipt = compose([Line("Tasks: 500"), *(Line(f"- task_{number}") for number in range(500))], 2_000)
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
    assert list(lines_of(view, labels)) == [Line("x", "A"), Line("3", "C")]
    assert list(blocks_of(view, labels)) == [Block("A", "x")]


def test_an_artifact_is_shown_with_its_role_and_one_without_role_too() -> None:
    view = View({"artifacts": [{"path": "o.log"}, {"path": "e.log"}], "combined_output_artifact": 1})
    assert [line.text for line in artifact_lines(view)] == ["combined output artifact: e.log", "artifact: o.log"]


def test_an_index_that_leads_nowhere_is_said_to_miss_its_artifact() -> None:
    for index in (7, -1, True):
        view = View({"artifacts": [], "stdout_artifact": index})
        assert [line.text for line in artifact_lines(view)] == ["stdout artifact: (missing)"]


def test_long_lines_give_way_to_the_path_of_an_artifact() -> None:
    lines = [Line("x" * 900, f"Title {number}") for number in range(20)]
    receipt = compose([Line("Found 20"), Line("/logs/full.log", "full result artifact", is_whole=True), *lines], 10_000)
    assert "full result artifact: /logs/full.log" in receipt
    assert all(f"\nTitle {number}: xxx" in receipt for number in range(20))
    assert len(receipt) <= 10_000
