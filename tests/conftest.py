"""What holds for every test: how hypothesis runs, and what a skip means.

A test that lacks something (a browser, say) skips on a person's machine and is counted. Where
everything has been installed, `CONQUIAN_REQUIRE=all` says so, and then a test that did not run to
its end fails the run: nothing can drop out of CI unseen.
"""

from __future__ import annotations

import os
import signal
import threading

import pytest
from hypothesis import settings

# No deadline: a slow machine is not a wrong program. In CI the examples are the same every time, so
# a red run can be had again; elsewhere they differ, and a failure prints how to have it again.
settings.register_profile("default", deadline=None, print_blob=True)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")

_REQUIRE = os.environ.get("CONQUIAN_REQUIRE", "")
_not_run: list[str] = []


def pytest_configure() -> None:
    """Refuse a misspelt requirement, which would otherwise require nothing."""
    if _REQUIRE not in {"", "all"}:
        raise pytest.UsageError(f"CONQUIAN_REQUIRE is {_REQUIRE!r}: leave it out, or say 'all'")
    # A run in the background of a script begins with Ctrl-C ignored, and so would every program
    # the tests start: those that press Ctrl-C there would wait for ever.
    in_main_thread = threading.current_thread() is threading.main_thread()
    if in_main_thread and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _note(report: pytest.TestReport | pytest.CollectReport) -> None:
    # pytest reports an expected failure as a skip too, and it is as much an excuse.
    if _REQUIRE and report.skipped:
        _not_run.append(report.nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _note(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _note(report)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _not_run and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _not_run:
        terminalreporter.write_line(
            f"CONQUIAN_REQUIRE=all, but {len(_not_run)} skipped or expected to fail, which fails "
            f"this run: {', '.join(sorted(_not_run))}",
            red=True,
        )
