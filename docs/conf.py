"""Settings of Sphinx: the Markdown files of this folder in, the documentation as HTML out (`make docs`)."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Simplified Boardgames"
author = "the sbg contributors"
copyright = author
release = version = installed("simplified-boardgames")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sbg_lexer"]
exclude_patterns = ["_build"]

# A page may be linked to by its headings: `language.md#powers`.
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"sbg {release}"
html_static_path = ["_static"]
html_show_copyright = False
html_show_sphinx = False
