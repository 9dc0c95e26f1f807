"""Traces come from files, folders, patterns, standard input and URLs, plain or compressed."""

import gzip
import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from conformance.errors import ConformanceError
from conformance.systems.traces import TraceSource, file_source, open_trace, trace_sources

LINE = json.dumps({"type": "tool_use", "id": "t1", "name": "add", "input": {}}) + "\n"


def _count(source: TraceSource) -> int:
    return sum(line.line is not None for line in open_trace(source).lines())


def test_a_folder_is_read_in_the_order_of_its_names_with_what_is_compressed(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.jsonl").write_text(LINE)
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(LINE.encode()))
    (tmp_path / "notes.md").write_text("# notes")
    sources = trace_sources([str(tmp_path)])
    assert [Path(one.name).name for one in sources] == ["a.jsonl.gz", "2.jsonl"]
    assert [_count(one) for one in sources] == [1, 1]


def test_a_folder_is_read_with_its_rotated_logs_and_without_other_files(tmp_path: Path) -> None:
    read = ("a.JSONL", "b.jsonl.1", "c.jsonl.2.gz", "d.log-20261126", "e.jsonl.2026-11-26", "f.jsonlines")
    for name in (*read, ".hidden.jsonl", "notes.md", "g.jsonl.bak", "h.jsonl.bz2", "1"):
        (tmp_path / name).write_text("{}")
    assert [Path(source.name).name for source in trace_sources([str(tmp_path)])] == list(read)


def test_a_pattern_stands_for_its_files_and_a_file_with_such_a_name_for_itself(tmp_path: Path) -> None:
    for name in ("1.jsonl", "2.jsonl", "[1].jsonl"):
        (tmp_path / name).write_text(LINE)
    assert len(trace_sources(["*.jsonl"], tmp_path)) == 3
    assert [Path(one.name).name for one in trace_sources(["[1].jsonl"], tmp_path)] == ["[1].jsonl"]
    with pytest.raises(ConformanceError, match="no file matches `x\\*`"):
        trace_sources(["x*"], tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConformanceError, match="contains no trace"):
        trace_sources(["empty"], tmp_path)


def test_standard_input_is_read_and_decompressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(gzip.compress(LINE.encode() * 3))))
    (source,) = trace_sources(["-"])
    assert (source.name, _count(source)) == ("standard input", 3)


def test_a_compressed_file_that_is_cut_off_is_unreadable(tmp_path: Path) -> None:
    whole = gzip.compress(LINE.encode() * 1000)
    for data in (whole[: len(whole) // 2], whole[:40] + b"\0" * 40):
        (tmp_path / "cut.gz").write_bytes(data)
        with pytest.raises(ConformanceError, match="cannot read"):
            _count(trace_sources(["cut.gz"], tmp_path)[0])


def test_zstd_is_decompressed(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard", reason="zstandard is not installed: 'tool-conformance[traces]'")
    (tmp_path / "log.zst").write_bytes(zstandard.ZstdCompressor().compress(LINE.encode() * 2))
    assert _count(trace_sources(["log.zst"], tmp_path)[0]) == 2
    frames = zstandard.ZstdCompressor().compress(LINE.encode() * 2) * 2
    for data, count in ((frames, 4), (frames[:-5], 0), (frames[:5], 0), (frames + b"x", 0)):
        (tmp_path / "log.zst").write_bytes(data)
        (source,) = trace_sources(["log.zst"], tmp_path)
        if count:
            assert _count(source) == count
        else:
            with pytest.raises(ConformanceError, match="cannot read"):
                _count(source)


def test_a_url_is_opened_by_fsspec() -> None:
    fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed: 'tool-conformance[traces]'")
    with fsspec.open("memory://traces/1.jsonl", "wb") as file:
        file.write(LINE.encode())
    assert [_count(one) for one in trace_sources(["memory://traces/*.jsonl"])] == [1]
    with pytest.raises(ConformanceError, match="cannot read `nowhere://x`"):
        trace_sources(["nowhere://x"])


def test_what_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log.zst").write_bytes(b"\x28\xb5\x2f\xfd")
    for module, name in (("zstandard", "log.zst"), ("fsspec", "memory://x")):
        monkeypatch.setitem(__import__("sys").modules, module, None)
        with pytest.raises(ConformanceError, match=f"needs the package `{module}`"):
            _count(trace_sources([name], tmp_path)[0])


def test_no_message_quotes_the_secret_of_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec", None)
    with pytest.raises(ConformanceError, match=r"reading `https://h/x\?token=\*\*\*` needs"):
        trace_sources(["https://h/x?token=s3cr3tabc123"])


def test_a_log_whose_program_says_much_before_its_first_call_is_one_of_messages(tmp_path: Path) -> None:
    file = tmp_path / "server.jsonl"
    for before in (199, 250, 1000):
        file.write_text('{"level": 30, "msg": "started"}\n' * before + LINE)
        lines = list(open_trace(file_source(file)).lines())
        assert not any(line.is_record for line in lines)


def test_a_log_with_an_envelope_among_its_first_lines_is_one_of_records(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    envelope = {"tool_name": "add", "status": "success", "summary_text": "1", "result": {}, "error": None}
    file.write_text(json.dumps(envelope) + "\n" + '{"level": 30}\n' * 250 + LINE)
    lines = list(open_trace(file_source(file)).lines())
    assert sum(line.is_record for line in lines) == 251
