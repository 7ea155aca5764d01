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
DEV := $(VENV)/.installed-dev
CPP := $(shell find native tests -name '*.cpp' -o -name '*.hpp' -o -name '*.h')

.DEFAULT_GOAL := help
.PHONY: help play test install check format generate bench docs constraints clean other-python

help: ## list these commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | \
	while IFS="$$(printf '\t')" read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

play: $(RUN) ## play Gardner's chess in the terminal
	$(BIN)/sbg play gardner

test: $(DEV) ## run all tests (ARGS="-k parser" chooses some)
	$(BIN)/python -m pytest -n auto $(ARGS)

install: $(DEV) ## create or refresh .venv with the built package and the tools
	@echo "$(VENV) is ready: $(BIN)/sbg"

$(RUN): $(BUILD_INPUTS) $(OTHER_PYTHON)
	$(INTERPRETER) scripts/install.py run --venv $(VENV) --uv "$(UV)"
	@touch $(RUN)

$(DEV): $(BUILD_INPUTS) $(OTHER_PYTHON)
	$(INTERPRETER) scripts/install.py dev --venv $(VENV) --uv "$(UV)"
	@touch $(RUN) $(DEV)

constraints: ## choose the newest versions of all tools for constraints.txt
	$(INTERPRETER) scripts/constraints.py

clean: ## remove .venv and everything that was built
	rm -rf $(VENV) build dist docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f src/sbg/_core.*.so src/sbg/_core.*.pyd
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
