"""The course of a deal (rules.md §4–5), one module per part.

``two_step`` and ``round`` say who is asked; ``asking`` moves an upcard along its queue;
``offers`` is what an asked player may do; ``forcing`` has forcing and the window; ``paying``,
``exchange`` and ``turning`` are what their names say; ``moves`` is the switch over the phases.

Each of them reads and changes the public part of a position only, so that the same lines run a
full ``State`` and the ``InfoState`` of one seat.
"""
