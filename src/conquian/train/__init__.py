"""Learning a policy by self-play: ``conquian train`` (extra ``[train]``; docs/learning.md).

Only this package needs PyTorch. What it makes is a file of weights that ``conquian.bots.neural``
plays with numpy and numba alone.
"""
