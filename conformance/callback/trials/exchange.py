"""One HTTP exchange with a system under test, from the connection to the last byte, given up after so many seconds.

A timeout for each read is none: who sends a byte now and then is never late. So the whole exchange has one deadline.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from types import TracebackType

import httpx

_CONNECT_SHARE = 0.9  # of the time: that a host can't be reached is told apart from an answer that stays away
_MAX_BYTES = 1024 * 1024
_PLAIN = {"Accept-Encoding": "identity"}


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP status and the beginning of the body; ``is_cut`` where more than was wanted came."""

    status: int
    body: bytes
    is_cut: bool = False


class DeadlineClient:
    """A client whose every exchange ends within ``seconds``; to be used in a ``with``."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._runner = asyncio.Runner()
        self._client = httpx.AsyncClient(
            trust_env=False, timeout=httpx.Timeout(None, connect=_CONNECT_SHARE * seconds), headers=_PLAIN
        )

    def __enter__(self) -> "DeadlineClient":
        return self

    def __exit__(self, _type: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        self._runner.run(self._client.aclose())
        self._runner.close()

    def get(self, url: str, most: int = _MAX_BYTES) -> Reply:
        """Return what a URL answers, at most so many bytes of it; raises ``httpx.HTTPError``, ``httpx.InvalidURL``."""
        return self._runner.run(self._exchange("GET", url, None, {}, most))

    def post(self, url: str, body: bytes | Iterable[bytes], headers: Mapping[str, str]) -> Reply:
        """Return what a POST is answered; raises ``httpx.HTTPError`` and ``httpx.InvalidURL``."""
        content = body if isinstance(body, bytes) else _stream_pieces(body)
        return self._runner.run(self._exchange("POST", url, content, headers, _MAX_BYTES))

    async def _exchange(
        self, method: str, url: str, content: bytes | AsyncIterator[bytes] | None, headers: Mapping[str, str], most: int
    ) -> Reply:
        try:
            async with asyncio.timeout(self._seconds):
                async with self._client.stream(method, url, content=content, headers=headers) as response:
                    return await _reply(response, most)
        except TimeoutError as error:
            raise httpx.ReadTimeout(f"the answer was not complete within {self._seconds:g} s") from error


async def _reply(response: httpx.Response, most: int) -> Reply:
    body = bytearray()
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > most:
            return Reply(response.status_code, bytes(body[:most]), is_cut=True)
    return Reply(response.status_code, bytes(body))


async def _stream_pieces(body: Iterable[bytes]) -> AsyncIterator[bytes]:
    for piece in body:
        yield piece
