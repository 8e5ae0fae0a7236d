"""Which keys of texts the sources ask for, composed ones as patterns with ``{}`` in their gaps."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

PROGRAM = Path(__file__).parents[1] / "kingscore"
#: The functions that are given a key first, and the area in which their receivers look; none where the key has it.
SPEAKERS = ("say", "tell", "done", "word")
AREAS = {"context": "cli", "book": "rules", "first": "rules", "plan": "sheets"}
Function = ast.FunctionDef | ast.Lambda


@dataclass(frozen=True)
class Pattern:
    """A composed key: its fixed parts with ``{}`` between them, what fills each gap where the sources say it, where it
    stands, and the area where it is handed to somebody who looks there alone."""

    text: str
    gaps: tuple[frozenset[str | None], ...]
    place: str
    area: str | None


@dataclass(frozen=True)
class Scope:
    """Where an expression stands: its file, and the functions round it, the innermost first."""

    path: Path
    functions: tuple[Function, ...] = ()

    @property
    def names(self) -> dict[str, Any]:
        """The module's names, at run time."""
        dotted = ".".join(self.path.relative_to(PROGRAM.parent).with_suffix("").parts)
        return vars(import_module(dotted.removesuffix(".__init__")))


@cache
def nodes() -> tuple[tuple[ast.AST, Scope], ...]:
    """Every node of the sources with its scope."""
    return tuple(pair for path in sorted(PROGRAM.rglob("*.py")) for pair in _below(_tree(path), Scope(path)))


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def _functions(path: Path) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in _tree(path).body if isinstance(node, ast.FunctionDef)}


