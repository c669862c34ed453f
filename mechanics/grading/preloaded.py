"""The fork server of a run: started before everything else, so that it imports while others do, and shared by all."""

import atexit

from .sandbox.fork_server import ForkServer

__all__ = ["end", "start", "started"]

_waiting: list[ForkServer] = []


def start() -> None:
    """Start a fork server ahead of the time at which it is needed."""
    _waiting.append(ForkServer())


def started() -> ForkServer:
    """The one that was started ahead, or a new one; from now on it is the caller's, who closes it."""
    return _waiting.pop() if _waiting else ForkServer()


@atexit.register
def end() -> None:
    """End what nobody needed, because there was nothing to grade."""
    while _waiting:
        server = _waiting.pop()
        server.kill()  # without waiting for what it still imports
        server.close()
