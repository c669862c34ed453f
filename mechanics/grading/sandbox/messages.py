"""JSON messages over a socket, each preceded by its length: all that passes between a sandbox and the outside.

JSON and not pickle, because reading it runs no code: what comes out of a sandbox may be written by the student's code.
"""

import json
import socket
import struct
from collections.abc import Callable
from typing import Any

__all__ = ["ANSWER", "LONGEST", "Broken", "receive", "received", "send"]

LONGEST = 16 * 2**20  # bytes
ANSWER = 4 * 2**20  # bytes of an answer from a sandbox: to read much more takes the grader seconds
_HEAD = struct.Struct("<I")


class Broken(Exception):
    """The connection is broken: the other side has ended, or what it sends is no message."""


def send(connection: socket.socket, message: object) -> None:
    """Send one message.

    Parameters
    ----------
    connection : socket
        To the other side.
    message : dict, list, str, number, bool or None
        Whatever JSON can hold.

    Raises
    ------
    Broken
        If the other side has ended.
    """
    data = json.dumps(message).encode()
    try:
        connection.sendall(_HEAD.pack(len(data)) + data)
    except OSError as error:
        raise Broken(str(error)) from None


def receive(connection: socket.socket, longest: int = LONGEST, wait_for_more: Callable[[], None] = lambda: None) -> Any:
    """Wait for the next message.

    Parameters
    ----------
    connection : socket
        To the other side.
    longest : int
        Bytes that a message may have.
    wait_for_more : callable
        Called before each piece of the message is read, however it trickles in: waits until there is something to read,
        and raises TimeoutError where that takes too long. Unless given, the wait is without end.

    Returns
    -------
    dict, list, str, number, bool or None
        What JSON holds.

    Raises
    ------
    TimeoutError
        If `wait_for_more` raises it.
    Broken
        If the other side has ended, sends something else, or more than the `longest` message.
    """
    (length,) = _HEAD.unpack(_exactly(connection, _HEAD.size, wait_for_more))
    if length > longest:
        raise Broken("the message is too long")
    data = _exactly(connection, length, wait_for_more)
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise Broken("this is not a message") from None


def received(connection: socket.socket) -> list[int]:
    """File descriptors that come with a single byte, by `socket.send_fds`.

    Parameters
    ----------
    connection : socket
        To the other side.

    Returns
    -------
    list of int
        One or two.

    Raises
    ------
    Broken
        If the other side has ended.
    """
    _, numbers, _, _ = socket.recv_fds(connection, 1, 2)
    if not numbers:
        raise Broken("the other side has ended")
    return numbers


def _exactly(connection: socket.socket, count: int, wait_for_more: Callable[[], None]) -> bytes:
    pieces: list[bytes] = []
    while count:
        wait_for_more()
        try:
            piece = connection.recv(min(count, 1 << 16))
        except OSError as error:
            raise Broken(str(error)) from None
        if not piece:
            raise Broken("the other side has ended")
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)