def _below(node: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
    yield node, scope
    if isinstance(node, Function):
        scope = Scope(scope.path, (node, *scope.functions))
    for child in ast.iter_child_nodes(node):
        yield from _below(child, scope)


@cache
def calls() -> dict[str, list[tuple[ast.Call, Scope]]]:
    """Every call by the last name of what is called."""
    out: dict[str, list[tuple[ast.Call, Scope]]] = defaultdict(list)
    for node, scope in nodes():
        if isinstance(node, ast.Call):
            out[called(node)].append((node, scope))
    return out


def called(call: ast.Call) -> str:
    return getattr(call.func, "attr", "") or getattr(call.func, "id", "")


def area_of(call: ast.Call) -> str | None:
    """The area in which a call looks for its key; empty where the key itself says it, None where that is not known."""
    receiver = receiver_of(call)
    return AREAS.get(receiver, "" if receiver.startswith("language") else None)


def receiver_of(call: ast.Call) -> str:
    """Who is asked: ``context`` for ``self.context.say(…)``; empty for a plain function."""
    return ast.unparse(call.func.value).rpartition(".")[2] if isinstance(call.func, ast.Attribute) else ""


def asked() -> Iterator[tuple[ast.expr, Scope, str | None]]:
    """Every expression that is handed to somebody as a key, with the area in which he looks."""
    for name in SPEAKERS:
        for call, scope in calls()[name]:
            if not isinstance(call.func, ast.Attribute) and len(call.args) > 1:  # say(language, key)
                yield call.args[1], scope, "cli"
            elif call.args and not _is_other(call):
                yield call.args[0], scope, area_of(call)
    for call, scope in calls()["as_fact"]:  # as_fact(key of the fact, key of its text)
        yield call.args[:2][-1], scope, "rules"


def _is_other(call: ast.Call) -> bool:
    """True for what is called alike and reads words of tables, or says nothing."""
    return receiver_of(call) in ("reader", "child", "top", "deck", "game", "draft", "scan", "words")


def literal_keys() -> Iterator[tuple[str, str | None, str]]:
    """Whole keys that are handed to somebody: key, area, place."""
    for expression, scope, area in asked():
        for found in constants(expression, scope):
            if found is not None and "{}" not in found:
                yield found, area, place(expression, scope)


def place(node: ast.AST, scope: Scope) -> str:
    return f"{scope.path.relative_to(PROGRAM.parent)}:{getattr(node, 'lineno', 0)}"


@cache
def patterns() -> tuple[Pattern, ...]:
    """Every composed text that is handed to somebody as a key, or looks like one."""
    handed = {id(node): area for key, _, area in asked() for node in ast.walk(key) if isinstance(node, ast.JoinedStr)}
    out = []
    for node, scope in nodes():
        if isinstance(node, ast.JoinedStr) and (id(node) in handed or _like_a_key(node)):
            values = (part.value for part in node.values if isinstance(part, ast.FormattedValue))
            gaps = tuple(frozenset(constants(value, scope)) for value in values)
            if gaps:
                out.append(Pattern(pattern_of(node), gaps, place(node, scope), handed.get(id(node))))
    return tuple(out)


def pattern_of(node: ast.JoinedStr) -> str:
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def _like_a_key(node: ast.JoinedStr) -> bool:
    text = pattern_of(node).replace("{}", "")
    return "." in text and any(map(str.isalpha, text)) and all(sign.isalnum() or sign in "._-" for sign in text)


def constants(expression: ast.expr | None, scope: Scope, seen: frozenset[int] = frozenset()) -> Iterator[str | None]:
    """The texts that an expression can come to; None among them where the sources do not say it."""
    if expression is None or id(expression) in seen:
        return
    seen |= {id(expression)}
    match expression:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            yield pattern_of(expression)
        case ast.IfExp(body=body, orelse=orelse):
            yield from constants(body, scope, seen)
            yield from constants(orelse, scope, seen)
        case ast.BoolOp(values=values):
            for value in values:
                yield from constants(value, scope, seen)
        case ast.Subscript(value=ast.Dict(values=values)):
            for value in values:
                yield from constants(value, scope, seen)
        case ast.Call(func=ast.Attribute(value=ast.Dict(values=values), attr="get"), args=[_, *default]):
            for value in (*values, *default):
                yield from constants(value, scope, seen)
        case ast.Call(func=ast.Name(id=name)) if name in _functions(scope.path):
            function = _functions(scope.path)[name]
            for node in ast.walk(function):
                if isinstance(node, ast.Return):
                    yield from constants(node.value, Scope(scope.path, (function,)), seen)
        case ast.Name(id=name):
            known = [*_bound(name, scope, seen)]
            yield from known or [None]
        case _:
            yield None


def _bound(name: str, scope: Scope, seen: frozenset[int]) -> Iterator[str | None]:
    """What a name can stand for: as it is set in the functions round it, as their callers hand it over."""
    for function in scope.functions:
        values = [*_set(name, function)]
        for value, each, at in values:
            yield from _parts(value, each, at, scope, seen)
        position = next((i for i, one in enumerate(_parameters(function)) if one.arg == name), None)
        if position is not None and isinstance(function, ast.FunctionDef):
            for call, caller in calls()[function.name]:
                if not _meant(call, caller, function, scope):
                    continue
                keyword = next((one.value for one in call.keywords if one.arg == name), None)
                at = position - (_parameters(function)[0].arg == "self")
                argument = keyword or (call.args[at] if 0 <= at < len(call.args) else None)
                yield from constants(argument, caller, seen)
        if values or position is not None:
            return


def _parameters(function: Function) -> list[ast.arg]:
    return [*function.args.posonlyargs, *function.args.args]


def _meant(call: ast.Call, caller: Scope, function: ast.FunctionDef, scope: Scope) -> bool:
    """False for a call of something else that bears a function's name."""
    if function.name.startswith("_") and caller.path != scope.path:
        return False
    method, by_receiver = _parameters(function)[0].arg == "self", isinstance(call.func, ast.Attribute)
    receiver = getattr(call.func.value, "id", "") if isinstance(call.func, ast.Attribute) else ""
    return by_receiver == method or isinstance(caller.names.get(receiver), ModuleType)


def _set(name: str, function: Function) -> Iterator[tuple[ast.expr, bool, int | None]]:
    """The values that a name is set to: the expression, whether each of its parts is meant, and which place in it."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[target], value=value):
                pairs = [(target, value, False)]
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
                pairs = [(target, value, False)]
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                pairs = [(target, value, True)]
            case _:
                continue
        for target, value, each in pairs:
            if isinstance(target, ast.Name) and target.id == name:
                yield value, each, None
            elif isinstance(target, ast.Tuple):
                names = [getattr(one, "id", "") for one in target.elts]
                if name in names:
                    yield value, each, names.index(name)


def _parts(value: ast.expr, each: bool, at: int | None, scope: Scope, seen: frozenset[int]) -> Iterator[str | None]:
    """The texts that a name can stand for which is set to a value, to each part of it, or to one place in either."""
    match value:
        case ast.IfExp(body=body, orelse=orelse):
            yield from _parts(body, each, at, scope, seen)
            yield from _parts(orelse, each, at, scope, seen)
        case ast.Tuple(elts=parts) if each:
            for part in parts:
                yield from _parts(part, False, at, scope, seen)
        case ast.Tuple(elts=parts) if at is not None:
            yield from constants(parts[at], scope, seen)
        case ast.Name(id=name) if each and id(value) not in seen:
            local = [one for function in scope.functions[:1] for one in _set(name, function)]
            known = scope.names.get(name)
            if local:
                for one, _, _ in local:
                    yield from _parts(one, each, at, scope, seen | {id(value)})
            elif at is None and isinstance(known, tuple | dict) and all(isinstance(one, str) for one in known):
                yield from known
            else:
                yield None
        case _ if not each and at is None:
            yield from constants(value, scope, seen)
        case _:
            yield None
