"""One server for all tests of pages of a module, and a browser without scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from httpx import Client

from conquian.server.config import Config
from tests.server.serving import FREELY, Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server without limits."""
    data = tmp_path_factory.mktemp("pages") / "tables.db"
    made = Served(Config(data=str(data)).changed(FREELY))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def client(served: Served) -> Iterator[Client]:
    """It keeps its cookies and follows redirections, as a browser does."""
    with Client(base_url=served.url, follow_redirects=True, timeout=10) as made:
        yield made
