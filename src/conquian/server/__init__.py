"""The table in the browser: pages, sockets, and where tables are kept."""

from conquian.core.catalogue import add_part

add_part(__name__, "sentences")
add_part(__name__, "table_words")
