"""What is tested is this checkout, also by the processes that tests and notebooks start.

A copied environment would import the package of the checkout that it was made in.
"""

import os
from pathlib import Path

inherited = os.environ.get("PYTHONPATH")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(Path(__file__).parent), inherited)))
