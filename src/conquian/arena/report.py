"""The result of a contest as a table for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from conquian.arena.duplicate import Contest, DealResult
from conquian.arena.statistics import BotSummary, Interval, Pair, pairs, summaries, unique_names

MOST_FAULTS = 20
"""How many forfeits are listed one by one; all are counted."""


def as_object(
    contest: Contest, results: Sequence[DealResult], *, timing: bool = False
) -> dict[str, Any]:
    """The report as a JSON value. Equal for equal contests, except for ``timing``.

    Keys: ``rules players deals plays seed confidence bots pairs faults``. A bot has ``name``,
    ``points`` (``mean low high``, per deal and seat at one stake per loser; ``low`` and ``high``
    null where one deal gives no interval), ``won drawn lost`` (seats), ``forfeits`` (code →
    number), ``decisions`` and, with ``timing``, ``ms_per_decision``. A pair has ``a b`` and
    ``difference``: points of a less points of b, paired by deal. ``faults`` are the first forfeits
    with ``deal seating seat bot code error``.
    """
    names = unique_names(contest.bots)
    faults = [fault for result in results for fault in result.faults]
    return {
        "rules": contest.rules.as_data(),
        "players": contest.players,
        "deals": len(results),
        "plays": _plays(contest, results),
        "seed": contest.seed,
        "confidence": 0.95,
        "bots": [_bot_object(bot, timing=timing) for bot in summaries(contest.bots, results)],
        "pairs": [
            {
                "a": names[pair.first],
                "b": names[pair.second],
                "difference": interval_object(pair.difference),
            }
            for pair in pairs(len(names), results)
        ],
        "faults": [
            {
                "deal": fault.deal,
                "seating": [names[bot] for bot in fault.seating],
                "seat": fault.seat,
                "bot": names[fault.bot],
                "code": fault.code,
                "error": fault.error,
            }
            for fault in faults[:MOST_FAULTS]
        ],
    }


def as_table(contest: Contest, results: Sequence[DealResult], *, timing: bool = False) -> str:
    """The report as lines of text."""
    names = unique_names(contest.bots)
    bots = summaries(contest.bots, results)
    head = ["bot", "points per deal", "95 %", "won", "drawn", "lost", "forfeits"]
    head += ["ms per decision"] * timing
    rows = [head] + [_bot_row(bot, timing=timing) for bot in bots]
    amount = f"{len(results)} deals, {_plays(contest, results)} plays, seed {contest.seed}"
    lines = [
        f"{contest.rules}, {contest.players} players: {amount}",
        "",
        *_aligned(rows),
        "",
        *(_pair_line(pair, names) for pair in pairs(len(names), results)),
    ]
    faults = [fault for result in results for fault in result.faults]
    lines += [
        f"deal {fault.deal}, seat {fault.seat}: {names[fault.bot]} forfeits: {fault.error}"
        for fault in faults[:MOST_FAULTS]
    ]
    if len(faults) > MOST_FAULTS:
        lines.append(f"… and {len(faults) - MOST_FAULTS} more forfeits")
    return "\n".join(lines)


def _plays(contest: Contest, results: Sequence[DealResult]) -> int:
    return sum(len(contest.seatings(result.number)) for result in results)


def _bot_object(bot: BotSummary, *, timing: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": bot.name,
        "points": interval_object(bot.points),
        "won": bot.won,
        "drawn": bot.drawn,
        "lost": bot.lost,
        "forfeits": bot.forfeits,
        "decisions": bot.decisions,
    }
    if timing:
        data["ms_per_decision"] = round(_ms(bot), 4)
    return data


def _ms(bot: BotSummary) -> float:
    return 1000 * bot.seconds / max(1, bot.decisions)


def interval_object(value: Interval) -> dict[str, float | None]:
    """``mean low high``, the last two null where there is no interval."""
    return {
        name: round(number, 6) if isfinite(number) else None
        for name, number in (("mean", value.mean), ("low", value.low), ("high", value.high))
    }


def _bot_row(bot: BotSummary, *, timing: bool) -> list[str]:
    row = [
        bot.name,
        f"{bot.points.mean:+.3f}",
        _range(bot.points),
        str(bot.won),
        str(bot.drawn),
        str(bot.lost),
        str(sum(bot.forfeits.values())),
    ]
    return row + [f"{_ms(bot):.3f}"] * timing


def _range(value: Interval) -> str:
    return f"{value.low:+.3f} … {value.high:+.3f}" if isfinite(value.low) else "–"


def _pair_line(pair: Pair, names: Sequence[str]) -> str:
    low, high = pair.difference.low, pair.difference.high
    verdict = "nothing is shown" if low <= 0 <= high else "the first" if low > 0 else "the second"
    better = "" if low <= 0 <= high else " is better"
    return (
        f"{names[pair.first]} less {names[pair.second]}: {pair.difference.mean:+.3f} "
        f"({_range(pair.difference)}): {verdict}{better}"
    )


def until_line(contest: Contest, found: Interval, margin: float) -> str:
    """What the sequential test has shown of the first bot."""
    if found.low > margin:
        shown = "above"
    else:
        shown = "below" if found.high < margin else "neither above nor below"
    return (
        f"{contest.bots[0]}, interval of the confidence sequence: {found.mean:+.3f} "
        f"({_range(found)}): {shown} {margin:+.3f}"
    )


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return lines
