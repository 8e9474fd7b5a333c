"""Run a command while no other such command runs in this folder: wait for its turn, then for it.

    python tools/alone.py make book

The lock is on the folder itself: it leaves no file behind, and ends with the command, however
that ends, and with whatever the command has started.
"""

import fcntl
import os
import sys


def main() -> int:
    """Replace this process by the command named on its command line, once it is alone."""
    command = sys.argv[1:]
    if not command:
        print(__doc__.split("\n", 1)[0], file=sys.stderr)
        return 2
    folder = os.open(".", os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(f"{command[0]}: waiting for another one in this folder ...", file=sys.stderr)
        fcntl.flock(folder, fcntl.LOCK_EX)
    except OSError as error:  # some network file systems
        print(f"{command[0]}: no lock, let it be the only one: {error}", file=sys.stderr)
    os.set_inheritable(folder, True)
    os.execvp(command[0], command)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"{error.strerror}: {error.filename}")
