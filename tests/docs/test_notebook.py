"""The notebook of the documentation runs from top to bottom, and shows what it promises."""

from __future__ import annotations

from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.docs.pages import ROOT
from tests.svg.helpers import read

PATH = ROOT / "docs" / "notebook.ipynb"


def load() -> Any:
    read_notebook: Any = nbformat.read  # it has no types
    return read_notebook(PATH, as_version=4)


def test_outputs_are_not_kept() -> None:
    for cell in load().cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


# The kernel is another process; what warns here is the client that talks to it, not ours.
@pytest.mark.filterwarnings("default")
def test_notebook_runs() -> None:
    notebook = load()
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown: dict[str, list[Any]] = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            assert output.output_type in ("execute_result", "stream"), output
            assert output.get("name") != "stderr", output
            for kind, data in output.get("data", {}).items():
                shown.setdefault(kind, []).append(data)
    assert len(shown["text/html"]) == 2  # the two games
    assert all(page.count("<img") >= 2 for page in shown["text/html"])
    assert len(shown["image/svg+xml"]) == 4  # two positions and two pictures
    for picture in shown["image/svg+xml"]:
        read(picture, "auto" if "<style>" in picture else "light")
    assert "[1, 7, 53, 510, 5000, 57105]" in shown["text/plain"]
