"""The command ``pokerlab``, which is also ``python -m pokerlab``."""

import sys


def main() -> int:
    """Run `pokerlab.cli.main`. An interrupt while that is loaded is one of the command, too."""
    try:
        from pokerlab import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
