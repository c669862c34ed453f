"""JSON messages over a socket, each preceded by its length: all that passes between a sandbox and the outside.

JSON and not pickle, because reading it runs no code: what comes out of a sandbox may be written by the student's code.
"""

import json
import socket
import struct
import time
from typing import Any

__all__ = ["ANSWER", "LONGEST", "Broken", "receive", "send"]

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


def receive(connection: socket.socket, longest: int = LONGEST) -> Any:
    """Wait for the next message.

    Parameters
    ----------
    connection : socket
        To the other side.
    longest : int
        Bytes that a message may have.

    Returns
    -------
    dict, list, str, number, bool or None
        What JSON holds.

    Raises
    ------
    TimeoutError
        If the socket has a time limit and it has passed; the limit is for the whole message, however it trickles in.
    Broken
        If the other side has ended, sends something else, or more than the `longest` message.
    """
    limit = connection.gettimeout()
    end = None if limit is None else time.monotonic() + limit
    try:
        (length,) = _HEAD.unpack(_exactly(connection, _HEAD.size, end))
        if length > longest:
            raise Broken("the message is too long")
        data = _exactly(connection, length, end)
    finally:
        connection.settimeout(limit)
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise Broken("this is no message") from None


def _exactly(connection: socket.socket, count: int, end: float | None) -> bytes:
    pieces: list[bytes] = []
    while count:
        if end is not None:
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError
            connection.settimeout(left)
        try:
            piece = connection.recv(min(count, 1 << 16))
        except TimeoutError:
            raise
        except OSError as error:
            raise Broken(str(error)) from None
        if not piece:
            raise Broken("the other side has ended")
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)
