"""The card game Conquián: rules, records, bots and a table in the terminal.

Start with :mod:`conquian.core`; ARCHITECTURE.md lists the names that stay.
"""

from typing import Final

__version__: Final = "0.1.0"
"""Version of the package, the same in pyproject.toml, CITATION.cff and CHANGELOG.md."""
