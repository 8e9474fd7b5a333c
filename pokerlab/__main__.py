"""The command ``pokerlab``, which is also ``python -m pokerlab``."""

import sys

from pokerlab.cli import main

if __name__ == "__main__":
    sys.exit(main())
