"""The page /verify checks in the browser what ``conquian verify`` checks in the terminal."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conquian.server.pages import verify_rules

HERE = Path(__file__).resolve().parent


def test_the_examples_of_the_definition(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps(verify_rules()), "utf-8")
    done = subprocess.run(
        [node, "--test", str(HERE / "verify.test.js")],
        env=os.environ | {"CONQUIAN_TEST_RULES": str(rules)},
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^# pass 6", done.stdout, re.MULTILINE), done.stdout
