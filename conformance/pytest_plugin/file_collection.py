"""Collects chosen files, each once, wherever they are.

A bare ``pytest`` collects them whatever ``testpaths`` and ``norecursedirs`` say, so they are added to the session
itself; where paths are given, pytest finds the files on its own way, or not at all.
"""

import os
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

Node = TypeVar("Node", bound=pytest.Item | pytest.Collector)


class FileCollection:
    """The hooks that collect files as nodes of one kind; ``header`` is what the head of a run says of them."""

    def __init__(
        self,
        config: pytest.Config,
        paths: Sequence[Path],
        kind: type[pytest.File],
        header: str,
        *,
        on_command_line: bool,
    ) -> None:
        self._kind = kind
        self._header = header
        self._paths = [_absolute_path(path) for path in paths]
        self.added_paths = _files_to_add(config, self._paths, on_command_line)

    def pytest_report_header(self) -> str:
        """Say what is checked."""
        return self._header

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Collect a file that pytest came upon, unless it is added anyway."""
        if file_path in self._paths and file_path not in self.added_paths:
            return self._file(parent, file_path)
        return None

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the files to what the session collects."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            report.result = [*(report.result or ()), *self._files(collector)]
        return report

    def _files(self, session: pytest.Session) -> Iterator[pytest.File]:
        for path in self.added_paths:
            hooks: Any = session.gethookproxy(path.parent)
            if not hooks.pytest_ignore_collect(collection_path=path, config=session.config):
                yield self._file(session, path)

    def _file(self, parent: pytest.Collector, path: Path) -> pytest.File:
        root = parent.config.rootpath
        if path.is_relative_to(root):
            return create_node(self._kind, parent, path=path)
        nodeid = Path(os.path.relpath(path, root)).as_posix()  # pytest has no node id for a file outside the root
        return create_node(self._kind, parent, path=path, nodeid=nodeid)


def is_bare_run(config: pytest.Config) -> bool:
    """Say whether the command line has no paths, which means that everything is collected."""
    return config.args_source is not pytest.Config.ArgsSource.ARGS


def create_node(kind: type[Node], parent: pytest.Collector, **arguments: Any) -> Node:
    """Create a node in pytest's own way, which has no types."""
    return cast("Any", kind).from_parent(parent, **arguments)


def _files_to_add(config: pytest.Config, paths: Sequence[Path], on_command_line: bool) -> list[Path]:
    """Return the files to add to the session: all in a bare run, else those that only an option asks for."""
    selected = {_absolute_path(config.invocation_params.dir / arg.split("::")[0]) for arg in config.args}
    return [path for path in paths if is_bare_run(config) or (on_command_line and path not in selected)]


def _absolute_path(path: Path) -> Path:
    """Return a path as pytest writes it: absolute and without ``..``, symbolic links kept."""
    return Path(os.path.abspath(path))
