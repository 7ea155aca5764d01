"""Files that are damaged, forged or no certificates at all are refused, in words."""

from __future__ import annotations

import hashlib
import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sbg
from sbg.exact.verification.reading import read
from sbg.language import games
from tests.cli.helpers import environment
from tests.verification.files import parts, refused, sealed

HEXAPAWN = games.read_certificate("hexapawn")
OCTOPAWN = games.read_certificate("octopawn")


def reason(data: bytes) -> str:
    with pytest.raises(sbg.CertificateError) as caught:
        read(data)
    return caught.value.reason


def test_taking_apart_and_putting_together_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "same.proof"
    path.write_bytes(parts(HEXAPAWN).sealed())
    assert sbg.verify(path).complete


def test_every_bit_counts() -> None:
    for at in range(len(HEXAPAWN)):
        for bit in range(8):
            data = bytearray(HEXAPAWN)
            data[at] ^= 1 << bit
            assert reason(bytes(data))


def test_every_byte_is_needed() -> None:
    for end in range(len(HEXAPAWN)):
        assert reason(HEXAPAWN[:end])
    assert reason(HEXAPAWN + b"\0")
    assert reason(b"") == "this is no certificate: its first line is not `SBG certificate 1`"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", 2),
        ("format", None),
        ("game", "Heptapawn"),
        ("rules", "0" * 64),
        ("rules", None),
        ("text", None),
        ("text", ""),
        ("text", "<<A>>"),
        ("start", None),
        ("start", "ppp/3/PPP"),
        ("start", "ppp/3/PPP w 00"),
        ("start", "ppp/3/PPP b 1"),
        ("start", "p1p/3/PPP w 0"),
        ("kind", "strong"),
        ("kind", "draw"),
        ("kind", ["win"]),
        ("claim", None),
        ("claim", {"value": "black"}),
        ("claim", {"value": "nobody", "plies": 6, "exact": True}),
        ("claim", {"value": ["black"], "plies": 6, "exact": True}),
        ("claim", {"value": "black", "plies": 6.0, "exact": True}),
        ("claim", {"value": "black", "plies": True, "exact": True}),
        ("claim", {"value": "black", "plies": None, "exact": True}),
        ("claim", {"value": "black", "plies": 6, "exact": 1}),
        ("strategies", None),
        ("strategies", []),
        ("strategies", [{}] * 3),
        ("strategies", [{"player": "red", "aim": "win", "entries": 14}]),
        ("strategies", [{"player": "black", "aim": "win", "entries": -1}]),
        ("strategies", [{"player": "black", "aim": "win", "entries": 10**15}]),
        ("strategies", [{"player": "black", "aim": "win", "entries": 13}]),
        ("strategies", [{"player": ["black"], "aim": {}, "entries": 14}]),
    ],
)
def test_a_header_that_is_forged(field: str, value: object, tmp_path: Path) -> None:
    line, _, rest = HEXAPAWN.removeprefix(b"SBG certificate 1\n").partition(b"\n")
    header: dict[str, Any] = json.loads(line)
    header[field] = value
    refused(sealed(header, rest[:-32]), tmp_path / "forged.proof")


def test_a_header_that_is_none() -> None:
    rest = HEXAPAWN.removeprefix(b"SBG certificate 1\n").partition(b"\n")[2][:-32]
    for header in (b"", b"7", b"[]", b"{", b"[" * 100_000, b'"\xc3\xa4"'):
        data = b"SBG certificate 1\n" + header + b"\n" + rest
        assert reason(data + hashlib.sha256(data).digest())
    data = b"SBG certificate 1\n{}"
    assert reason(data + hashlib.sha256(data).digest()) == "the header has no end"


@pytest.mark.parametrize(("old", "new"), [("20", "5"), ("@P 0 2", "@P 1 1"), ("0,1,e", "0,2,e")])
def test_another_game(old: str, new: str, tmp_path: Path) -> None:
    """The hash is that of the other text: the strategies do not fit."""
    found = parts(HEXAPAWN)
    text = sbg.write(sbg.parse(found.header["text"].replace(old, new, 1)).description)
    assert text != found.header["text"]
    found.header["text"] = text
    assert "hash" in refused(found.sealed(), tmp_path / "other.proof").reason
    found.header["rules"] = hashlib.sha256(text.encode()).hexdigest()
    error = refused(found.sealed(), tmp_path / "other.proof")
    assert "hash" not in error.reason
    assert error.position is not None


def test_a_comment_in_the_text_is_another_text() -> None:
    found = parts(HEXAPAWN)
    found.header["text"] += "// nothing\n"
    assert reason(found.sealed()) == "the text of the game is not in canonical layout"


