"""The line-mode interface: what is printed and typed in ``conquian play``.

It writes lines and reads lines, no more, so that pipes and screen readers can use it. Everything
shown to a seat is made from that seat's :class:`~conquian.core.view.InfoState`.
"""

from conquian.core.catalogue import add_part

add_part(__name__, "sentences")
