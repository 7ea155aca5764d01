"""The promises of the build files: pinned versions, make targets, messages, the wheel's files."""

import ast
import importlib.metadata
import importlib.util
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def constraint_lines() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def load_installer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("installer", ROOT / "scripts/install.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- constraints.txt


@pytest.mark.parametrize("line", constraint_lines())
def test_constraint_is_a_name_and_a_version_only(line: str) -> None:
    assert re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*( ; [^@:/]+)?", line)


def test_constraints_pin_everything_that_is_installed() -> None:
    pins: dict[str, set[str]] = {}
    for requirement in map(Requirement, constraint_lines()):
        if requirement.marker is None or requirement.marker.evaluate():
            pins.setdefault(requirement.name, set()).add(str(requirement.specifier))
    installed = {
        canonicalize_name(found.name): found.version for found in importlib.metadata.distributions()
    }
    for name in ("simplified-boardgames", "pip", "setuptools", "wheel"):
        installed.pop(canonicalize_name(name), None)  # ours, and what `venv` itself puts there
    assert {name: pins.get(name) for name in installed} == {
        name: {f"=={version}"} for name, version in installed.items()
    }


def test_constraints_answer_for_every_supported_python() -> None:
    groups = PROJECT["dependency-groups"].values()
    wanted = [item for group in groups for item in group if isinstance(item, str)]
    wanted += PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"]
    for python in PYTHONS:
        machine = {
            "python_version": python,
            "python_full_version": f"{python}.0",
            "sys_platform": "linux",
            "platform_machine": "x86_64",
        }
        pins = [
            pin.name
            for pin in map(Requirement, constraint_lines())
            if pin.marker is None or pin.marker.evaluate(machine)
        ]
        names = [canonicalize_name(Requirement(item).name) for item in wanted]
        assert {name: pins.count(name) for name in names} == dict.fromkeys(names, 1)


# --- one version, one list of Pythons


def test_version_is_the_same_everywhere() -> None:
    from sbg import _core

    version = PROJECT["project"]["version"]
    assert importlib.metadata.version("simplified-boardgames") == version
    assert _core.version() == version
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[?({re.escape(version)}|Unreleased)\b", changelog, re.MULTILINE)


def test_supported_pythons_are_those_that_the_workflow_tests() -> None:
    prefix = "Programming Language :: Python :: "
    classifiers = PROJECT["project"]["classifiers"]
    assert [c.removeprefix(prefix) for c in classifiers if c.startswith(prefix)] == PYTHONS
    assert PROJECT["project"]["requires-python"] == f">={PYTHONS[0]}"
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == PYTHONS


# --- make and the workflows


def phony_targets() -> set[str]:
    found = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert found is not None
    return set(found[1].split()) - {"other-python"}


@pytest.mark.skipif(shutil.which("make") is None, reason="make has another name here")
def test_make_alone_lists_every_target_in_one_line() -> None:
    said = subprocess.run(
        ["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    listed = re.findall(r"^  make ([a-z-]+) +\S.{8,70}$", said, re.MULTILINE)
    assert len(listed) == len(said.splitlines())
    assert set(listed) == phony_targets()


def commands(workflow: dict[str, Any]) -> list[str]:
    jobs = workflow["jobs"].values()
    return [step["run"] for job in jobs for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_calls_only_targets_that_exist(path: Path) -> None:
    text = "\n".join(commands(yaml.safe_load(path.read_text(encoding="utf-8"))))
    called = re.findall(r"^(?:make|\$\{\{ matrix\.make \}\}) ([a-z]+)", text, re.MULTILINE)
    assert set(called) <= phony_targets()
    if path.name == "ci.yml":
        assert {"check", "test", "play", "docs"} <= set(called)


def test_no_build_file_names_a_place_to_download_from() -> None:
    files = ["pyproject.toml", "constraints.txt", "Makefile", "CMakeLists.txt", ".ci/run"]
    files += [str(path.relative_to(ROOT)) for path in [*WORKFLOWS, *ROOT.glob("scripts/*.py")]]
    for name in files:
        text = (ROOT / name).read_text(encoding="utf-8")
        text = text.replace("http://www.w3.org/2000/svg", "")  # a name, not a place
        assert not re.search(r"https?://|--(extra-)?index-url", text), name


# --- what install.py says where something is missing


def test_installer_can_be_read_by_an_old_python() -> None:
    source = (ROOT / "scripts/install.py").read_text(encoding="utf-8")
    ast.parse(
        source, feature_version=(3, 7)
    )  # else an old one would show a syntax error, not our words


def refusal(capsys: pytest.CaptureFixture[str], uv: str = "") -> str:
    """What the installer says before it gives up."""
    with pytest.raises(SystemExit):
        load_installer().check_machine(uv)
    return capsys.readouterr().err


def test_installer_is_content_with_this_machine() -> None:
    load_installer().check_machine(uv="")


def test_installer_refuses_an_old_python(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))
    assert "Python 3.11 or later is needed" in refusal(capsys)


@pytest.mark.skipif(sys.platform == "win32", reason="CMake finds the compiler there")
def test_installer_names_all_the_packages_that_are_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    monkeypatch.setitem(sys.modules, "ensurepip", None)  # as Debian has it without python3-venv
    python = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    packages = re.findall(r"apt-get install (\S+)", refusal(capsys))
    assert packages == ["g++", f"{python}-dev", f"{python}-venv"]
    packages = re.findall(r"apt-get install (\S+)", refusal(capsys, uv="uv"))
    assert packages == ["g++", f"{python}-dev"]


def test_installer_brings_cmake_only_where_it_is_missing_or_old(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installer = load_installer()
    monkeypatch.setattr(installer.shutil, "which", lambda name: None)
    assert installer.needs_cmake(">=3.26")
    monkeypatch.setattr(installer.shutil, "which", lambda name: "/somewhere/cmake")
    for said, needed in [("3.25.1", True), ("3.26.0", False), ("3.100", False), ("4.0", False)]:
        done = subprocess.CompletedProcess([], 0, stdout=f"cmake version {said}\n")
        monkeypatch.setattr(installer.subprocess, "run", lambda *a, done=done, **k: done)
        assert installer.needs_cmake(">=3.26") is needed, said


def test_installer_asks_for_the_cmake_that_the_build_asks_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installer = load_installer()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    for version, asked in [((3, 11, 9), ">=3.25"), ((3, 12, 0), ">=3.26"), ((3, 14, 2), ">=3.26")]:
        monkeypatch.setattr(installer.sys, "version_info", version)
        assert installer.cmake_version(settings["scikit-build"]) == asked


def test_installer_leaves_out_kernels_where_nothing_is_tested(tmp_path: Path) -> None:
    portable = load_installer().portable
    assert {kind: portable(kind, tmp_path) for kind in ("run", "web", "dev")} == {
        "run": "OFF",
        "web": "OFF",
        "dev": "ON",
    }
    (tmp_path / ".installed-dev").touch()  # else they would come and go
    assert portable("run", tmp_path) == "ON"


def test_installer_uses_the_pip_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    installer = load_installer()
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(installer, "run", lambda *command: ran.append(command))
    for inside, lent, interpreter, made in [
        (True, True, "python", 0),
        (False, True, sys.executable, 0),
        (False, False, "python", 1),
    ]:
        monkeypatch.setattr(installer, "importable", lambda *a, inside=inside: inside)
        monkeypatch.setattr(installer, "lends_pip", lambda lent=lent: lent)
        ran.clear()
        command = installer.find_pip("python")
        assert command[:3] == [interpreter, "-m", "pip"]
        assert ("--python" in command) == (lent and not inside)
        assert ran == [("python", "-m", "ensurepip")] * made


# --- the wheel


def test_wheel_holds_the_package_whole(tmp_path: Path) -> None:
    # Without CMake, to be quick: the compiled module is the one file left out.
    code = (
        "import sys; from scikit_build_core.build import build_wheel;"
        "build_wheel(sys.argv[1], {'wheel.cmake': 'false', 'wheel.py-api': 'py3'})"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
        (metadata,) = [name for name in held if name.endswith("/METADATA")]
        entry_points = archive.read(metadata.replace("METADATA", "entry_points.txt")).decode()
    source = ROOT / "src"
    committed = [
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.suffix in {".py", ".pyi", ".sbg", ".typed", ".json"}
    ]
    built = [
        path.relative_to(source).as_posix()
        for path in (source / "sbg/app/web/page").rglob("*")  # empty unless `make page` was run
        if path.is_file()
    ]
    assert {*committed, *built} <= held
    assert not [name for name in held if name.endswith((".so", ".pyd", ".cpp"))]
    assert "sbg = sbg.app.cli:main" in entry_points


@pytest.mark.skipif(shutil.which("cmake") is None, reason="CMake is not here")
def test_build_warns_of_a_wheel_without_its_page(tmp_path: Path) -> None:
    """Only what is said, of a project that compiles nothing: the lines of ours that see to it."""
    lines = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    said = re.search(r"^option\(SBG_PAGE.*?^endif\(\)$", lines, re.MULTILINE | re.DOTALL)
    at_the_end = re.search(
        r"^if\(SBG_WITHOUT_PAGE\).*?^endif\(\)$", lines, re.MULTILINE | re.DOTALL
    )
    assert said is not None
    assert at_the_end is not None
    (tmp_path / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.25)\nproject(sbg NONE)\n{said[0]}\n{at_the_end[0]}\n",
        encoding="utf-8",
    )

    def warned(*options: str) -> list[bool]:
        where = ["-S", str(tmp_path), "-B", str(tmp_path / "build")]
        errors = [
            subprocess.run(["cmake", *command], capture_output=True, text=True, check=True).stderr
            for command in ([*where, *options], ["--install", where[-1]])
        ]
        return ["WITHOUT THE PLAYGROUND" in text for text in errors]

    assert warned() == [True, True]
    assert warned("-DSBG_PAGE=OFF") == [False, False]
    assert warned("-DSBG_PAGE=ON", "-DSKBUILD_STATE=editable") == [False, False]
    page = tmp_path / "src/sbg/app/web/page/index.html"
    page.parent.mkdir(parents=True)
    page.touch()
    assert warned("-DSKBUILD_STATE=wheel") == [False, False]
