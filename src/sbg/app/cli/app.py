"""The table of commands: finds the command that was asked for, and imports and runs only that one.

A command is a module of `commands` that holds an `app`. It is imported when it is called, so that
starting `sbg` costs the same however many commands there are. A new one is a module, and a line of the table.
"""

from __future__ import annotations

from cyclopts import App, CycloptsError, Group, Parameter, UnusedCliTokensError

from sbg.app.cli.inputs import STDIN
from sbg.app.cli.options import OutOfBoundsError
from sbg.app.cli.terminal import Misuse, bold, console, out

COMMANDS = {
    "Play": {
        "play": "Play a game in the terminal.",
        "serve": "Write, see and play games in the browser.",
        "games": "List the bundled games.",
        "show": "Show a game: board, pieces, goals, sizes of the rules.",
        "describe": "Tell the rules of a game in words.",
        "same": "Tell whether two games, or two pieces, are the same.",
        "moves": "List the legal moves of a position.",
        "analyse": "Search a position for the best moves.",
        "tune": "Learn by self-play what the pieces of a game are worth.",
        "profile": "Measure how good a game is.",
        "compare": "Tell in what two games differ, by their profiles.",
        "solve": "Find the exact value of a small game.",
        "probe": "Look positions up in a table of exact values.",
        "perft": "Count the move sequences of a length.",
        "verify": "Check a certificate: a proof of who wins.",
        "bench": "Measure how fast games are played.",
    },
    "Learn": {
        "record": "Write down what an observer sees of games, without the rules.",
        "learn": "Find the rules of a game from observations of it.",
        "teach": "Find a few positions from which a game can be learned.",
    },
    "Invent": {
        "generate": "Write new games in a style.",
        "mutate": "Write changed versions of a game.",
        "evolve": "Search for good games of many kinds.",
        "gallery": "Write pages about the games that were found.",
    },
    "Compete": {
        "match": "Have two players play a match.",
        "tournament": "Have players play a tournament.",
        "standings": "Show the results of a contest, also while it is played.",
        "replay": "Show a recorded game move by move.",
        "report": "Write pages about a contest, with all its games.",
        "uci": "Speak the UCI protocol.",
        "uci-check": "Test an engine against the protocol.",
    },
    "Write": {
        "new": "Write a commented template of a game.",
        "check": "Report all mistakes in files.",
        "fmt": "Put files into canonical layout.",
        "explain": "Explain the code of a diagnostic.",
        "translate": "Write a game in the language of another program.",
        "lsp": "Speak the language server protocol, for editors.",
    },
    "Other": {
        "--install-completion": "Let the Tab key complete what you type.",
        "--man": "Write the manual page.",
    },
}


_EPILOGUE = """\
GAME is a bundled name, a path (it has a separator or ends in .sbg) or - for stdin.
`sbg COMMAND --help` tells more, with examples.

Exit codes: 0 no errors; 1 errors in a file, or fmt --check would change it; 2 misuse;
3 undecided."""

_TO_TRY = [
    ("sbg play gardner", "play chess on a 5×5 board, against the machine"),
    ("sbg show gardner", "see its board, its pieces and its goals"),
    ("sbg new my-game", "write a game of your own, then `sbg play my-game.sbg`"),
]


def call(words: list[str]) -> int:
    """Carry out a command line; Misuse if it is none."""
    if not words:
        return _guide()
    if words[0] == "help":
        words = [*words[1:], "--help"]
    # A lone `-` is not an option, so we give it a name that cannot be taken for one.
    words = [STDIN if word == "-" else word for word in words]
    app = make()
    if {"--help", "-h", "--version"} & set(words):
        app.console = console()
    try:
        code = app(words)
    except CycloptsError as problem:
        raise _misuse(problem) from None
    return code if isinstance(code, int) else 0


def _guide() -> int:
    """What `sbg` prints when it is called without a command."""
    out("sbg reads, checks and plays Simplified Boardgames: board games of two players")
    out("whose pieces move by regular expressions.")
    out()
    out("Try:")
    width = max(len(command) for command, _ in _TO_TRY)
    for command, what in _TO_TRY:
        out(f"  {bold(command)}{' ' * (width - len(command))}   {what}")
    out()
    out("`sbg games` lists the bundled games, `sbg --help` all commands.")
    return 0


def make() -> App:
    """The whole command line as an object, its commands not imported yet."""
    app = App(
        name="sbg",
        help="Read, check, explain, format and play Simplified Boardgames.",
        help_format="plaintext",
        help_epilogue=_EPILOGUE,
        version=_version,
        group_parameters=Group("Options", sort_key=1),
        default_parameter=Parameter(negative=(), show_default=False),
        result_action="return_value",
        exit_on_error=False,
        print_error=False,
        suppress_keyboard_interrupt=False,
    )
    for order, (group, commands) in enumerate(COMMANDS.items()):
        panel = Group(group, sort_key=order)
        for number, (name, help) in enumerate(commands.items()):
            place = f"sbg.app.cli.commands.{name.lstrip('-').replace('-', '_')}:app"
            app.command(place, name=name, help=help, group=panel, sort_key=number)
    for flag in ("--help", "-h", "--version"):
        app[flag].group = panel
    return app


def _misuse(problem: CycloptsError) -> Misuse:
    """Cyclopts' words in the form that our own messages have."""
    command = " ".join(["sbg", *(problem.command_chain or ())])
    help = f"see `{command} --help`"
    if isinstance(problem.__cause__, OutOfBoundsError) and problem.argument is not None:
        return Misuse(f"{problem.argument.name} {problem.__cause__}", help)
    problem.verbose = False
    message = " ".join(str(problem).split()).replace('"', "`")
    message = message.partition(" Available commands:")[0].rstrip(".")
    if isinstance(problem, UnusedCliTokensError):
        tokens = ("-" if token == STDIN else token for token in problem.unused_tokens or ())
        extra = " ".join(f"`{token}`" for token in tokens)
        message = f"too many arguments: {extra}"
    return Misuse(message[:1].lower() + message[1:], help)


def _version() -> str:
    import platform
    from importlib.metadata import version

    text = f"sbg {version('simplified-boardgames')}"
    python = f"Python {platform.python_version()}"
    try:
        from sbg import _core
    except ImportError as problem:
        reason = "" if problem.name else f": {problem}"
        return f"{text} ({python}, no native core{reason})"
    bmi2 = "with BMI2" if _core.has_bmi2() else "without BMI2"
    if not _core.has_portable():
        bmi2 = "for BMI2 alone"
    return f"{text} ({python}, native core built by {_core.compiler()}, {bmi2})"
