"""A room for the code of a stranger: it sees a read-only system, a private folder, and nothing else.

On Linux a child process goes into namespaces of its own: no network, no other process, no file but those of Python, of
this library and of the submission. Memory, processes, file sizes and processor time are limited, and everything it
started ends with it. Where the kernel does not allow that, `boundary` says so, and nothing is run unless asked for.
"""

from .boundary import Boundary, boundary

__all__ = ["Boundary", "boundary"]
