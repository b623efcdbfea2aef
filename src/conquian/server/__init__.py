"""The table in the browser: pages, sockets, and where tables are kept."""
