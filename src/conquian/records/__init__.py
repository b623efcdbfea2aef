"""Deal records: one JSON object a line (formats.md §2–3).

``format`` has the value :class:`~conquian.records.format.GameRecord` and its JSON form, ``check``
replays one and compares what it says with the rules, ``reader`` reads files of any size line by
line, ``writer`` writes them so that nothing is ever half-written.
"""

from conquian.core.catalogue import add_part

add_part(__name__, "sentences")
