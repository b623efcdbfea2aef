"""The screens: home, a table, a replay, and what opens over them."""
