"""The command ``pokerlab``, which is also ``python -m pokerlab``."""

import sys

__all__ = ["main"]


def main() -> int:
    """Run the command; if it is interrupted, while it is still loaded too, its status is 130."""
    try:
        from pokerlab import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
