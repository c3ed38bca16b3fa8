"""A GBNF grammar as a regular expression, so that tests can hold texts to it and draw texts from it."""

import re

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|\{\d+,\d+\}|[a-z]+|[()|?*+]')
_DEEPEST = 1
"""How often a rule may stand within itself."""


def regex_of(grammar: str) -> str:
    """What the rule `root` accepts; a rule within itself only to a certain depth."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.splitlines())

    def expanded(name: str, outer: tuple[str, ...]) -> str:
        if outer.count(name) > _DEEPEST:
            return r"(?!)"
        return "".join(translated(token, (*outer, name)) for token in _TOKEN.findall(rules[name]))

    def translated(token: str, outer: tuple[str, ...]) -> str:
        if token.startswith('"'):
            return f"(?:{re.escape(token[1:-1].replace(chr(92), ''))})"
        if token == "(":
            return "(?:"
        return f"(?:{expanded(token, outer)})" if token.isalpha() else token

    return expanded("root", ())
