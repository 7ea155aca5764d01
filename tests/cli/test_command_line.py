"""The command as a whole: help, version, misuse, colour, encodings, pipes and Ctrl-C."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from sbg.app.cli import app, commands, terminal
from sbg.app.cli import commands as studies
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS, WRONG_ROW, environment, sbg
from tests.patience import SECONDS, has_worked

COMMANDS = [name for group in app.COMMANDS.values() for name in group]


def test_alone_it_shows_three_commands_to_try(command: Command) -> None:
    answer = command()
    assert (answer.code, answer.err) == (0, "")
    tried = re.findall(r"^  (sbg .*?)   ", answer.out, re.MULTILINE)
    assert len(tried) == 3
    assert "sbg play gardner" in tried
    for words in tried:
        assert command(*words.split()[1:]).code == 0


def test_version(command: Command) -> None:
    answer = command("--version")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"sbg {version('simplified-boardgames')} (Python 3.")


def test_help_lists_every_command(command: Command) -> None:
    answer = command("--help")
    assert (answer.code, answer.err) == (0, "")
    for group in app.COMMANDS.values():
        for name, help in group.items():
            assert f" {name} " in answer.out
            assert help in answer.out


def test_every_module_of_a_command_is_in_the_table() -> None:
    named = {name.lstrip("-").replace("-", "_") for name in COMMANDS}
    files = [*commands.__path__, *studies.__path__]
    held = {path.stem for folder in files for path in Path(folder).glob("*.py")} - {"__init__"}
    assert held | {"install_completion", "man"} == named


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(command: Command, name: str) -> None:
    answer = command(name, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage: sbg {name}")
    assert f"Examples:\n  sbg {name}" in answer.out
    assert command("help", name).out == answer.out
    assert command(name, "-h").out == answer.out


@pytest.mark.parametrize("name", [name for name in COMMANDS if not name.startswith("-")])
def test_examples_can_be_read(command: Command, name: str) -> None:
    """The options in the examples exist: with --help added nothing is carried out, but all is parsed."""
    examples = re.findall(rf"^  (sbg {name}\b.*)$", command(name, "--help").out, re.MULTILINE)
    options = set(re.findall(r"(--[a-z]+)\b", "\n".join(examples)))
    documented = set(re.findall(r"^│\W+(--[a-z]+)", command(name, "--help").out, re.MULTILINE))
    assert options <= documented


def test_python_m_sbg_and_the_script_are_the_same() -> None:
    script = shutil.which("sbg", path=str(Path(sys.executable).parent))
    assert script is not None
    done = subprocess.run([script, "--help"], capture_output=True, env=environment(), check=True)
    assert done.stdout.decode().splitlines() == sbg("--help").out.splitlines()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chekc"], "check"),
        (["--nonsense"], "--nonsense"),
        (["check", "--strct", "x.sbg"], "--strict"),
        (["check", "--format", "xml", "x.sbg"], "xml"),
        (["games", "gardner"], "gardner"),
        (["show", "gardner", "chess"], "chess"),
        (["show"], "GAME"),
        (["fmt"], "file"),
        (["explain", "SBG999"], "SBG999"),
        (["new"], "NAME"),
    ],
)
def test_misuse(command: Command, words: list[str], complaint: str) -> None:
    answer = command(*words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: ")
    assert complaint in answer.err
    assert "help" in answer.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nonsense"], "unknown command `nonsense`"),
        (["chekc"], "unknown command `chekc`. Did you mean `check`?"),
        (["show", "gardner", "chess", "xiangqi"], "too many arguments: `chess` `xiangqi`"),
    ],
)
def test_misuse_is_told_in_few_words(command: Command, words: list[str], message: str) -> None:
    assert command(*words).err.splitlines()[0] == f"error: {message}"


# -- colour


def test_no_colour_without_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "bad.sbg").write_text(WRONG_ROW)
    for words in (["check", "bad.sbg"], ["games"], ["show", "gardner"], ["--help"], ["chekc"]):
        assert "\x1b" not in sbg(*words, cwd=tmp_path).all


def test_colour_can_be_forced_and_forbidden(tmp_path: Path) -> None:
    (tmp_path / "bad.sbg").write_text(WRONG_ROW)
    words = ["check", "bad.sbg"]
    forced = sbg(*words, cwd=tmp_path, env={"FORCE_COLOR": "1"})
    assert "\x1b[1m\x1b[31merror" in forced.out
    assert "bad.sbg:5:1" in forced.out
    both = sbg(*words, cwd=tmp_path, env={"FORCE_COLOR": "1", "NO_COLOR": "1"})
    assert "\x1b" not in both.all


# -- encodings


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
    ],
)
def test_any_encoding_of_the_terminal_will_do(tmp_path: Path, env: dict[str, str]) -> None:
    (tmp_path / "bad.sbg").write_text("// Żółw\n" + THREE_PAWNS.replace("P (0", "Р (0"), "utf-8")
    codes = {
        ("check", "bad.sbg"): 1,
        ("check", "ż.sbg"): 2,
        ("games",): 0,
        ("show", "gardner"): 0,
        ("play", "hexapawn"): 0,
        ("--help",): 0,
        ("explain", "SBG004"): 0,
    }
    some = list(codes)[:4] if "LC_ALL" in env else list(codes)[::2]  # all of them between two
    for words in codes if env.get("PYTHONIOENCODING") == "ascii" else some:
        code = codes[words]
        answer = sbg(*words, cwd=tmp_path, env=env)
        assert answer.code == code, (words, answer.err)
        assert "mistake in sbg" not in answer.err


def test_what_is_formatted_is_utf_8_whatever_the_terminal(tmp_path: Path) -> None:
    text = "// Żółw\n" + THREE_PAWNS
    env = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    assert sbg("fmt", "-", stdin=text, cwd=tmp_path, env=env).out == text


# -- pipes and signals


def test_both_streams_in_one_file_keep_their_order(tmp_path: Path) -> None:
    (tmp_path / "bad.sbg").write_text(WRONG_ROW)
    done = subprocess.run(
        [sys.executable, "-m", "sbg", "check", "bad.sbg", "missing.sbg", "bad.sbg"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=tmp_path,
        env=environment(PYTHONUNBUFFERED=""),
        check=False,
    )
    assert re.findall(rb"^error.*?:", done.stdout, re.MULTILINE) == [
        b"error[SBG201]:",
        b"error:",
        b"error[SBG201]:",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
@pytest.mark.parametrize(
    "words", [["games"], ["--help"], ["play", "--help"], ["show", "chess", "--svg"]]
)
def test_a_closed_pipe_is_no_error(words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "sbg", *words],
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environment(),
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said_in_words() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sbg", "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: input or output failed: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="closed streams of POSIX")
@pytest.mark.parametrize("words", ["games", "games --json", "show chess --svg", "--help", "fmt -"])
def test_a_product_that_nobody_can_get_is_a_failure(words: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m sbg {words} >&-"],
        input=THREE_PAWNS.encode(),
        stderr=subprocess.PIPE,
        env=environment(),
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == b"error: input or output failed: standard output is closed\n"


@pytest.mark.skipif(sys.platform == "win32", reason="closed streams of POSIX")
@pytest.mark.parametrize(
    ("words", "closed"),
    [
        *((words, "<&- >&- 2>&-") for words in ("games", "play hexapawn", "check -", "fmt -")),
        *(("games", ">&-"), ("games", "2>&-"), ("nonsense", "2>&-"), ("nonsense", ">&-")),
        *(("play hexapawn", "<&-"), ("check -", "<&-"), ("fmt -", ">&-")),
    ],
)
def test_closed_streams_do_no_harm(words: str, closed: str) -> None:
    line = f"exec {sys.executable} -m sbg {words} {closed}"
    done = subprocess.run(
        ["sh", "-c", line],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(),
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode in (0, 1, 2)
    assert b"Traceback" not in done.stderr
    assert b"mistake in sbg" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_long_work_with_a_word() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sbg", "perft", "chess", "30"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    try:
        has_worked(process.pid, 1)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    assert (process.returncode, out, err.decode().split()) == (130, b"", ["interrupted"])


def test_a_mistake_of_ours_is_told_without_a_traceback(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr("sbg.load", fail)
    answer = command("show", "gardner")
    assert answer.code == 70
    assert "a mistake in sbg itself: KeyError: 'oops'" in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("problem", "code", "said"),
    [
        # As the native core raises it on a processor for which it was not built.
        (ImportError("this build has code for others"), 2, "error: this build has code for others"),
        (ImportError("no module", name="sbg.nothing"), 70, "a mistake in sbg itself: ImportError"),
    ],
    ids=["of the core", "of ours"],
)
def test_a_core_that_cannot_run_here_is_no_mistake_of_ours(
    command: Command, monkeypatch: pytest.MonkeyPatch, problem: ImportError, code: int, said: str
) -> None:
    def fail(*_: object) -> None:
        raise problem

    monkeypatch.setattr("sbg.load", fail)
    answer = command("show", "gardner")
    assert answer.code == code
    assert said in answer.err


def test_the_version_says_for_which_processors_it_is(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert re.search(r", with(out)? BMI2\)", command("--version").out)
    monkeypatch.setattr("sbg._core.has_portable", lambda: False)
    assert ", for BMI2 alone)" in command("--version").out


# -- start-up


def test_starting_imports_nothing_heavy() -> None:
    program = (
        "import sys, sbg.app.cli\n"
        "code = sbg.app.cli.run(['check', '-'])\n"
        "heavy = {'numpy', 'rich', 'asyncio', 'pydantic'} & set(sys.modules)\n"
        "sys.exit(f'{heavy} {code}' if heavy or code else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=THREE_PAWNS.encode(),
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_nothing_in_a_text_is_taken_for_a_command_to_the_console() -> None:
    stream = io.StringIO()
    terminal.console(stream).print("a :smile: [bold]b[/bold] 12")
    assert stream.getvalue() == "a :smile: [bold]b[/bold] 12\n"


@pytest.mark.parametrize(
    ("settings", "on_terminal", "colour"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
        ({"TERM": "unknown"}, True, False),
    ],
)
def test_who_gets_colours(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], on_terminal: bool, colour: bool
) -> None:
    monkeypatch.setattr(terminal, "is_terminal", lambda stream: on_terminal)
    monkeypatch.setattr(os, "environ", {"TERM": "xterm", "WT_SESSION": "1", **settings})
    assert terminal.wants_color(None) is colour
