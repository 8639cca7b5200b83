"""Compares SPDX expressions as sets of choices, for scores."""
import re

GNU = re.compile(r"^(A?L?GPL|GFDL)-\d")


def current(token):
    """A deprecated identifier of the GNU licences as it is written today."""
    if GNU.match(token) and not token.endswith(("-only", "-or-later", "*")):
        return token[:-1] + "-or-later" if token.endswith("+") else token + "-only"
    return token


def parse(text):
    """The expression as a set of choices, each a set of terms that hold together."""
    tokens = re.findall(r"\(|\)|[^\s()]+", text)
    position = 0

    def either():
        nonlocal position
        choices = both()
        while position < len(tokens) and tokens[position] == "OR":
            position += 1
            choices = choices | both()
        return choices

    def both():
        nonlocal position
        choices = one()
        while position < len(tokens) and tokens[position] == "AND":
            position += 1
            other = one()
            choices = {a | b for a in choices for b in other}
        return choices

    def one():
        nonlocal position
        token = tokens[position]
        position += 1
        if token == "(":
            choices = either()
            position += 1
            return choices
        token = current(token)
        if position < len(tokens) and tokens[position] == "WITH":
            token += " WITH " + tokens[position + 1]
            position += 2
        return {frozenset([token])}

    choices = either()
    # What asks for more than another choice is none.
    return {c for c in choices if not any(d < c for d in choices)}


def term_matches(term, wanted):
    return term == wanted or wanted.endswith("*") and term.startswith(wanted[:-1])


def terms_match(terms, wanted):
    """Whether each term has its own wanted one, and each wanted one a term."""
    return (all(any(term_matches(t, w) for w in wanted) for t in terms)
            and all(any(term_matches(t, w) for t in terms) for w in wanted))


def matches(said, wanted):
    """Whether `said` gives the choices of `wanted`; `*` at a term's end stands for any rest."""
    said, wanted = parse(said), parse(wanted)
    return (all(any(terms_match(c, d) for d in wanted) for c in said)
            and all(any(terms_match(c, d) for c in said) for d in wanted))


def bare(expression):
    """`expression` without what a bare GNU text does not tell: only, or any later version."""
    return re.sub(r"(\bA?L?GPL-[\d.]+)-or-later", r"\1-only", expression)


def right(said, expected, kind):
    """Whether `said` is one of the accepted expressions, separated by `|`."""
    if kind == "text":
        said, expected = bare(said), bare(expected)
    return any(matches(said, wanted) for wanted in expected.split("|"))
