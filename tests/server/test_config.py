"""The options of a server: file, environment, command line; and the page that explains them."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from conquian.server.config import EXPLAINED, BadConfig, Config

PAGE = Path(__file__).parents[2] / "docs/deployment.md"


def test_each_option_is_explained_and_on_the_page() -> None:
    assert [field.name for field in fields(Config)] == list(EXPLAINED)
    page = PAGE.read_text("utf-8")
    for field in fields(Config):
        default = field.default
        if isinstance(default, bool):
            shown = str(default).lower()
        elif isinstance(default, tuple):
            shown = ", ".join(default)
        else:
            shown = str(default) or "–"
        assert f"| `{field.name}` | {shown} | {EXPLAINED[field.name]} |" in page


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    path = tmp_path / "conquian.toml"
    path.write_text('port = 1000\ndata = "file.db"\nbeat = 2\nbots = ["greedy"]\n')
    environment = {"CONQUIAN_PORT": "2000", "CONQUIAN_DATA": "env.db", "CONQUIAN_SPECTATORS": "no"}
    config = Config.read(path, environment, {"port": 3000, "host": None})
    assert (config.port, config.data, config.beat) == (3000, "env.db", 2)
    assert config.bots == ("greedy",)
    assert config.spectators is False
    assert config.host == "127.0.0.1"


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        ({"colour": "red"}, "config_unknown", "colour"),
        ({"port": 70000}, "config_value", "port"),
        ({"port": True}, "config_value", "port"),
        ({"port": "many"}, "config_value", "port"),
        ({"beat": -1}, "config_value", "beat"),
        ({"metrics": "everybody"}, "config_value", "metrics"),
        ({"bots": ["cmd:rm"]}, "config_value", "bots"),
        ({"bots": []}, "config_value", "bots"),
        ({"spectators": "perhaps"}, "config_value", "spectators"),
        ({"data": 7}, "config_value", "data"),
    ],
)
def test_a_wrong_option_is_named(values: dict[str, object], code: str, field: str) -> None:
    with pytest.raises(BadConfig) as raised:
        Config().changed(values)
    assert raised.value.code == code
    assert raised.value.params["field"] == field
    for lang in ("en", "es"):
        assert field in raised.value.sentence(lang)


def test_a_wrong_text_in_the_environment_is_named() -> None:
    with pytest.raises(BadConfig) as raised:
        Config.read(None, {"CONQUIAN_PORT": "eight"}, {})
    assert raised.value.params["field"] == "port"


@pytest.mark.parametrize("text", ["port =", "[[[", "\udcff"])
def test_a_file_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "conquian.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadConfig) as raised:
        Config.read(path, {}, {})
    assert raised.value.code == "config_unreadable"
    with pytest.raises(BadConfig):
        Config.read(tmp_path / "missing.toml", {}, {})
