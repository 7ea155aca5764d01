"""The kernels compile for a GPU, at every size of board. NVRTC needs no GPU for that."""

from __future__ import annotations

import re
import sys
import sysconfig

import pytest

import sbg
from sbg.engine.gpu import gpu, nvrtc
from sbg.engine.gpu.plan import Plan, make_plan
from sbg.engine.gpu.source import write_source
from sbg.exact.solving import plan as solving
from sbg.exact.solving.device import Numbering

PROGRAMS = {
    "playouts": {"sbg_begin", "sbg_play_out"},
    "expand": {"sbg_expand"},
    "leaves0": {"sbg_leaves0"},
    "leaves1": {"sbg_leaves1"},
    "step": {"sbg_step"},
    "random": {"sbg_random_plies"},
    "opening": {"sbg_open_games"},
    "moves": {"sbg_move_bits"},
    "look": {
        *("sbg_begin_games", "sbg_seen_bits", "sbg_spread1", "sbg_spread2", "sbg_spread4"),
        *("sbg_boards", "sbg_facts", "sbg_records", "sbg_set_records", "sbg_take_slots"),
    },
}

SOLVING = {
    **{name: {f"sbg_{name}"} for name in gpu.LEVELS},
    **{f"{name}_wide": {f"sbg_{name}_wide"} for name in gpu.LEVELS},
    "counts": {
        "sbg_count_values",
        "sbg_count_values_wide",
        "sbg_narrow_values",
    },
}


@pytest.fixture(scope="module")
def compiler() -> nvrtc.Nvrtc:
    nvrtc.nvrtc.cache_clear()
    try:
        return nvrtc.nvrtc()
    except sbg.CudaError:
        assert not (sys.platform == "linux" and sysconfig.get_platform() == "linux-x86_64"), (
            "nvidia-cuda-nvrtc is among the tools of the tests here"
        )
        pytest.skip("NVRTC is not published for this machine")


def compiled(compiler: nvrtc.Nvrtc, game: sbg.Game, program: str, *ways: str) -> dict[str, str]:
    """What the assembler says of each kernel."""
    plan = make_plan(game.description, game.automata, ways=ways or ("group", "single"))
    return compiled_plan(compiler, plan, program)


def compiled_plan(compiler: nvrtc.Nvrtc, plan: Plan, program: str) -> dict[str, str]:
    options = [*gpu.options(program, 90), "--ptxas-options=-v"]
    code, log = compiler.compile(write_source(plan), options)
    assert code.startswith(b"\x7fELF")
    parts = re.split(r"Compiling entry function '(\w+)'", log)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def board(width: int, height: int) -> sbg.Game:
    """Rooks and kings, and a piece that wanders, on a board of this size."""
    middle = f"|{'.' * width}|\n" * (height - 2)
    return sbg.parse(
        f"<<Sizes>>\n<BOARD>\n{width} {height}\n|{'rkw'.ljust(width, '.')}|\n{middle}"
        f"|{'RKW'.ljust(width, '.')}|\n<PIECES>\n"
        "R (0,1,e)^*((0,1,e) + (0,1,p)) + (1,0,e)^*((1,0,e) + (1,0,p)) &\n"
        "K (0,1,e) + (0,1,p) + (1,1,p) + (-1,0,e) &\n"
        "W ((0,1,e) + (1,0,e) + (-1,0,e))^*(0,1,p) &\n"
        "<GOALS>\n50 &\n#K 0 &\n@k 0 0 &\n"
    )


@pytest.mark.parametrize(
    ("size", "program"),
    [
        *(((3, 4), program) for program in PROGRAMS),
        *(((8, 8), program) for program in ("step", "moves")),
        *(((9, 10), program) for program in ("playouts", "random")),
        *(((12, 10), program) for program in ("look", "step")),
        *(pytest.param((40, 40), program, marks=pytest.mark.slow) for program in PROGRAMS),
    ],
)
def test_boards_of_every_size(compiler: nvrtc.Nvrtc, size: tuple[int, int], program: str) -> None:
    assert set(compiled(compiler, board(*size), program)) == PROGRAMS[program]


def test_every_way_to_find_moves(compiler: nvrtc.Nvrtc) -> None:
    game = sbg.load("corridor")
    assert set(compiled(compiler, game, "playouts", "single")) == PROGRAMS["playouts"]


@pytest.mark.parametrize("name", ["breakthrough", "gardner"])
def test_random_games_are_played_in_registers(compiler: nvrtc.Nvrtc, name: str) -> None:
    said = compiled(compiler, sbg.load(name), "playouts")["sbg_play_out"]
    assert "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" in said
    registers = re.search(r"Used (\d+) registers", said)
    assert registers
    assert int(registers[1]) <= 96


def test_the_programs_are_these() -> None:
    assert set(gpu.PLAYING) == set(PROGRAMS)
    assert set(gpu.PROGRAMS) == {*PROGRAMS, *SOLVING}


@pytest.mark.parametrize(
    ("name", "men", "program"),
    [
        *(("microchess", None, program) for program in SOLVING),
        ("gardner", 4, "next_level"),
        ("fox-and-hounds", None, "mark_level"),
        ("quick-chess", 3, "first_level"),
    ],
)
def test_solving(compiler: nvrtc.Nvrtc, name: str, men: int | None, program: str) -> None:
    plan = Numbering(solving.make_plan(sbg.load(name).start, 1 << 40, men)).cuda_plan()
    said = compiled_plan(compiler, plan, program)
    assert set(said) == SOLVING[program]
    assert all("0 bytes spill stores" in text for text in said.values())


def test_mistakes_are_shown(compiler: nvrtc.Nvrtc) -> None:
    with pytest.raises(sbg.CudaError, match=r"(?s)could not be compiled:\n.*nonsense"):
        compiler.compile("nonsense;", [])
