"""Where chance comes from: shuffled deals from a seed, or from the operating system.

``core`` takes all chance as ``below(n)``, uniform over 0 … n-1. Here are sources of it
(:class:`~conquian.dealing.seeded.Source`, :data:`~conquian.dealing.seeded.system_below`), the one
shuffle, and deals made with them.
"""

from conquian.dealing.seeded import Source, random_deal, seeded_deal, shuffled_deal, system_below

__all__ = ["Source", "random_deal", "seeded_deal", "shuffled_deal", "system_below"]
