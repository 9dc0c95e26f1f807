"""Servers that answer in single bytes, slowly, or keep what they are asked."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n"


@contextmanager
def dripping(at_once: bytes, quick_paths: bytes = b"/none", drops: int = 40) -> Generator[str]:
    """Serve what sends its beginning at once, then single bytes, ten a second; some paths are answered whole."""
    over = threading.Event()

    def drip(connection: socket.socket) -> None:
        with connection:
            try:
                asked = connection.recv(65536)
                if quick_paths in asked.split(b"\r\n")[0]:
                    connection.sendall(HEAD + b" " * 38 + b"{}")
                    while connection.recv(65536):  # a close with unread bytes would reset the connection
                        pass
                    return
                connection.sendall(at_once)
                for _ in range(drops):
                    if over.wait(0.1):
                        return
                    connection.sendall(b" ")
            except OSError:
                return

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=drip, args=(connection,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            over.set()


@contextmanager
def recording(reply: bytes) -> Generator[tuple[str, list[bytes]]]:
    """Answer one request, and yield the address and what was asked: the head and as much of the body as it states."""
    asked: list[bytes] = []

    def answer() -> None:
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as stream:
            head = b"".join(iter(stream.readline, b"\r\n")) + b"\r\n"
            length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
            asked.append(head + stream.read(length))
            connection.sendall(reply)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = threading.Thread(target=answer, daemon=True)
        server.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", asked
        server.join(30)
