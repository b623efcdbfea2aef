"""``conquian deal``: write deals, as they are dealt or as bots play them."""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from conquian.bots import registry
from conquian.bots.base import close
from conquian.bots.playing import play_deal
from conquian.cli import PROGRAM, USAGE
from conquian.cli.options import add_lang, whole_number
from conquian.core.catalogue import add_part
from conquian.core.deal import Deal
from conquian.core.errors import BadDeal, ConquianError
from conquian.core.events import Ended
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import Source, random_deal, seeded_deal
from conquian.records.check import legal_entries
from conquian.records.format import FORFEIT, GameRecord
from conquian.records.writer import record_line, replacing

add_part("conquian.cli", "deal")

HELP = (
    "Write deal records, one JSON object a line: shuffled deals, or with --bots deals that bots "
    "have played. With --seed the same deals come every time, on every machine."
)


def add_arguments(parser: ArgumentParser) -> None:
    """See ``conquian deal --help``."""
    parser.add_argument(
        "--rules",
        default="mexicano",
        help="a preset or a house rule, like 'mexicano(yucas=1)' (default: %(default)s)",
    )
    parser.add_argument(
        "--players",
        type=whole_number(2, 6),
        help="number of players (default: that of the bots, or the fewest the rules allow)",
    )
    parser.add_argument(
        "--deals", type=whole_number(0), default=1, help="how many (default: %(default)s)"
    )
    parser.add_argument("--seed", help="a number or text that names the deals (default: chance)")
    parser.add_argument(
        "--dealer",
        type=whole_number(0, 5),
        help="the seat that deals them all (default: seat 0 deals first, then the next)",
    )
    parser.add_argument(
        "--bots", metavar="A,B,…", help="the bots that play, by seat; one bot plays every seat"
    )
    parser.add_argument("--bot", action="append", metavar="A", help="the same, once for each seat")
    parser.add_argument("--names", metavar="A,B,…", help="names to write for the seats")
    parser.add_argument(
        "--packet", type=int, choices=(1, 2), default=1, help="cards dealt at once (default: 1)"
    )
    parser.add_argument("--legal", action="store_true", help="also write all legal actions")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write this file, whole or not at all"
    )
    add_lang(parser)


def run(args: Namespace) -> int:
    """Write the records; 2 if what is asked for does not exist, 1 if a bot forfeited."""
    try:
        table = _Table(args)
    except ConquianError as fault:
        print(f"{PROGRAM} deal: {fault.sentence(args.lang)}", file=sys.stderr)
        return USAGE
    try:
        if args.output is None:
            for record in table.records():
                print(record_line(record).decode(), end="")
        else:
            with replacing(args.output) as file:
                for record in table.records():
                    file.write(record_line(record))
    finally:
        table.close()
    return 1 if table.forfeits else 0


class _Table:
    """What the arguments ask for, checked.

    Raises:
        ConquianError: rules, players, dealer or bots do not exist or do not go together.
    """

    def __init__(self, args: Namespace) -> None:
        self.args = args
        self.rules = RuleSet.parse(args.rules)
        specs = _listed(args.bots) + (args.bot or [])
        self.players: int = args.players or max(len(specs), self.rules.player_counts[0])
        self.rules.hand_size(self.players)
        if len(specs) == 1:
            specs *= self.players
        if specs and len(specs) != self.players:
            raise BadDeal("deal_bots_count", found=len(specs), players=self.players)
        self.names = tuple(_listed(args.names))
        if self.names and len(self.names) != self.players:
            raise BadDeal("deal_names_count", found=len(self.names), players=self.players)
        if args.dealer is not None and args.dealer >= self.players:
            raise BadDeal("bad_dealer", number=args.dealer, most=self.players - 1)
        self.bots = [registry.make(spec) for spec in specs]
        registry.make_ready(specs)
        self.forfeits = 0

    def records(self) -> Iterator[GameRecord]:
        """The records, one after the other as they are made."""
        for number in range(self.args.deals):
            yield self._record(number)

    def close(self) -> None:
        """End the bots that are programs of their own."""
        for bot in self.bots:
            close(bot)

    def _deal(self, number: int) -> Deal:
        args, players = self.args, self.players
        dealer = number % players if args.dealer is None else args.dealer
        if args.seed is None:
            return random_deal(self.rules, players, dealer, args.packet)
        return seeded_deal(self.rules, players, dealer, args.seed, number, args.packet)

    def _record(self, number: int) -> GameRecord:
        deal = self._deal(number)
        record = GameRecord(deal, seats=self.names)
        if self.bots:
            record = self._played(deal, number)
        if self.args.legal:
            return record.changed(legal=tuple(legal_entries(record)[: len(record.actions)]))
        return record

    def _played(self, deal: Deal, number: int) -> GameRecord:
        seats = self.names or tuple(bot.name for bot in self.bots)
        rngs = [self._generator(number, seat) for seat in range(self.players)]
        played = play_deal(deal, self.bots, rngs, names=seats)
        ended = None
        if played.forfeit is not None:
            self.forfeits += 1
            seat, fault = played.forfeit.seat, played.forfeit.fault
            ended = Ended(FORFEIT, seat)
            print(
                f"{PROGRAM} deal: {seats[seat]}: {fault.sentence(self.args.lang)}", file=sys.stderr
            )
        return GameRecord(deal, played.actions, played.outcome, ended, seats)

    def _generator(self, number: int, seat: int) -> random.Random:
        """The chance of one bot in one deal."""
        if self.args.seed is None:
            return random.Random()
        return random.Random(Source(self.args.seed, "bot", number, seat).below(2**64))


def _listed(text: str | None) -> list[str]:
    return [word.strip() for word in text.split(",")] if text else []
