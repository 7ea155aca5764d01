"""Texts in KIF: a reader, the rules of GDL that a text must keep, and its program for clingo."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

Term: TypeAlias = "str | tuple[Term, ...]"
Rule: TypeAlias = tuple[Term, tuple[Term, ...]]

RESERVED = {"role", "init", "true", "does", "legal", "next", "terminal", "goal", "base", "input"}


def read(text: str) -> list[Rule]:
    """The clauses of a text, as heads and bodies."""
    tokens: list[str] = re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text).lower())
    at = 0

    def term() -> Term:
        nonlocal at
        token = tokens[at]
        at += 1
        assert token != ")", "a closing parenthesis without an opening one"
        if token != "(":
            return token
        parts = []
        while tokens[at] != ")":
            parts.append(term())
        at += 1
        return tuple(parts)

    rules: list[Rule] = []
    while at < len(tokens):
        found = term()
        if isinstance(found, tuple) and found[0] == "<=":
            rules.append((found[1], found[2:]))
        else:
            rules.append((found, ()))
    return rules


def relation(atom: Term) -> str:
    """The name of the relation of an atom."""
    name = atom if isinstance(atom, str) else atom[0]
    assert isinstance(name, str)
    return name


def split(literal: Term) -> tuple[bool, Term]:
    """Whether a literal is positive, and its atom."""
    if isinstance(literal, tuple) and literal[0] == "not":
        return False, literal[1]
    return True, literal


def variables(term: Term) -> set[str]:
    if isinstance(term, str):
        return {term} if term.startswith("?") else set()
    return set().union(*map(variables, term)) if term else set()


def arguments(atom: Term) -> tuple[Term, ...]:
    return () if isinstance(atom, str) else atom[1:]


def mistakes(rules: list[Rule]) -> Iterator[str]:
    """What breaks the rules of GDL: safety, stratification, the recursion restriction, arities, who may use `does`."""
    yield from _unsafe(rules)
    uses: defaultdict[str, set[str]] = defaultdict(set)
    negative: set[tuple[str, str]] = set()
    arity: dict[str, int] = {}
    for head, body in rules:
        for literal in (head, *body):
            _, atom = split(literal)
            known = arity.setdefault(relation(atom), len(arguments(atom)))
            if known != len(arguments(atom)):
                yield f"{relation(atom)} has {known} and {len(arguments(atom))} arguments"
        for literal in body:
            positive, atom = split(literal)
            uses[relation(head)].add(relation(atom))
            if not positive:
                negative.add((relation(head), relation(atom)))
    behind = {name: _reachable(name, uses) for name in list(uses)}
    for head, used in sorted(negative):
        if head in behind.get(used, ()):
            yield f"{head} and not {used} are in one circle"
    for head, body in rules:
        yield from _recursion(head, body, behind)
    for name in ("legal", "terminal", "goal", "init", "base", "input"):
        if "does" in behind.get(name, ()):
            yield f"{name} depends on does"
    for name in ("init", "base", "input"):
        if "true" in behind.get(name, ()):
            yield f"{name} depends on true"
    heads = {relation(head) for head, _ in rules}
    used_anywhere = {used for names in uses.values() for used in names}
    for name in sorted(used_anywhere - heads - {"true", "does", "distinct"}):
        yield f"{name} is used but not defined"
    for name in sorted(heads - used_anywhere - RESERVED):
        yield f"{name} is defined but not used"
    for name in heads & {"true", "does", "distinct"}:
        yield f"{name} is in a head"


def _unsafe(rules: list[Rule]) -> Iterator[str]:
    for head, body in rules:
        bound: set[str] = set()
        need = variables(head)
        for literal in body:
            positive, atom = split(literal)
            if positive and relation(atom) != "distinct":
                bound |= variables(atom)
            else:
                need = need | variables(atom)
        if need - bound:
            yield f"{sorted(need - bound)} unbound in {head} <= {body}"


def _reachable(name: str, uses: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    todo = [name]
    while todo:
        for used in uses.get(todo.pop(), ()):
            if used not in seen:
                seen.add(used)
                todo.append(used)
    return seen


def _recursion(head: Term, body: Iterable[Term], behind: dict[str, set[str]]) -> Iterator[str]:
    """Each argument of a literal in a circle with the head: ground, in the head, or in a literal outside the circle."""
    circle = [
        literal for literal in body if relation(head) in behind.get(relation(split(literal)[1]), ())
    ]
    outside = {
        argument
        for literal in body
        if literal not in circle and split(literal)[0] and relation(literal) != "distinct"
        for argument in arguments(literal)
    }
    for literal in circle:
        for argument in arguments(split(literal)[1]):
            if variables(argument) and argument not in {*arguments(head), *outside}:
                yield f"{argument} in {literal} breaks the recursion restriction of {head}"


def program(rules: list[Rule]) -> str:
    """The same as an answer set program over time 0 … n: its models are the sequences of n moves.

    A model holds `over(winner)` when the game is over at the end. A relation that rests neither on `true` nor on `does`
    has no time.
    """
    uses: defaultdict[str, set[str]] = defaultdict(set)
    for head, body in rules:
        uses[relation(head)] |= {relation(split(literal)[1]) for literal in body}
    timed = {"true", "does", "next", "legal", "terminal", "goal"}
    timed |= {name for name in list(uses) if {"true", "does"} & _reachable(name, uses)}
    lines = [_PROGRAM]
    for head, body in rules:
        name = relation(head)
        if name in ("base", "input"):
            continue
        literals = [_literal(literal, timed) for literal in body]
        if name == "next":
            literals.append("step(T)")
        elif name in timed:
            literals.append("time(T)")
        atom = _atom(head, timed, "T+1" if name == "next" else "T")
        lines.append(f"{atom} :- {', '.join(literals)}." if literals else f"{atom}.")
    return "\n".join(lines)


_PROGRAM = """\
time(0..n). step(0..n-1).
true(F,0) :- init(F).
{ does(R,M,T) : legal(R,M,T) } = 1 :- role(R), step(T).
:- terminal(T), step(T).
over(white) :- terminal(n), goal(white,100,n), goal(black,0,n).
over(black) :- terminal(n), goal(black,100,n), goal(white,0,n).
over(draw) :- terminal(n), goal(white,50,n), goal(black,50,n).
over(wrong) :- terminal(n), goal(R,A,n), goal(R,B,n), A < B.
over(wrong) :- terminal(n), not over(white), not over(black), not over(draw).
stuck(T) :- not terminal(T), time(T), role(R), not can(R,T).
can(R,T) :- legal(R,M,T), time(T).
over(stuck) :- stuck(n).
#show over/1."""


def _literal(literal: Term, timed: set[str]) -> str:
    positive, atom = split(literal)
    if relation(atom) == "distinct":
        first, second = arguments(atom)
        return f"{_term(first)} != {_term(second)}"
    return ("" if positive else "not ") + _atom(atom, timed, "T")


def _atom(atom: Term, timed: set[str], time: str) -> str:
    name = relation(atom)
    inner = [*map(_term, arguments(atom)), *([time] if name in timed else [])]
    name = "true" if name == "next" else name
    return f"{name}({','.join(inner)})" if inner else name


def _term(term: Term) -> str:
    if isinstance(term, str):
        return "V" + term[1:] if term.startswith("?") else term
    return f"{relation(term)}({','.join(map(_term, term[1:]))})"
