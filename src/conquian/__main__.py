"""``python -m conquian`` is the command ``conquian``, where no scripts are on the path."""

import sys

from conquian.cli import main

if __name__ == "__main__":
    sys.exit(main())
