"""A sandbox for code that nobody has read: it sees a read-only system, a private folder, and nothing else.

On Linux a child process gets namespaces of its own (`isolated`): no network, no other process, no file but those of
Python, of this library and of the submission, and no system call that a notebook does not need (`seccomp`). Memory,
processes, file sizes and processor time are limited (`limits`), also those of all processes together (`supervisor`),
and everything it started ends with it.
Where the kernel does not allow that, `boundary` says so, and nothing is run unless asked for (`unisolated`).

The `fork_server` has imported everything that a notebook may need before it forks a sandbox; `inside` is what runs in
there.
"""

from .support import Boundary, boundary

__all__ = ["Boundary", "boundary"]
