"""The source of the package as data: which codes it refuses with, which texts it names."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import conquian
from conquian.core.errors import ConquianError

PACKAGE = Path(conquian.__file__).resolve().parent


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package by its path under ``conquian``, parsed."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def import_all() -> None:
    """Import every module, so that all parts of the catalogue are there.

    Those that learn need PyTorch, which tests do without; they add no part and make no refusal.
    """
    for found in pkgutil.walk_packages([str(PACKAGE)], "conquian."):
        if not found.name.endswith("__main__") and not found.name.startswith("conquian.train."):
            importlib.import_module(found.name)


@cache
def refusal_kinds() -> dict[str, set[str]]:
    """ConquianError and all classes made from it, in any module, each by its name with the
    parameters its constructor takes for itself (a ply, say)."""
    import_all()
    names: dict[str, set[str]] = {}
    todo = [ConquianError]
    while todo:
        kind = todo.pop()
        own = inspect.signature(kind).parameters.values()
        names[kind.__name__] = {one.name for one in own if one.kind is one.KEYWORD_ONLY}
        todo += kind.__subclasses__()
    return names


@dataclass(frozen=True)
class Refusal:
    """A place that makes a refusal: where, the codes it may use, the names of its parameters.

    ``open`` says that more parameters may come with ``**``.
    """

    place: str
    codes: frozenset[str]
    params: frozenset[str]
    open: bool


@cache
def refusals() -> tuple[Refusal, ...]:
    """Every call of the source that makes a refusal with codes that can be read off."""
    kinds = refusal_kinds()
    found = []
    for path, module in modules().items():
        tables = module_tables(module)
        for node in ast.walk(module):
            if not (isinstance(node, ast.Call) and called(node) in kinds and node.args):
                continue
            keywords = {keyword.arg for keyword in node.keywords if keyword.arg}
            keywords -= kinds[called(node)]
            codes = codes_of(node.args[0], tables)
            if codes:
                starred = any(keyword.arg is None for keyword in node.keywords)
                place = f"{path}:{node.lineno}"
                found.append(Refusal(place, frozenset(codes), frozenset(keywords), starred))
    return tuple(found)


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def codes_of(node: ast.expr, tables: dict[str, set[str]]) -> set[str]:
    """The texts an expression can be: a constant, one of two, or an entry of a module's table."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return codes_of(node.body, tables) | codes_of(node.orelse, tables)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return tables.get(node.value.id, set())
    return set()


def module_tables(module: ast.Module) -> dict[str, set[str]]:
    """Dicts of texts at the top of a module: name → its values."""
    tables = {}
    for node in module.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
        if isinstance(value, ast.Dict):
            texts = {
                entry.value
                for entry in value.values
                if isinstance(entry, ast.Constant) and isinstance(entry.value, str)
            }
            for target in targets:
                if isinstance(target, ast.Name):
                    tables[target.id] = texts
    return tables


@cache
def texts() -> set[str]:
    """Every text constant of the source, docstrings too."""
    found = set()
    for module in modules().values():
        for node in ast.walk(module):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


@cache
def patterns() -> list[re.Pattern[str]]:
    """Every text that is put together (``f"…{x}…"``), as a pattern, if enough of it is fixed."""
    found = []
    for module in modules().values():
        for node in ast.walk(module):
            if not isinstance(node, ast.JoinedStr):
                continue
            pieces = [
                str(part.value) if isinstance(part, ast.Constant) else "" for part in node.values
            ]
            if re.search(r"[a-z]{2,}[_.]|[_.][a-z]{2,}", "".join(pieces)):
                found.append(re.compile("".join(re.escape(piece) or ".+" for piece in pieces)))
    return found


def is_named(code: str) -> bool:
    """Whether the source names this text: as it is, put together, or with an ending ``_…``."""
    known = texts()
    if code in known or any(pattern.fullmatch(code) for pattern in patterns()):
        return True
    places = [found.start() for found in re.finditer("_", code) if found.start()]
    return any(code[place:] in known and is_named(code[:place]) for place in places)
