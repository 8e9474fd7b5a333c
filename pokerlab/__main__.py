"""``python -m pokerlab`` is the command ``pokerlab``."""

import sys

from pokerlab.cli import main

if __name__ == "__main__":
    sys.exit(main())
