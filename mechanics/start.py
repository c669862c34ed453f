"""Where the command ``mechanics`` begins: Ctrl-C while its modules are being loaded ends it as at any later time."""

import sys

__all__ = ["main"]


def main() -> int:
    """Run the command line.

    Returns
    -------
    int
        Exit code, see `mechanics.cli.main`.
    """
    try:
        from mechanics import cli  # takes half a second
    except KeyboardInterrupt:
        print("mechanics: stopped.", file=sys.stderr)
        return 130
    return cli.main()
