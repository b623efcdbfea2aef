"""What is written down about a running server: JSON lines, and numbers for Prometheus.

Neither ever holds a card, a name, or what somebody said: fields are named one by one by those who
call, and a test plays deals and looks.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable

logger = logging.getLogger("conquian.server")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of ``record``."""
        data = {"at": round(record.created, 3), "level": record.levelname.lower()}
        data |= {"event": record.getMessage()} | getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0] is not None:
            data["trace"] = self.formatException(record.exc_info)
        return json.dumps(data, ensure_ascii=False, default=str)


def set_up(level: str) -> None:
    """Write the log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logger.handlers[:] = [handler]
    logger.setLevel(level.upper())
    logger.propagate = False


def log(event: str, *, level: int = logging.INFO, **fields: object) -> None:
    """Write down that ``event`` happened."""
    logger.log(level, event, extra={"fields": fields})


class Metrics:
    """Counters and gauges in the text form of Prometheus."""

    def __init__(self) -> None:
        self.started = time.time()
        self.counts: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str, number: int = 1) -> None:
        """Something happened; ``name`` may end in labels, ``actions{by="bot"}``."""
        self.counts[name] += number

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        lines = [f"conquian_started_seconds {self.started:.0f}"]
        seen = set()
        for name in sorted(self.counts):
            base = name.partition("{")[0]
            if base not in seen:
                seen.add(base)
                lines.append(f"# TYPE conquian_{base}_total counter")
            labels = name[len(base) :]
            lines.append(f"conquian_{base}_total{labels} {self.counts[name]}")
        for name, read in sorted(self.gauges.items()):
            lines += [f"# TYPE conquian_{name} gauge", f"conquian_{name} {read():g}"]
        return "\n".join(lines) + "\n"
