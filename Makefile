# The daily commands. `make help` lists them; each one installs what it needs into .venv first.

VENV := .venv
ifeq ($(OS),Windows_NT)
  BIN := $(VENV)/Scripts
else
  BIN := $(VENV)/bin
endif

# uv is used where it is installed; `make UV= test` does without it.
UV ?= $(shell command -v uv 2>/dev/null)

# The interpreter: PYTHON where it is given, else the one that .venv already has, else the first that is new enough.
FIND_PYTHON = for p in $(BIN)/python python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo $$p; exit; fi; \
	done; echo python3
ifeq ($(origin PYTHON),undefined)
  INTERPRETER = $(shell $(FIND_PYTHON))
else
  INTERPRETER = $(PYTHON)
  ifneq ($(shell $(PYTHON) scripts/install.py same --venv $(VENV) 2>/dev/null && echo yes),yes)
    OTHER_PYTHON := other-python
  endif
endif

# What the installed package is made from. The Python sources are not in here: they are used in place.
BUILD_INPUTS := pyproject.toml constraints.txt CMakeLists.txt scripts/install.py \
	$(shell find native -type f 2>/dev/null) native
RUN := $(VENV)/.installed-run
WEB := $(VENV)/.installed-web
DEV := $(VENV)/.installed-dev
EXTRAS := $(VENV)-extras/.installed
EXTRAS_BIN := $(subst $(VENV)/,$(VENV)-extras/,$(BIN))
PAGE := src/sbg/app/web/page/index.html
PAGE_INPUTS := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
CPP := $(shell find native tests bench -name '*.cpp' -o -name '*.hpp' -o -name '*.h')

WORKFLOWS := $(wildcard .github/workflows/*.yml)

.DEFAULT_GOAL := help
.PHONY: help play serve page check-page test test-quick test-slow test-extras sanitize fuzz mutants install check freeze frozen format generate game bench ab docs constraints clean other-python

help: ## list these commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | \
	while IFS="$$(printf '\t')" read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

play: $(RUN) ## play Gardner's chess in the terminal
	$(BIN)/sbg play gardner

serve: $(WEB) ## write, see and play games in the browser
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory page; fi
	$(BIN)/sbg serve --open

page: $(PAGE) ## build the page that `sbg serve` shows (needs npm)

# --include: a machine may be set up for production, and the tools that build the page are development tools.
$(PAGE): $(PAGE_INPUTS)
	cd web && npm ci --include=dev --no-audit --no-fund && npm run build
	@touch $(PAGE)

check-page: $(PAGE) ## types and logic of the page
	npm --prefix web run check
	npm --prefix web test

# One process more than there are processors, because many tests wait for others; whole folders to each as long as that
# lasts, so that servers and browsers are started once.
WORKERS ?= $(shell $(INTERPRETER) -c 'import os; print((os.cpu_count() or 1) + 1)')
# Byte code is kept whatever the environment says, because the tests start thousands of interpreters.
PYTEST = env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test: $(DEV) ## run all tests (ARGS="-k parser" chooses some)
	$(PYTEST) $(ARGS)

# The tests that need nothing but the interpreter and little time: parser, model, engines, analysis.
test-quick: $(DEV) ## run the quick tests, within a minute
	SBG_FUZZ_GAMES=5 SBG_PERFT_LEAVES=2000 SBG_FEW_GAMES=1 $(PYTEST) --hypothesis-profile=quick -m "not browser and not server and not process and not outside and not long and not slow" $(ARGS)

# The long forms of tests that `make test` runs in a short one.
test-slow: $(DEV) ## run the tests that take too long for every day
	$(PYTEST) -m slow $(ARGS)

# Ray, torch, JAX, OpenSpiel and others, in an environment that sees .venv behind its own packages.
test-extras: $(EXTRAS) ## install heavy packages beside .venv, and run the tests that need them
	$(EXTRAS_BIN)/python -m pytest -n 2 -m extras $(ARGS)

sanitize: $(DEV) ## look for undefined behaviour and data races (ARGS=--quick for a part)
	$(BIN)/python scripts/sanitize.py $(ARGS)

# Random games for each of the tests that compare the engines; there are seventeen of these.
GAMES ?= 2500

fuzz: $(DEV) ## compare both engines on many random games (GAMES=2500 a test)
	SBG_FUZZ_GAMES=$(GAMES) $(PYTEST) tests/engine/test_agreement.py $(ARGS)

mutants: $(DEV) ## see whether the tests notice small changes (hours; resumable)
	$(BIN)/python scripts/mutants.py $(ARGS)

install: $(DEV) ## create or refresh .venv with the built package and the tools
	@echo "$(VENV) is ready: $(BIN)/sbg"

$(RUN): $(BUILD_INPUTS) $(OTHER_PYTHON)
	$(INTERPRETER) scripts/install.py run --venv $(VENV) --uv "$(UV)"
	@touch $(RUN)

$(WEB): $(BUILD_INPUTS) $(OTHER_PYTHON)
	$(INTERPRETER) scripts/install.py web --venv $(VENV) --uv "$(UV)"
	@touch $(RUN) $(WEB)

$(DEV): $(BUILD_INPUTS) $(OTHER_PYTHON)
	$(INTERPRETER) scripts/install.py dev --venv $(VENV) --uv "$(UV)"
	@touch $(RUN) $(WEB) $(DEV)

$(EXTRAS): $(DEV) scripts/extras.txt scripts/install_extras.py
	$(BIN)/python scripts/install_extras.py --venv $(VENV)-extras --uv "$(UV)"
	@touch $(EXTRAS)

check: $(DEV) ## format, lint, types, also of examples, workflows, generated files
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python scripts/check_examples.py
	$(BIN)/clang-format --dry-run -Werror $(CPP)
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows $(WORKFLOWS)
	@if command -v actionlint >/dev/null; then echo actionlint; actionlint; \
	else echo "actionlint is not installed: only the schema of the workflows was checked"; fi
	$(BIN)/python scripts/generate.py --check

frozen: $(DEV) ## compare facts of the program with those of before (ARGS="--only help")
	$(BIN)/python scripts/freeze.py compare $(ARGS)

freeze: $(DEV) ## take new facts into the file of `make frozen`
	$(BIN)/python scripts/freeze.py write $(ARGS)

format: $(DEV) ## format Python and C++, and fix what the linter can fix
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

generate: $(DEV) ## write the files that are made from others
	$(BIN)/python scripts/generate.py

game: $(DEV) ## write what a new bundled game needs (NAME=x for games/x.sbg)
	$(BIN)/python scripts/new_game.py $(NAME)
	$(BIN)/python scripts/generate.py

bench: $(DEV) ## measure speed, print a table and write JSON
	$(BIN)/python bench/run.py $(ARGS)

BASE ?= main
ab: $(DEV) ## measure whether HEAD is slower than another commit (BASE=main)
	$(BIN)/python bench/ab.py $(BASE) HEAD $(ARGS)

docs: $(DEV) ## build the documentation into docs/_build/html
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

constraints: ## choose the newest versions of all tools for constraints.txt
	$(INTERPRETER) scripts/constraints.py

clean: ## remove .venv and everything that was built
	rm -rf $(VENV) $(VENV)-extras build dist docs/_build src/sbg/app/web/page web/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f src/sbg/_core.*.so src/sbg/_core.*.pyd
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
