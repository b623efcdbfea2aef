"""A bot that is a program of its own.

Try it: conquian arena --bot "cmd:python examples/serve_a_bot.py" --bot uniform --deals 5
"""

from conquian.bots import serve
from conquian.bots.greedy import GreedyBot

serve(GreedyBot())
