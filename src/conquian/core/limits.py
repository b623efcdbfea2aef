"""The longest possible deal (in decisions), for anybody who needs a bound (rules.md §2.7)."""

from __future__ import annotations

from conquian.core.ruleset import Force, RuleSet
from conquian.core.setting import setting_for


def most_decisions(rules: RuleSet, players: int) -> int:
    """No deal under ``rules`` with this many players has more decisions.

    Proof. Count the decisions by the upcard they belong to. Let q be the seats asked about an
    upcard and w the most seats that can decide in its window.

    *One upcard.* If nobody takes it: q passes and at most w window passes. If it is taken in its
    queue: at most q - 1 passes, perhaps a force, the take, perhaps a payment: at most q + 2
    (q + 1 without forcing). If it is taken through the window: q passes, at most w decisions the
    last of which is the force, the take, the payment: at most q + w + 2. So an upcard costs at
    most q + w, and 2 more (1 without forcing) if it is taken and paid for, at most 1 more if its
    take wins, as then nothing is paid.

    *The window.* A target is one of the q who declined; those who did not decline (n - q) may all
    decide, and of those who declined all but the last asked, who has nobody after him. So w is at
    most n - q + q - 1 = n - 1, and 0 without a window.

    *How many are taken.* A player's hand never grows after the exchange. His first cards on the
    table are three or more, so they take two hand cards if the upcard is among them and three if
    not. A take that does not win costs one more, the payment; a hand meld costs at least one. With
    t such takes and m hand melds, therefore, t + m + 2 <= H: if a take comes first it uses 3, and
    every other take or meld at least 1; if a meld comes first, the same. So t + m <= max(0, H - 2).
    A meld is one decision, a take brings at least as many, with the upcard that it pays: the most
    is reached with melds counted as takes. Let T = n * max(0, H - 2).

    *How many upcards.* Every stock card, S of them, and every card paid, at most T. The first card
    is asked about by all. Only one take wins. Gifts: n in the exchange. The sum is the bound.

    The tests compare it with complete enumeration on small packs.

    Raises:
        BadRules: ``players_not_allowed``.
    """
    setting = setting_for(rules, players)
    window = players - 1 if setting.window else 0
    taken = 1 if rules.force is Force.NEVER else 2
    asked_turned, asked_paid = setting.turned[0].size, setting.paid[0].size
    most_takes = players * max(0, setting.hand_size - 2)
    turned = setting.stock_size * (asked_turned + window) + players - asked_turned
    paid = most_takes * (asked_paid + window + taken)
    gifts = players if rules.exchange else 0
    return gifts + turned + paid + 1