def test_entries_that_are_no_boards_or_there_twice(tmp_path: Path) -> None:
    found = parts(HEXAPAWN)
    found.strategies[0].append(found.strategies[0][-1])
    assert "same board" in reason(found.sealed())
    found = parts(HEXAPAWN)
    found.strategies[0].append(b"\xff" * len(found.strategies[0][0]))
    assert "no board" in refused(found.sealed(), tmp_path / "board.proof").reason


def test_boards_beyond_all_bounds() -> None:
    found = parts(HEXAPAWN)
    count, length = len(found.strategies[0]), len(found.strategies[0][0])
    found.header["strategies"] = found.header["strategies"][:1]
    assert "no board" in reason(sealed(found.header, lzma.compress(b"\xff" * count * length)))


def test_a_body_that_holds_more_or_less() -> None:
    found = parts(HEXAPAWN)
    for body in (b"", b"\0" * 10, b"\0" * 10_000_000):
        assert "as many entries" in reason(sealed(found.header, lzma.compress(body)))
    assert "xz" in reason(sealed(found.header, b"nonsense" * 100))
    two = lzma.compress(b"") + lzma.compress(b"")
    assert reason(sealed(found.header, two))


def test_a_small_file_does_not_fill_the_memory() -> None:
    found = parts(HEXAPAWN)
    found.header["strategies"][0]["entries"] = 10**9
    assert "at most" in reason(sealed(found.header, lzma.compress(b"\0" * 1000)))


def test_a_sample_proves_nothing() -> None:
    found = sbg.verify("octopawn", sample=10, seed=1)
    assert (found.checked, found.entries, found.complete) == (10, 288, False)
    assert sbg.verify("octopawn", sample=10**9).complete


def test_a_sample_finds_what_is_wrong_often(tmp_path: Path) -> None:
    found = parts(OCTOPAWN)
    found.strategies[1] = [record[:-4] + b"\0\0\1\0" for record in found.strategies[1]]
    path = tmp_path / "wrong.proof"
    path.write_bytes(found.sealed())
    with pytest.raises(sbg.CertificateError):
        sbg.verify(path, sample=100, seed=1)


def test_several_processes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sbg.exact.verification.run._WORTH_A_PROCESS", 10)
    shares: list[tuple[int, int]] = []
    found = sbg.verify("octopawn", jobs=2, on_progress=lambda *share: shares.append(share))
    assert found.complete
    assert shares[-1] == (288, 288)
    wrong = parts(OCTOPAWN)
    del wrong.strategies[1][-1]
    path = tmp_path / "wrong.proof"
    path.write_bytes(wrong.sealed())
    with pytest.raises(sbg.CertificateError) as caught:
        sbg.verify(path, jobs=2)
    assert caught.value.position


@pytest.mark.parametrize("name", games.certificates())
def test_bundled_certificates(name: str) -> None:
    found = sbg.verify(name, sample=300, seed=0)
    assert found.claim.exact or name in ("maharajah", "microchess")
    known = {sbg.load(game).rules_hash for game in sbg.bundled()}
    assert found.rules in known or name.startswith("breakthrough-")


def test_a_large_certificate_is_beside_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name, rules = "microchess", sbg.load("microchess").rules_hash
    claim = (Path(games.__file__).parent / f"{name}.claim").read_bytes()
    assert claim.count(b"\n") == 2
    assert games.read_certificate(name).startswith(claim)
    assert games.proved(rules) == (name, "draw")
    monkeypatch.setattr(games, "_PROOFS", tmp_path)
    assert name not in games.certificates()
    assert games.proved(rules) == (name, "draw")
    with pytest.raises(sbg.SbgError, match=r"`proofs/microchess\.proof` of the sources"):
        sbg.verify(name)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sbg", "verify", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)


@pytest.mark.long
def test_the_command(tmp_path: Path) -> None:
    done = run("hexapawn")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Hexapawn, ppp/3/PPP w 0: black wins in 6 plies",
        "proved: 23 positions checked, all right",
    ]
    wrong = parts(HEXAPAWN)
    del wrong.strategies[0][3]
    path = tmp_path / "wrong.proof"
    path.write_bytes(wrong.sealed())
    done = run(str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "is refused: the strategy has no" in done.stderr
    done = run(str(path), "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["verdict"]) == (1, "refused")
    sbg.load("hexapawn").position(answer["position"])
    assert run("no-such").returncode == run("no-such.proof").returncode == 2
    assert run(str(tmp_path)).returncode == 2
